import { describe, expect, it } from 'vitest';
import type { SignalSpec } from '../../engine/contract/types.ts';
import { SignalHistory } from './signal-history.ts';
import { createStrips } from './strip-model.ts';
import { readSamples } from './strip-samples.ts';

const speed: SignalSpec = { name: 'speed', unit: 'm/s', size: 1, range: [-1, 1], about: '' };
const [strip] = createStrips([speed], 0.3);
const series = strip!.series[0]!;

function record(steps: number): SignalHistory {
  const history = new SignalHistory([speed], 0.01);
  history.add(
    0,
    Float32Array.from({ length: steps }, (_, i) => i / 1000),
  );
  return history;
}

describe('samples of a line', () => {
  it('are the last ten seconds, evenly, in the unit shown, the newest last', () => {
    const { values, interval, start } = readSamples(strip!, series, record(2000), 1500)!;
    expect(values.at(-1)).toBeCloseTo(1500, 3);
    expect(values.at(-1)! - values.at(-2)!).toBeCloseTo(1000 * 0.1 * interval, 3);
    expect(values.length).toBeLessThanOrEqual(512);
    expect(start).toBeCloseTo(15 - (values.length - 1) * interval, 9);
    expect(start).toBeCloseTo(5, 1);
  });

  it('are missing while too little has run', () => {
    expect(readSamples(strip!, series, record(10), 9)).toBeUndefined();
  });
});
