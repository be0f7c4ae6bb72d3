import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkComments, checkMarkdown, checkProject, createTree, listAnchors } from '../../tools/check-links.mjs';

const tree = createTree([
  'README.md',
  'docs/guide.md',
  'docs/my picture.png',
  'src/engine/math/rng.ts',
  'src/engine/math/sparse/csr.ts',
  'src/engine/bodies/soft/step.ts',
  'src/engine/bodies/soft/step-lane.ts',
  'src/animals/worm/paper.md',
  'src/animals/worm/desc.ts',
  'tools/build.mjs',
]);
const anchors = listAnchors(
  '# The guide\n\n## What `run` does, and why\n\n## Twice\n\n## Twice\n\n```\n# no heading\n```\n',
);

function findBroken(text: string, path = 'README.md'): string[] {
  return checkMarkdown(path, text, tree, () => anchors).map((found) => `${found.line} ${found.text}`);
}

describe('links of a document', () => {
  test.each([
    ['[a](docs/guide.md) and ![b](<docs/my%20picture.png>) and [c](https://example.org/x.md)', []],
    ['[a](guide.md)', ['1 guide.md']],
    ['text\n[a]: docs/absent.md', ['2 docs/absent.md']],
    ['<img src="docs/absent.png">', ['1 docs/absent.png']],
    ['[a](docs/guide.md#what-run-does-and-why) [b](docs/guide.md#twice-1) [c](#the-guide)', []],
    ['[a](docs/guide.md#twice-2)', ['1 docs/guide.md#twice-2']],
    ['[a](docs/guide.md#no-heading)', ['1 docs/guide.md#no-heading']],
    ['`[a](absent.md)` is how a link is written', []],
  ])('%s', (text, broken) => {
    expect(findBroken(text)).toEqual(broken);
  });

  test('are relative to the document', () => {
    expect(findBroken('[a](../README.md)', 'docs/guide.md')).toEqual([]);
    expect(findBroken('[a](README.md)', 'docs/guide.md')).toEqual(['1 README.md']);
  });
});

describe('paths in code', () => {
  test.each([
    ['`src/engine/math/rng.ts`, short `engine/math/rng.ts` and `math/rng.ts:12`', []],
    ['`engine/maths/rng.ts`', ['1 engine/maths/rng.ts']],
    ['`bodies/rigid`', ['1 bodies/rigid']],
    ['`bodies/soft` and `src/engine/`', []],
    ['`engine/bodies/soft/step*.ts`, `animals/*/paper.md`, `src/**/csr.ts`, `src/animals/NAME/desc.ts`', []],
    ['`engine/bodies/soft/jump*.ts`', ['1 engine/bodies/soft/jump*.ts']],
    ['`bodies/soft/{step,step-lane}.ts`', []],
    ['`bodies/soft/{step,jump}.ts`', ['1 bodies/soft/{step,jump}.ts']],
    ['`node tools/build.mjs` and `node tools/absent.mjs`', ['1 tools/absent.mjs']],
    ['```sh\nnode tools/absent.mjs\n```', ['2 tools/absent.mjs']],
    ['`application/json`, `km/h`, `/run`, `bestiary import octopus.md`, `--set a=b`, `[0, 1]`', []],
  ])('%s', (text, broken) => {
    expect(findBroken(text)).toEqual(broken);
  });

  test('a name alone is a file of the folder named before it in the line, or of any', () => {
    expect(findBroken('`engine/bodies/soft/step.ts`, `step-lane.ts`; `src/animals/` with `desc.ts`')).toEqual([]);
    expect(findBroken('`engine/bodies/soft/step.ts`, `rng.ts`')).toEqual(['1 rng.ts']);
    expect(findBroken('`engine/bodies/soft/step.ts`\n`rng.ts` and `absent.ts`')).toEqual(['2 absent.ts']);
  });
});

describe('files that comments name', () => {
  const findNamed = (text: string, path = 'src/engine/math/rng.ts'): string[] =>
    checkComments(path, text, tree).map((found) => `${found.line} ${found.text}`);

  test.each([
    ['/** As in ./sparse/csr.ts, engine/bodies/soft/step.ts, csr.ts (below) and tools/build.mjs. */', []],
    ['// See step.ts: it is in another folder.', ['1 step.ts']],
    ['const a = 1;\n/**\n * See `../absent.ts`.\n */', ['3 ../absent.ts']],
    ['import { a } from "./absent.ts"; // see bodies/absent.ts', ['1 bodies/absent.ts']],
    ['const name = "absent.ts";', []],
  ])('%s', (text, broken) => {
    expect(findNamed(text)).toEqual(broken);
  });
});

test('a whole project is read, and packages and builds are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bestiary-links-'));
  const write = (path: string, text: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write('README.md', '[a](docs/a.md#there) [b](docs/a.md#absent)');
  write('docs/a.md', '# There\n');
  write('src/a.ts', '// See b.ts.\n');
  write('node_modules/x/README.md', '[a](absent.md)');
  write('dist/README.md', '[a](absent.md)');
  const { documents, problems } = checkProject(folder);
  rmSync(folder, { recursive: true });
  expect(documents).toEqual(['README.md', 'docs/a.md']);
  expect(problems.map(({ path, text }) => `${path} ${text}`)).toEqual(['README.md docs/a.md#absent', 'src/a.ts b.ts']);
});
