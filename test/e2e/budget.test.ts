/** What has to come over the wire before there is something to read, and before an animal moves. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createCards } from '../../src/animals/summaries.ts';

const root = join(import.meta.dirname, '../..');
const studio = join(root, 'dist/studio');
const assets = join(studio, 'assets');

function measure(texts: Iterable<string>): number {
  return [...texts].reduce((sum, text) => sum + gzipSync(text).length, 0);
}

/** The one asset whose name begins so. */
function findScript(start: string): string {
  const found = readdirSync(assets).filter((name) => name.startsWith(`${start}-`) && name.endsWith('.js'));
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Scripts and what they import, and so on; what is loaded later is not among them. */
function readWithImports(names: readonly string[]): Map<string, string> {
  const waiting = [...names];
  const texts = new Map<string, string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (texts.has(name)) continue;
    const text = readFileSync(join(assets, name), 'utf8');
    texts.set(name, text);
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/gu)) waiting.push(imported!);
  }
  return texts;
}

describe('the studio over a slow line', () => {
  const page = readFileSync(join(studio, 'index.html'), 'utf8');
  const styles = [...page.matchAll(/href="\.\/assets\/([\w-]+\.css)"/gu)].map(([, name]) =>
    readFileSync(join(assets, name!), 'utf8'),
  );

  it('names every animal within 100 kB', () => {
    const entries = [...page.matchAll(/src="\.\/assets\/([\w-]+\.js)"/gu)].map(([, name]) => name!);
    expect(entries).toHaveLength(1);
    const scripts = [...readWithImports(entries).values()];
    const bytes = measure([page, ...styles, ...scripts]);
    console.info(`${Math.round(bytes / 1000)} kB before the first words`);
    expect(styles.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(100_000);
    for (const { title, about } of createCards())
      for (const words of [title, about]) expect(scripts.some((text) => text.includes(words))).toBe(true);
  });

  it('loads at most 300 kB of script before the animal moves, without the validator', () => {
    const texts = [...readWithImports([findScript('index'), findScript('studio-view')]).values()];
    const bytes = measure(texts);
    console.info(`${Math.round(bytes / 1000)} kB of script`);
    expect(bytes).toBeGreaterThan(150_000);
    expect(bytes).toBeLessThan(300_000);
    expect(texts.some((text) => text.includes('ZodError'))).toBe(false);
  });

  it('has a poster of every animal in both themes, 25 kB at most', () => {
    const folder = join(root, 'src/studio/gallery/posters');
    for (const { name } of createCards())
      for (const theme of ['dark', 'light'])
        expect(statSync(join(folder, `${name}-${theme}.webp`)).size, name).toBeLessThanOrEqual(25_000);
    expect(readdirSync(assets).filter((name) => name.endsWith('.webp'))).toHaveLength(2 * createCards().length);
  });
});
