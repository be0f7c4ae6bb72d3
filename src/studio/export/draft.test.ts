import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../../animals/registry.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { chooseWhat, type Draft, createChoice, createDraft, findProblem, listOffers, readSize } from './draft.ts';

function open(animal: string): SystemInfo {
  const desc = describeAnimal(animal);
  const { frame, signals } = getFamily(desc).solver.compile(desc);
  return { desc, layout: frame, signals } as unknown as SystemInfo;
}

const info = open('lamprey');
const draft = createDraft(info, 2.34567, [800, 451]);

describe('offers', () => {
  it('has at least a picture, a film, a table, an animation and a creature file for every animal', () => {
    for (const animal of animalNames) {
      const free = listOffers(open(animal)).flatMap(({ what, refused }) => (refused === undefined ? [what] : []));
      expect(free, animal).toEqual(expect.arrayContaining(['picture', 'film', 'csv', 'gltf', 'creature']));
    }
  });

  it('says why a format is not for an animal', () => {
    const refusals = listOffers(info).flatMap(({ what, refused }) => (refused === undefined ? [] : [[what, refused]]));
    expect(refusals).toEqual([['wcon', 'This run is of lamprey, and WCON is for worms.']]);
  });
});

describe('a draft', () => {
  it('begins with the whole run and the signals that are not details', () => {
    expect([draft.from, draft.to]).toEqual([0, 2.34567]);
    expect(draft.signals.length).toBeGreaterThan(3);
    expect(draft.signals.length).toBeLessThan(info.signals.length);
    expect(findProblem({ ...draft, what: 'csv' })).toBeUndefined();
  });

  it.each([
    [{ what: 'csv', signals: [] }, /at least one signal/u],
    [{ what: 'gltf', to: 0 }, /after the beginning/u],
    [{ what: 'film', from: Number.NaN }, /numbers of seconds/u],
    [{ what: 'film', to: 1e5 }, /at most 3600 s/u],
  ])('says what is wrong with %o', (change, said) => {
    expect(findProblem({ ...draft, ...change })).toMatch(said);
    expect(findProblem({ ...draft, ...change, what: 'picture' })).toBeUndefined();
  });

  it('becomes a choice with the rate of its kind', () => {
    expect(createChoice({ ...draft, what: 'csv' })).toMatchObject({ format: 'csv', range: { rate: 0 } });
    expect(createChoice({ ...draft, what: 'gltf' })).toEqual({
      kind: 'format',
      format: 'gltf',
      range: { from: 0, to: 2.34567, rate: 30 },
    });
    expect(readSize({ ...draft, size: 'view' })).toEqual([800, 451]);
    expect(createChoice({ ...draft, what: 'film' })).toMatchObject({ size: [1280, 720] });
  });
});

describe('a film', () => {
  it('is proposed of the last ten seconds of a long run, and of all of a short one', () => {
    const long = { from: 0, to: 81.6, what: 'picture' } as Draft;
    expect(chooseWhat(long, 'film').from).toBeCloseTo(71.6);
    expect(chooseWhat(long, 'csv').from).toBe(0);
    expect(chooseWhat({ ...long, to: 4 }, 'film').from).toBe(0);
    expect(chooseWhat({ ...long, from: 3 }, 'film').from).toBe(3);
  });
});
