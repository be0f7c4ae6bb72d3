import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startStudioServer } from '../../src/node/server.ts';
import { launchChromium } from '../chromium.ts';
import { askFirefox, findFirefox } from '../firefox.ts';
import { computeFingerprints, type Fingerprints } from './fingerprints.ts';
import { createTwinInstance } from '../../src/kernels/twin.ts';
import type { Kernels } from '../../src/kernels/functions.ts';
import { isBlessing, listDifferences, readGolden, writeGolden } from './golden.ts';
import type { PageResult } from './page.ts';

const howToBless =
  'If the change is meant, run: npm run bless -- "why, for the changelog". If not, the first name of an animal (the lowest @step) says where it began.';

/** Kernel functions that a fingerprint has called, by the kind of their instance. */
const called = vi.hoisted(() => ({ wasm: new Set<string>(), twin: new Set<string>() }));

/** The same instance, which notes what is called. */
const note = vi.hoisted(() => (kernels: Kernels): Kernels => {
  const noted = Object.entries(kernels).map(([name, value]: [string, unknown]) => {
    if (typeof value !== 'function') return [name, value];
    const run = value as (...numbers: number[]) => number;
    const noting = (...numbers: number[]): number => {
      called[kernels.kind].add(name);
      return run(...numbers);
    };
    return [name, noting];
  });
  return Object.fromEntries(noted) as Kernels;
});

vi.mock('../../src/kernels/load.ts', async (load) => {
  const loaded = await load<typeof import('../../src/kernels/load.ts')>();
  return { ...loaded, createKernels: (bytes: number) => note(loaded.createKernels(bytes)) };
});
vi.mock('../../src/kernels/twin.ts', async (load) => {
  const loaded = await load<typeof import('../../src/kernels/twin.ts')>();
  return { ...loaded, createTwinInstance: (bytes: number) => note(loaded.createTwinInstance(bytes)) };
});

const folder = mkdtempSync(join(tmpdir(), 'bestiary-determinism-'));
let node: Fingerprints;
let chromium: PageResult;
let complaints: string[];

beforeAll(async () => {
  await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  });
  node = computeFingerprints();
  ({ result: chromium, complaints } = await computeInChromium());
}, 600_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function computeInChromium(): Promise<{ result: PageResult; complaints: string[] }> {
  const server = await startStudioServer({ root: folder, port: 0 });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const heard: string[] = [];
    page.on('pageerror', (error) => heard.push(error.message));
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()));
    // The page computes while it loads, for longer than a navigation may take.
    await page.goto(server.url, { waitUntil: 'commit' });
    await page.waitForFunction(() => 'pageResult' in globalThis, undefined, { timeout: 0 });
    const result = await page.evaluate(() => (globalThis as unknown as { pageResult: Promise<PageResult> }).pageResult);
    return { result, complaints: heard };
  } finally {
    await browser.close();
    await server.close();
  }
}

describe('the same program gives the same numbers', () => {
  test('twice in Node', () => {
    expect(listDifferences(node, computeFingerprints())).toEqual([]);
  }, 300_000);

  test('in Node and on a page of Chromium', () => {
    expect(listDifferences(node, chromium.page)).toEqual([]);
  });

  test('in Node and in a worker of Chromium', () => {
    expect(listDifferences(node, chromium.worker)).toEqual([]);
  });

  test('in Node, on a page and in a worker of Firefox, where it is installed', async () => {
    const program = findFirefox();
    if (program === undefined) {
      console.info('No Firefox here: the promise was not tried in it. Install one, or set FIREFOX_PATH.');
      return;
    }
    const { page, worker } = await askFirefox<PageResult>(program, folder);
    expect(listDifferences(node, page)).toEqual([]);
    expect(listDifferences(node, worker)).toEqual([]);
  }, 600_000);

  test('without a word on the console, under the content security policy of the studio', () => {
    expect(complaints).toEqual([]);
  });

  test('by SIMD kernels and by their plain twins', () => {
    const pick = (ending: string): Fingerprints => {
      const entries = Object.entries(node).filter(([name]) => name.startsWith('kernels.') && name.endsWith(ending));
      return Object.fromEntries(entries.map(([name, hash]) => [name.slice(0, -ending.length), hash]));
    };
    expect(Object.keys(pick('.wasm'))).toHaveLength(10);
    expect(listDifferences(pick('.wasm'), pick('.twin'))).toEqual([]);
    for (const name of Object.keys(node).filter((each) => each.includes('.twin@'))) {
      expect(node[name], name).toBe(node[name.replace('.twin@', '.default@')]);
    }
    for (const name of Object.keys(node).filter((each) => each.includes('-twin@'))) {
      expect(node[name], name).toBe(node[name.replace('-twin@', '@')]);
    }
  });

  test.each(['wasm', 'twin'] as const)('by every kernel function there is (%s)', (kind) => {
    const all = Object.entries(createTwinInstance(1)).filter(([, value]) => typeof value === 'function');
    const missing = all.map(([name]) => name).filter((name) => !called[kind].has(name));
    expect(missing, 'called by no fingerprint: add a scene that needs them').toEqual([]);
  });

  test('as the golden file has it', () => {
    if (isBlessing) writeGolden(node);
    expect(listDifferences(readGolden(), node), howToBless).toEqual([]);
  });
});

test('different scenes have different hashes', () => {
  for (const ending of ['@500', '@6', '.shown@500', '.shown@6']) {
    const named = Object.entries(node).filter(
      ([name]) => name.endsWith(ending) && /^[\w-]+\.(?!default|twin)[\w-]+(?:\.shown)?@/u.test(name),
    );
    const own = named.filter(([name]) => name.includes('.shown') === ending.includes('.shown'));
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(([, hash]) => hash)).size).toBe(own.length);
  }
});
