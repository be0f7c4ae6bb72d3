import { describe, expect, test } from 'vitest';
import { collectFolders, drawGraph, reduceGraph, replaceDrawing } from '../../tools/diagram.mjs';

const createGraph = (edges: Record<string, string[]>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));
const listEdges = (graph: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...graph].flatMap(([from, targets]) => [...targets].map((to) => `${from} → ${to}`)).sort();

describe('folders', () => {
  const file = (source: string, ...imports: string[]) => ({
    source,
    dependencies: imports.map((resolved) => ({ resolved })),
  });

  test('are those of the engine one by one, and the others whole', () => {
    const graph = collectFolders([
      file('src/engine/bodies/fem/step.ts', 'src/engine/math/rng.ts', 'src/engine/bodies/fem/drag.ts', 'node:fs'),
      file('src/engine/door.ts', 'src/engine/math/rng.ts'),
      file('src/studio/views/panel.tsx', 'src/engine/math/rng.ts', 'node_modules/react/index.js'),
      file('src/engine/math/rng.ts'),
    ]);
    expect(listEdges(graph)).toEqual(['engine → engine/math', 'engine/bodies → engine/math', 'studio → engine/math']);
  });

  test('are not those of tests', () => {
    const graph = collectFolders([
      file('src/engine/math/rng.test.ts', 'src/animals/registry.ts'),
      file('src/testing/sample.ts', 'src/animals/registry.ts'),
      file('src/animals/registry.ts', 'src/testing/sample.ts'),
    ]);
    expect([...graph.keys()]).toEqual(['animals']);
    expect(listEdges(graph)).toEqual([]);
  });
});

describe('reduction', () => {
  test('leaves out an arrow where another way leads to the same place', () => {
    const graph = createGraph({ a: ['b', 'c', 'd'], b: ['c', 'd'], c: ['d'], d: [], e: ['d', 'b'] });
    expect(listEdges(reduceGraph(graph))).toEqual(['a → b', 'b → c', 'c → d', 'e → b']);
  });

  test('keeps both sides of a diamond', () => {
    const graph = createGraph({ a: ['b', 'c', 'd'], b: ['d'], c: ['d'], d: [] });
    expect(listEdges(reduceGraph(graph))).toEqual(['a → b', 'a → c', 'b → d', 'c → d']);
  });

  test('makes one node of folders that import each other', () => {
    const graph = createGraph({ a: ['c'], b: ['c', 'e'], c: ['d'], d: ['b', 'e'], e: [] });
    expect(listEdges(reduceGraph(graph))).toEqual(['a → b ↔ c ↔ d', 'b ↔ c ↔ d → e']);
  });
});

test('a drawing begins at the top and does not depend on the order of files', () => {
  const one = drawGraph(
    createGraph({ 'engine/math': [], cli: ['node', 'exports'], node: ['engine/math'], exports: [] }),
  );
  const two = drawGraph(
    createGraph({ exports: [], node: ['engine/math'], cli: ['exports', 'node'], 'engine/math': [] }),
  );
  expect(one).toBe(two);
  expect(one.split('\n')).toEqual([
    '```mermaid',
    'flowchart TD',
    '  engine_math["engine/math"]',
    '  cli --> node & exports',
    '  node --> engine_math',
    '```',
  ]);
});

test('only what is between the marks is exchanged', () => {
  const text = 'a\n<!-- imports: node tools/diagram.mjs -->\nold\n<!-- end of imports -->\nb\n';
  const drawn = replaceDrawing(text, 'new');
  expect(drawn).toBe(text.replace('old', 'new'));
  expect(replaceDrawing(drawn, 'new')).toBe(drawn);
  expect(() => replaceDrawing('a', 'new')).toThrow('ARCHITECTURE.md needs the lines');
});
