/**
 * Any file that the schema allows runs, or is refused in words that name a place in it; any broken one is refused so. Ten
 * of each animal here, a hundred in the nightly run, which also draws what mostly costs time: fine meshes and fine steps.
 * Heavy bodies run for less than the two seconds.
 */
import { describe, expect, it } from 'vitest';
import { animalNames } from '../src/animals/registry.ts';
import { listBrokenFaults, listRandomFaults } from '../src/testing/random/animals.ts';

const costly = ['mesh', 'solver', 'body.triangles', 'body.sizes.cells', 'body.drawn', 'scene.animals'];

describe.each(animalNames)('%s', (name) => {
  it('runs or is refused in words, with parameters anywhere in their ranges', () => {
    expect(listRandomFaults(name, { count: 10, seconds: 2, work: 1.2e6, leaveOut: costly })).toEqual([]);
  }, 300_000);

  it('is refused at a place of the file when that is broken', () => {
    expect(listBrokenFaults(name, 200)).toEqual([]);
  });
});
