import { describe, expect, it } from 'vitest';
import { type SignalSpec, standardSignals } from '../../engine/contract/types.ts';
import { computeLiveMetrics } from './live-metrics.ts';
import { SignalHistory } from './signal-history.ts';

const signals: SignalSpec[] = [
  ...standardSignals,
  { name: 'bend', unit: 'rad', size: 3, range: [-1, 1], about: '' },
  { name: 'fire.left', unit: '1', size: 4, range: [0, 2], about: '', detail: true },
];
const rowLength = 12;

/** Rows of an animal that swims at 0.5 m/s along 30° and bends at 4 Hz. */
function createRows(first: number, count: number, dt: number): Float32Array {
  const rows = new Float32Array(rowLength * count);
  for (let i = 0; i < count; i++) {
    const time = (first + i) * dt;
    const bend = 0.3 * Math.sin(2 * Math.PI * 4 * time);
    const along = 0.5 * time;
    const heading = Math.PI / 6;
    rows.set(
      [along * Math.cos(heading), along * Math.sin(heading), 0, heading, 0.5, 0, bend, 0, 0, 1, 2, 3],
      rowLength * i,
    );
  }
  return rows;
}

describe('signal history', () => {
  it('gives numbers as they were and details as bytes of their range', () => {
    const history = new SignalHistory(signals, 0.005);
    history.add(0, createRows(0, 300, 0.005));
    expect(history.lastStep).toBe(299);
    expect(history.read(history.places.get('speed')!, 299)).toBe(0.5);
    expect(history.read(history.places.get('speed')!, 300)).toBeNaN();
    expect([...history.readBytes(history.places.get('fire.left')!, 10)!]).toEqual([0, 128, 255, 255]);
    expect(history.readBytes(history.places.get('fire.left')!, -1)).toBeUndefined();
  });

  it('forgets the future of a fork, inside a chunk and beyond', () => {
    const history = new SignalHistory(signals, 0.005);
    history.add(0, createRows(0, 700, 0.005));
    history.truncate(100);
    const speed = history.places.get('speed')!;
    expect(history.lastStep).toBe(100);
    expect(history.read(speed, 100)).toBe(0.5);
    for (const step of [101, 255, 256, 699]) expect(history.read(speed, step)).toBeNaN();
    expect(history.truncations).toBe(1);
  });

  it('stays within its memory by dropping the oldest', () => {
    const history = new SignalHistory(signals, 0.005, 100_000);
    for (let first = 0; first < 20_000; first += 500) history.add(first, createRows(first, 500, 0.005));
    const speed = history.places.get('speed')!;
    expect(history.read(speed, 0)).toBeNaN();
    expect(history.read(speed, 19_999)).toBe(0.5);
  });
});

describe('live metrics', () => {
  it('measure speed, rhythm and heading', () => {
    const history = new SignalHistory(signals, 0.005);
    history.add(0, createRows(0, 1000, 0.005));
    const metrics = computeLiveMetrics(history, 999);
    expect(metrics.speed).toBeCloseTo(0.5, 4);
    expect(metrics.frequency).toBeCloseTo(4, 2);
    expect(metrics.heading).toBeCloseTo(Math.PI / 6, 5);
  });

  it('say that there is no rhythm when nothing bends', () => {
    const history = new SignalHistory(signals, 0.005);
    history.add(0, new Float32Array(rowLength * 100));
    expect(computeLiveMetrics(history, 99)).toEqual({ speed: 0, frequency: NaN, heading: 0 });
  });
});
