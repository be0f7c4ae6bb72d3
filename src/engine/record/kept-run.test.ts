import { describe, expect, it } from 'vitest';
import {
  createKeptRunDocument,
  formatKeptRuns,
  isKeptRunsDocument,
  type KeptRun,
  KeptRunError,
  type KeptRuns,
  parseKeptRun,
  parseKeptRuns,
} from './kept-run.ts';
import { fc } from '../../testing/property.ts';

const path = fc.stringMatching(/^[a-z][A-Za-z.]{0,20}$/u);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  fc.constant(null),
  fc.array(fc.integer(), { maxLength: 4 }),
);
const hash = fc.stringMatching(/^[0-9a-f]{16}$/u);
const edits = fc
  .array(fc.record({ step: fc.nat(1e9), path, value }), { maxLength: 8 })
  .map((list) => list.sort((a, b) => a.step - b.step));

const run: fc.Arbitrary<KeptRun> = fc.record(
  {
    animal: fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/u),
    settings: fc.array(fc.tuple(path, value), { maxLength: 5 }),
    seed: fc.maxSafeInteger(),
    edits,
    step: fc.nat(1e9),
    hash,
    hashes: fc.array(fc.tuple(fc.nat(1e9), hash), { minLength: 1, maxLength: 4 }),
    look: fc.record({ camera: fc.constantFrom('follow', 'top'), window: fc.constantFrom(2, 8), parts: fc.boolean() }),
  },
  { requiredKeys: ['animal', 'settings', 'seed', 'edits', 'step'] },
);

function throughJson(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document));
}

describe('kept runs', () => {
  it('come back from JSON as they were', () => {
    fc.assert(
      fc.property(run, (kept) => {
        expect(parseKeptRun(throughJson(createKeptRunDocument(kept)))).toEqual(kept);
      }),
      { numRuns: 200 },
    );
  });

  it('are read from anything, or refused in a sentence', () => {
    const anything = fc.anything({ maxDepth: 3, withBigInt: false });
    const almost = fc.record({
      animal: fc.constantFrom('lamprey', 7, '../x', ''),
      seed: fc.oneof(fc.constant(1), anything),
      schedule: fc.oneof(fc.constant([]), fc.array(fc.oneof(fc.tuple(fc.integer(), path, value), anything)), anything),
      step: fc.oneof(fc.nat(1e9), anything),
      look: anything,
    });
    fc.assert(
      fc.property(fc.oneof(anything, almost), (document) => {
        try {
          const { step, seed } = parseKeptRun(document);
          expect(Number.isSafeInteger(step) && step >= 0 && Number.isSafeInteger(seed)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(KeptRunError);
          expect((error as Error).message).toMatch(/\.$/u);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    [{ animal: 'lamprey', step: 1e12 }, /whole number from 0 to 1000000000: got 1000000000000/u],
    [{ animal: 'lamprey', step: Number.NaN }, /whole number/u],
    [
      {
        animal: 'lamprey',
        schedule: [
          [5, 'a', 1],
          [4, 'a', 1],
        ],
      },
      /not in the order of its steps/u,
    ],
    [{ animal: 'lamprey', schedule: Array.from({ length: 50_001 }, () => [0, 'a', 1]) }, /at most 50000 are read/u],
    [{ animal: 'lamprey', hash: 'ABC' }, /is a hash: got "ABC"/u],
    [{ animal: '<b>' }, /The animal of a run is a name/u],
    [{ animal: 'lamprey', seed: 0.5 }, /A seed is a whole number/u],
  ])('refuses %o', (document, said) => {
    expect(() => parseKeptRun(document)).toThrow(said);
  });
});

const two: KeptRuns = {
  current: 2,
  branches: [
    { id: 1, from: 0, title: 'Start', animal: 'lamprey', settings: [['segments', 20]], seed: 1, edits: [], step: 400 },
    {
      id: 2,
      parent: 1,
      from: 30,
      title: 'Brainstem right 0.4',
      animal: 'lamprey',
      settings: [],
      seed: 1,
      edits: [{ step: 30, path: 'brainstem.right', value: 0.4 }],
      step: 90,
    },
  ],
};

describe('files of runs', () => {
  it('come back as they were', () => {
    const document: unknown = JSON.parse(formatKeptRuns(two));
    expect(isKeptRunsDocument(document)).toBe(true);
    expect(parseKeptRuns(document)).toEqual(two);
  });

  it.each([
    [(file: Record<string, unknown>) => ({ ...file, format: 'x' }), /not a file of runs/u],
    [
      (file: Record<string, unknown>) => ({ ...file, version: 2 }),
      /version 2 are unknown; this program reads version 1/u,
    ],
    [(file: Record<string, unknown>) => ({ ...file, current: 7 }), /Run 7 is not in the file/u],
    [(file: Record<string, unknown>) => ({ ...file, branches: [] }), /no numbers of their own/u],
    [(file: Record<string, unknown>) => ({ ...file, branches: 3 }), /The list of runs is a list: got 3/u],
    [
      (file: Record<string, unknown>) => ({ ...file, branches: (file['branches'] as object[]).slice(1) }),
      /came from one that is not in it/u,
    ],
  ])('are refused in words when they are wrong (%#)', (spoil, said) => {
    expect(() => parseKeptRuns(spoil(JSON.parse(formatKeptRuns(two)) as Record<string, unknown>))).toThrow(said);
  });
});
