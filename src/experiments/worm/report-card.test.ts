import { describe, expect, it } from 'vitest';
import { createCentreLineRows, createReportCard, nameClassKind } from './report-card.ts';

const agar = { speed: 2e-4, frequency: 0.5, wavelengths: 1.55, bend: 9000 };
const muscle = { drive: 'muscle', water: 0, length: 1e-3 } as const;

describe('the report card of a worm', () => {
  it('calls a slow animal with short waves a crawler, within all ranges on agar', () => {
    const card = createReportCard(agar, muscle);
    expect(card.gait).toBe('crawl');
    expect(card.rows.every(({ verdict }) => verdict === 'within')).toBe(true);
  });

  it('finds the same animal outside the ranges in water, and copes with what was not measured', () => {
    const card = createReportCard({ ...agar, wavelengths: null }, { ...muscle, water: 1 });
    expect(card.expected).toBe('swim');
    expect(card.gait).toBeNull();
    expect(card.rows.map(({ verdict }) => verdict)).toEqual(['within', 'outside', 'unknown', 'outside']);
  });

  it('does not praise a worm that crawls backward', () => {
    const { rows } = createReportCard({ ...agar, speed: -2e-4, wavelengths: -1.55 }, muscle);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['outside', 'within', 'outside', 'within']);
  });

  it('says of every row whether it was told, fitted or predicted, and which sources were not read', () => {
    const nameKinds = (drive: 'muscle' | 'modal' | 'reflex', water: number) =>
      createReportCard(agar, { ...muscle, drive, water }).rows.map(({ kind }) => kind);
    expect(nameKinds('muscle', 0)).toEqual(['fitted', 'input', 'input', 'fitted']);
    expect(nameKinds('muscle', 1)).toEqual(['fitted', 'input', 'input', 'predicted']);
    expect(nameKinds('modal', 0)).toEqual(['fitted', 'input', 'input', 'fitted']);
    expect(nameKinds('reflex', 0)).toEqual(['fitted', 'fitted', 'fitted', 'predicted']);
    expect(nameKinds('reflex', 1)).toEqual(new Array(4).fill('predicted'));
    const card = createReportCard(agar, muscle);
    expect(nameClassKind(card)).toBe('input');
    expect(card.rows.map(({ reading }) => reading)).toEqual(['cited', 'cited', 'cited', 'remembered']);
  });

  it('tells the wave and its slip, and holds the decay of the bend to life only where that was read', () => {
    const create = (water: number) =>
      createCentreLineRows(agar, createReportCard(agar, { ...muscle, water }), muscle.length, {
        bendDecay: 1.2,
        fourShapes: 0.97,
      });
    const [wave, slip, decay, shapes] = create(0);
    expect(wave!.value).toBeCloseTo(0.5 / 1.55, 12);
    expect(slip!.value).toBeCloseTo((0.2 * 1.55) / 0.5, 12);
    expect([slip, decay, shapes].map((row) => row!.verdict)).toEqual(['unknown', 'unknown', 'within']);
    expect(create(1).map(({ verdict }) => verdict)).toEqual(['unknown', 'outside', 'outside', 'unknown']);
  });
});
