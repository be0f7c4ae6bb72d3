import { describe, expect, it } from 'vitest';
import { createMyriapodCard } from './report-card.ts';

const walking = { phaseLag: 0.1, bodyLengthsPerCycle: 0.2, bodyLengthsPerSecond: 0.5, speed: 0.08 };

describe('the report card of a myriapod', () => {
  it('tells a centipede that walks like Scolopendra from one that does not', () => {
    const like = createMyriapodCard('centipede', walking);
    expect(like.rows.map(({ verdict }) => verdict)).toEqual(['within', 'within', 'within', 'unknown']);
    expect([like.wave, like.waveVerdict]).toEqual(['retrograde', 'within']);
    const unlike = createMyriapodCard('centipede', { ...walking, phaseLag: -0.16, bodyLengthsPerCycle: 0.1 });
    expect(unlike.rows.map(({ verdict }) => verdict)).toEqual(['outside', 'outside', 'within', 'unknown']);
    expect([unlike.wave, unlike.waveVerdict]).toEqual(['direct', 'outside']);
  });

  it('wants the wave of a millipede the other way round, and claims nothing that is not published', () => {
    const card = createMyriapodCard('millipede', { ...walking, phaseLag: -0.08 });
    expect(card.waveVerdict).toBe('within');
    expect(card.rows.every(({ verdict }) => verdict === 'unknown')).toBe(true);
    expect(createMyriapodCard('house-centipede', walking).waveVerdict).toBe('unknown');
    expect(createMyriapodCard('house-centipede', { ...walking, speed: 0.6 }).rows[3]!.verdict).toBe('outside');
  });

  it('has no wave where legs step together or not at all', () => {
    expect(createMyriapodCard('centipede', { ...walking, phaseLag: 0.01 }).wave).toBeNull();
    const none = createMyriapodCard('centipede', {});
    expect([none.wave, none.waveVerdict]).toEqual([null, 'outside']);
    expect(none.rows.every(({ value, verdict }) => value === null && verdict === 'unknown')).toBe(true);
  });
});
