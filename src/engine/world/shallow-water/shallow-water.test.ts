import { describe, expect, it } from 'vitest';
import { createWaterTriangles, setWaterVertices } from './surface.ts';
import { moveTipInWater, pushWater } from './push.ts';
import {
  computeWaterVolume,
  createShallowWater,
  createWaterSurface,
  type ShallowWater,
  stepShallowWater,
  type WaterSurface,
} from './shallow-water.ts';

const basin = { columns: 41, rows: 41, cell: 0.1, x: -2, y: -2, gravity: 9.8, viscosity: 0 };

function createBasin(
  changes: Partial<typeof basin> = {},
  bed: (x: number, y: number) => number = () => 0,
): ShallowWater {
  const settings = { ...basin, ...changes };
  const heights = Float64Array.from({ length: settings.columns * settings.rows }, (_, at) =>
    bed(
      settings.x + settings.cell * (at % settings.columns),
      settings.y + settings.cell * Math.floor(at / settings.columns),
    ),
  );
  return createShallowWater(settings, heights);
}

function setWave(surface: WaterSurface, wave: (index: number) => number): void {
  for (const heights of [surface.heights, surface.previous])
    for (let i = 0; i < heights.length; i++) heights[i]! += wave(i);
}

const shore = (x: number, y: number): number => 0.4 * x + 0.3 * Math.sin(3 * y) + 0.2 * Math.cos(5 * x);

function computeSwing(surface: WaterSurface, level: number): number {
  return surface.heights.reduce((most, height) => Math.max(most, Math.abs(height - level)), 0);
}

describe('shallow water', () => {
  it('stays at rest over an uneven bed with islands and shores', () => {
    const water = createBasin({}, shore);
    const surface = createWaterSurface(water, 0.25);
    const start = surface.heights.slice();
    expect(start.some((height, i) => height === water.bed[i])).toBe(true);
    for (let step = 0; step < 200; step++) stepShallowWater(water, surface, 0.03);
    surface.heights.forEach((height, i) => expect(Math.abs(height - start[i]!)).toBeLessThan(1e-12));
  });

  it.each([0.2, 0.8])('carries a long wave at √(g d) for a depth of %s', (depth) => {
    const water = createBasin({ columns: 101, rows: 3, cell: 0.05 });
    const surface = createWaterSurface(water, depth);
    // A standing wave of one half length between the walls: it turns over in length / speed.
    const length = 101 * 0.05;
    setWave(surface, (i) => 0.001 * Math.cos((Math.PI * ((i % 101) + 0.5)) / 101));
    const dt = 0.002;
    let crossed = 0;
    let before = surface.heights[0]! - depth;
    for (let step = 1; crossed === 0 && step < 5000; step++) {
      stepShallowWater(water, surface, dt);
      const now = surface.heights[0]! - depth;
      if (now <= 0) crossed = dt * (step - 1 + before / (before - now));
      before = now;
    }
    // From crest to level is a quarter of the period 2 L / c.
    expect(length / (2 * crossed) / Math.sqrt(9.8 * depth)).toBeGreaterThan(0.98);
    expect(length / (2 * crossed) / Math.sqrt(9.8 * depth)).toBeLessThan(1.02);
  });

  it('spreads a ripple alike to all sides, at the speed of the waves', () => {
    const water = createBasin();
    const surface = createWaterSurface(water, 0.3);
    pushWater(water, surface, 0, 0, 0.3, 0.01);
    for (let step = 0; step < 40; step++) stepShallowWater(water, surface, 0.01);
    const at = (i: number, j: number): number => surface.heights[(20 + j) * 41 + 20 + i]! - 0.3;
    let [peak, front] = [0, 0];
    for (let i = 0; i <= 20; i++) {
      for (const other of [at(-i, 0), at(0, i), at(0, -i)]) expect(Math.abs(other - at(i, 0))).toBeLessThan(2e-5);
      peak = Math.max(peak, Math.abs(at(i, 0)));
    }
    expect(peak).toBeGreaterThan(2e-4);
    for (let i = 0; i <= 20; i++) if (Math.abs(at(i, 0)) > 0.1 * peak) front = 0.1 * i;
    // It began in a ring out to 0.6 m and ran for 0.4 s at √(9.8 · 0.3) = 1.71 m/s.
    expect(front).toBeGreaterThan(0.45 + 0.69 - 0.15);
    expect(front).toBeLessThan(0.6 + 0.69 + 0.15);
  });

  it('keeps its volume among pushes, shores and large steps', () => {
    const water = createBasin({ viscosity: 0.01 }, shore);
    const surface = createWaterSurface(water, 0.25);
    const volume = computeWaterVolume(water, surface);
    expect(volume).toBeGreaterThan(0.5);
    for (let step = 0; step < 400; step++) {
      const turn = 0.1 * step;
      const place = (phase: number) => ({
        x: 1.5 * Math.cos(phase),
        y: 1.5 * Math.sin(phase),
        immersion: 0.1 * Math.sin(3 * phase),
      });
      moveTipInWater(water, surface, 0.2, place(turn), place(turn + 0.1));
      stepShallowWater(water, surface, step % 3 === 0 ? 0.2 : 0.01);
      surface.heights.forEach((height, i) => {
        if (!(height >= water.bed[i]!)) throw new Error(`Column ${i} is ${height}, below its bed, in step ${step}.`);
      });
      expect(Math.abs(computeWaterVolume(water, surface) / volume - 1)).toBeLessThan(1e-9);
    }
  });

  it('runs down a slope into a dry basin and comes to rest there', () => {
    const water = createBasin({ viscosity: 0.05 }, (x) => Math.abs(x) * 0.3);
    const surface = createWaterSurface(water, -1);
    setWave(surface, (i) => (i % 41 > 35 ? 0.2 : 0));
    const volume = computeWaterVolume(water, surface);
    for (let step = 0; step < 1500; step++) stepShallowWater(water, surface, 0.03);
    expect(computeWaterVolume(water, surface) / volume).toBeCloseTo(1, 9);
    const wet = Array.from(surface.heights).filter((height, i) => height > water.bed[i]! + 1e-3);
    expect(wet.length).toBeGreaterThan(41 * 5);
    expect(Math.max(...wet) - Math.min(...wet)).toBeLessThan(0.02);
    // The high end, where it began, is dry again.
    expect(surface.heights[40]! - water.bed[40]!).toBeLessThan(1e-3);
  });

  it('is stable for steps of any size', () => {
    for (const dt of [1e-4, 0.1, 10, 1e4]) {
      const water = createBasin();
      const surface = createWaterSurface(water, 0.3);
      setWave(surface, (i) => 0.05 * Math.sin(12.9898 * i));
      for (let step = 0; step < 100; step++) stepShallowWater(water, surface, dt);
      expect(computeSwing(surface, 0.3)).toBeLessThan(0.15);
    }
  });

  it('calms down, the sooner the more viscous', () => {
    const swings = [0, 0.005, 0.02].map((viscosity) => {
      const water = createBasin({ viscosity });
      const surface = createWaterSurface(water, 0.3);
      setWave(surface, (i) => 0.02 * Math.cos((Math.PI * ((i % 41) + 0.5)) / 41));
      let swing = 0;
      // The last of two and a half periods of 4.8 s.
      for (let step = 0; step < 1200; step++) {
        stepShallowWater(water, surface, 0.01);
        if (step >= 720) swing = Math.max(swing, computeSwing(surface, 0.3));
      }
      return swing;
    });
    expect(swings[1]).toBeLessThan(0.7 * swings[0]!);
    expect(swings[2]).toBeLessThan(0.5 * swings[1]!);
  });

  it('is left alone by a leg that rests, and gets a wake behind one that moves', () => {
    const water = createBasin({ columns: 121 });
    const surface = createWaterSurface(water, 0.3);
    const rest = { x: 0, y: 0, immersion: 0.1 };
    moveTipInWater(water, surface, 0.15, rest, rest);
    expect(computeSwing(surface, 0.3)).toBe(0);
    let last = { x: -1, y: 0, immersion: 0 };
    for (let step = 0; step < 100; step++) {
      const next = { x: -1 + 0.05 * step, y: 0, immersion: 0.1 };
      moveTipInWater(water, surface, 0.15, last, next);
      last = next;
      stepShallowWater(water, surface, 0.01);
    }
    // 5 m/s is three times the speed of waves: behind it all is stirred, ahead nothing.
    const behind = surface.heights
      .subarray(20 * 121 + 20, 20 * 121 + 50)
      .reduce((m, h) => Math.max(m, Math.abs(h - 0.3)), 0);
    const ahead = surface.heights
      .subarray(20 * 121 + 90, 20 * 121 + 120)
      .reduce((m, h) => Math.max(m, Math.abs(h - 0.3)), 0);
    expect(behind).toBeGreaterThan(1e-3);
    expect(ahead).toBeLessThan(1e-2 * behind);
  });

  it('is drawn at its columns', () => {
    const water = createBasin({ columns: 3, rows: 2, x: 1, y: 2 }, (x) => (x > 1.15 ? 5 : 0));
    const vertices = new Float32Array(1 + 18);
    setWaterVertices(vertices, 1, water, createWaterSurface(water, 0.5), 2);
    expect(Array.from(vertices.subarray(1, 7))).toEqual([2, 4, 1, 2.2, 4, 1].map((value) => expect.closeTo(value, 5)));
    expect(vertices[9]).toBeLessThan(10);
    expect(Array.from(createWaterTriangles(water)).slice(0, 6)).toEqual([0, 1, 4, 0, 4, 3]);
  });

  it.each([
    [{ columns: 1 }, '1 × 41'],
    [{ cell: 0 }, 'cell 0'],
    [{ viscosity: 2 }, 'viscosity 2'],
  ])('refuses what is no water', (changes, got) => {
    expect(() => createBasin(changes)).toThrow(got);
    expect(() => createBasin({}, () => NaN)).toThrow('height NaN');
    expect(() => createShallowWater(basin, new Float64Array(3))).toThrow('3 heights');
  });
});
