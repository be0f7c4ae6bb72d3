/**
 * Code that V8 has compiled for one simulation serves the next of the same animal: the objects that a step reads have the same
 * hidden class each time. An object put together with `...` may get a new one whenever it is made; every function that reads it is
 * then compiled again for each run of a study, up to twice as slow in between. So what a step reads is listed field by field.
 */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { expect, it } from 'vitest';
import { describeAnimal } from '../src/animals/registry.ts';
import { type SetUp, setUp } from '../src/engine/sim/set-up.ts';

setFlagsFromString('--allow-natives-syntax');
const haveSameShape = runInThisContext('(a, b) => %HaveSameMap(a, b)') as (a: object, b: object) => boolean;

/** What a step does not read. */
const outside = ['desc', 'frame', 'handles', 'signals', 'metrics', 'validated', 'controls', 'stateSpecs', 'fields'];
const deepest = 6;
/** How many are made, and compared after as many as it takes V8 to know the code that makes them. */
const made = 10;
const known = 6;

function addChanged(paths: Set<string>, a: unknown, b: unknown, path: string, seen: Set<object>): void {
  if (!isPlain(a) || !isPlain(b) || a === b || seen.has(a)) return;
  seen.add(a);
  if (!haveSameShape(a, b)) paths.add(path);
  if (path.split('.').length > deepest) return;
  for (const [key, value] of Object.entries(a))
    if (!outside.includes(key)) addChanged(paths, value, (b as Record<string, unknown>)[key], `${path}.${key}`, seen);
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

it.each(['lamprey', 'worm', 'house-centipede', 'stingray'])('every %s has objects of the same shape', (name) => {
  const changed = new Set<string>();
  let before: SetUp | undefined;
  for (let i = 0; i < made; i++) {
    const next = setUp(describeAnimal(name), 1);
    if (before !== undefined && i > known) {
      addChanged(changed, before.system, next.system, 'system', new Set());
      addChanged(changed, before.lanes.scratches[0], next.lanes.scratches[0], 'scratch', new Set());
    }
    before = next;
  }
  expect([...changed]).toEqual([]);
});
