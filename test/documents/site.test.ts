/** The site of the documents as it is built: every link and heading is there, nothing comes from elsewhere, and it lies anywhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { parseSync } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { relocatePage, relocateScript } from '../../tools/site-relocate.mjs';
import { parseHelp } from '../../tools/site-reference.mjs';
import { listFields } from '../../tools/site-schema.mjs';
import { buildSite } from '../../tools/site.mjs';
import { runJson } from '../cli/program.ts';

describe('the built site', () => {
  let folder: string;
  const pages = new Map<string, { readonly html: string; readonly anchors: ReadonlySet<string> }>();

  beforeAll(async () => {
    folder = await buildSite();
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const page = name.split(path.sep).join('/');
      if (!page.endsWith('.html') || page.startsWith('studio/')) continue;
      const html = readFileSync(path.join(folder, name), 'utf8');
      const anchors = new Set([...html.matchAll(/\bid="([^"]+)"/gu)].map(([, id]) => decode(id!)));
      pages.set(page, { html, anchors });
    }
  }, 600_000);

  const decode = (text: string): string => decodeURIComponent(text.replaceAll('&amp;', '&'));

  it('has every link and every heading that a page names', () => {
    const broken: string[] = [];
    for (const [page, { html }] of pages) {
      // The page of what is not there is shown in any folder.
      if (page === '404.html') continue;
      for (const [, href] of html.matchAll(/<a [^>]*href="([^"]*)"/gu)) {
        if (/^[a-z]+:/u.test(href!)) continue;
        const [target, anchor] = decode(href!).split('#');
        const file = target === '' ? page : path.posix.join(path.posix.dirname(page), target!.split('?')[0]!);
        const wanted = file.endsWith('/') ? `${file}index.html` : file;
        if (!existsSync(path.join(folder, wanted))) broken.push(`${page}: ${href}`);
        else if (anchor !== undefined && anchor !== '' && pages.get(wanted)?.anchors.has(anchor) === false)
          broken.push(`${page}: ${href} (no such heading)`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('takes nothing from another host, and names no place where it lies', () => {
    for (const [page, { html }] of pages) {
      expect([...html.matchAll(/<(?:script|link|img|iframe)[^>]* (?:src|href)="(?:https?:)?\/[^"]*"/gu)], page).toEqual(
        [],
      );
      expect(html.replaceAll(/_BESTIARY_SITE_BASE_/gu, ''), page).not.toContain('BESTIARY_SITE_BASE');
    }
  });

  it('has a page for every animal and every command, and an index to search', async () => {
    const { json } = (await runJson('list')) as { json: { readonly name: string }[] };
    for (const { name } of json) {
      expect(pages.has(`animals/${name}.html`), name).toBe(true);
      expect(pages.has(`reference/animals/${name}.html`), name).toBe(true);
    }
    expect(pages.has('reference/commands/run.html')).toBe(true);
    expect(pages.get('reference/animals/lamprey.html')!.html).toContain('brainstem.left');
    const chunks = readdirSync(path.join(folder, 'assets/chunks'));
    expect(chunks.some((name) => name.includes('localSearchIndex'))).toBe(true);
    expect(existsSync(path.join(folder, 'studio/index.html'))).toBe(true);
  });

  it('shows what programs generate in the pages that include it', () => {
    for (const [page, { html }] of pages) expect(html, page).not.toContain('@include');
    expect(pages.get('animals/lamprey.html')!.html).toContain('lamprey/fig-3/steady');
    expect(pages.get('reference/errors.html')!.html).toContain('out-of-range');
  });
});

describe('what makes the site', () => {
  it('puts the site’s folder into pages and scripts', () => {
    expect(relocatePage('<head></head><a href="/BESTIARY_SITE_BASE/x.html">', '../')).toMatch(
      /^<head><script>window\.siteBase=new URL\("\.\.\/",location\.href\)\.pathname<\/script>.*<\/head><a href="\.\.\/x\.html">$/u,
    );
    const script =
      'const a="/BESTIARY_SITE_BASE/x",b=`<a href="/BESTIARY_SITE_BASE/y">${a}`,c=\'{"u":"/BESTIARY_SITE_BASE/z"}\';';
    const moved = relocateScript(script, (text) => parseSync('script.js', text).program);
    const found = runInNewContext(`${moved} [a, b, JSON.parse(c).u].join(' ')`, {
      window: { siteBase: '/deep/' },
    }) as string;
    expect(found).toBe('/deep/x <a href="/deep/y">/deep/x /deep/z');
    expect(relocateScript('x', () => expect.unreachable())).toBe('x');
  });

  it('reads help texts, wrapped lines too', () => {
    const text =
      'Does it.\n\nUsage: bestiary do A\n\nOptions\n  A       one\n          and more\n  --two   second\n\nExamples\n  do it   so\n';
    expect(parseHelp(text)).toEqual({
      summary: 'Does it.',
      usage: 'bestiary do A',
      sections: [
        {
          title: 'Options',
          rows: [
            ['A', 'one and more'],
            ['--two', 'second'],
          ],
        },
        { title: 'Examples', rows: [['do it', 'so']] },
      ],
    });
  });

  it('lists a field of some kinds with their names, and one of all kinds once', () => {
    const number = { type: 'number' };
    const branch = (kind: string, more: object) => ({
      type: 'object',
      properties: { kind: { const: kind }, size: number, ...more },
    });
    const schema = {
      type: 'object',
      properties: { scene: { discriminator: 'kind', oneOf: [branch('open', {}), branch('bottle', { neck: number })] } },
    };
    const fields = listFields(schema).map(({ path: at, onlyWith }) => [at, onlyWith]);
    expect(fields).toEqual([
      ['scene.kind', ''],
      ['scene.size', ''],
      ['scene.neck', 'kind: bottle'],
    ]);
  });
});
