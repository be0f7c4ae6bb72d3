import { describe, expect, it } from 'vitest';
import { type Coordination, createMyriapodCard } from './report-card.ts';

const walking = { phaseLag: 0.1, bodyLengthsPerCycle: 0.2, bodyLengthsPerSecond: 0.5, speed: 0.08 };

describe('the report card of a myriapod', () => {
  it('tells a centipede that walks like Scolopendra from one that does not', () => {
    const like = createMyriapodCard('centipede', walking, 'time');
    expect(like.rows.map(({ verdict }) => verdict)).toEqual([
      ...['within', 'within', 'within'],
      ...new Array(4).fill('unknown'),
    ]);
    expect([like.wave, like.waveVerdict]).toEqual(['retrograde', 'within']);
    const print = (offset: number) => createMyriapodCard('centipede', walking, 'time', offset).rows[4]!.verdict;
    expect([print(0.03), print(0.25)]).toEqual(['within', 'outside']);
    const bend = (gain: number) => createMyriapodCard('centipede', walking, 'time', null, gain).rows[6]!.verdict;
    expect([bend(0.9), bend(1.1), bend(2)]).toEqual(['outside', 'within', 'outside']);
    const unlike = createMyriapodCard('centipede', { ...walking, phaseLag: -0.16, bodyLengthsPerCycle: 0.1 }, 'time');
    expect(unlike.rows.map(({ verdict }) => verdict)).toEqual([
      ...['outside', 'outside', 'within'],
      ...new Array(4).fill('unknown'),
    ]);
    expect([unlike.wave, unlike.waveVerdict]).toEqual(['direct', 'outside']);
  });

  it('wants the wave of a millipede the other way round, and claims nothing that is not published', () => {
    const card = createMyriapodCard('millipede', { ...walking, phaseLag: -0.08 }, 'time');
    expect(card.waveVerdict).toBe('within');
    expect(card.rows.every(({ verdict }) => verdict === 'unknown')).toBe(true);
    const print = (offset: number) => createMyriapodCard('millipede', walking, 'time', offset).rows[4]!.verdict;
    expect([print(0.03), print(0.6)]).toEqual(['outside', 'within']);
    expect(createMyriapodCard('house-centipede', walking, 'time').waveVerdict).toBe('unknown');
    expect(createMyriapodCard('house-centipede', { ...walking, speed: 0.6 }, 'time').rows[3]!.verdict).toBe('outside');
  });

  it('has no wave where legs step together or not at all', () => {
    expect(createMyriapodCard('centipede', { ...walking, phaseLag: 0.01 }, 'time').wave).toBeNull();
    const none = createMyriapodCard('centipede', {}, 'time');
    expect([none.wave, none.waveVerdict]).toEqual([null, 'outside']);
    expect(none.rows.every(({ value, verdict }) => value === null && verdict === 'unknown')).toBe(true);
  });

  it('says of every row whether it was told, fitted or predicted', () => {
    const nameKinds = (coordination: Coordination) =>
      createMyriapodCard('centipede', walking, coordination).rows.map(({ kind }) => kind);
    expect(nameKinds('time')).toEqual(['fitted', 'fitted', 'input', 'input', 'predicted', 'fitted', 'predicted']);
    expect(nameKinds('phase')[0]).toBe('input');
    expect(nameKinds('speed')[0]).toBe('predicted');
  });

  it('finds a centipede that walks backward outside', () => {
    const card = createMyriapodCard('centipede', { ...walking, bodyLengthsPerSecond: -0.5 }, 'time');
    expect(card.rows[2]!.verdict).toBe('outside');
  });
});
