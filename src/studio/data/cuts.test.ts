import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings, getFamily } from '../../engine/families/descriptions.ts';
import { locateCut, readCuts } from './cuts.ts';
import { listCutRows } from './strip-model.ts';

describe('cuts of a cord', () => {
  it('are read from the description, and lie between two rows of its segments', () => {
    const desc = applySettings(describeAnimal('lamprey'), ['lesions.cutAfter=[20]']);
    const { handles } = getFamily(desc).solver.compile(desc);
    expect(readCuts({ desc, handles })).toEqual([20]);
    expect(listCutRows({ rows: 100 }, handles.cuts!.segments, [20])).toEqual([20]);
    expect(listCutRows({ rows: 9 }, handles.cuts!.segments, [20])).toEqual([]);
    expect(readCuts(undefined)).toEqual([]);
  });

  it('are found along the body', () => {
    expect(locateCut(50, 100, 11)).toEqual({ index: 5, share: 0 });
    expect(locateCut(20, 100, 11).index).toBe(2);
  });
});
