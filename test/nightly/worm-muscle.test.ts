/** Muscle-driven crawling and swimming, against published ranges and against resistive-force theory. */
import { describe, expect, it } from 'vitest';
import { computeNetSpeed, runWorm, type WormRun } from '../../src/testing/runs/worm-runs.ts';

const run = (seconds: number, ...settings: string[]): WormRun => runWorm({ seconds, every: 0.5, settings });
const degrees = 180 / Math.PI;

describe('crawling on agar', () => {
  const usual = run(8);
  const speed = computeNetSpeed(usual, 4, 8);

  it('goes 0.20 mm/s, keeps its length and bends as a worm does', () => {
    expect(Math.abs(speed / 0.2 - 1)).toBeLessThan(0.15);
    expect(usual.metrics['contourMin']).toBeGreaterThan(0.97);
    expect(usual.metrics['endToEnd']).toBeGreaterThan(0.84);
    expect(usual.metrics['invertedMax']).toBe(0);
    expect(usual.metrics['frequency']).toBeCloseTo(0.5, 2);
  });

  it('solves its linear systems in few iterations', () => {
    const tight = run(8, 'solver.tolerance=1e-6');
    expect(tight.metrics['residualMax']).toBeLessThanOrEqual(1e-6);
    expect(tight.metrics['iterations']).toBeLessThanOrEqual(12);
    expect(usual.metrics['residualMax']).toBeLessThanOrEqual(1e-5);
    expect(usual.metrics['iterations']).toBeLessThanOrEqual(8);
  });

  it.each([
    ['muscles on agar', []],
    ['modes', ['drive.kind=modal']],
    ['reflexes', ['drive.kind=reflex']],
    ['muscles between agar and water', ['medium.water=0.5']],
    ['muscles in water', ['medium.water=1']],
  ])('is solved well enough when driven by %s: all but exact solutions go as far', (_how, settings) => {
    const [worm, exact] = [run(8, ...settings), run(8, 'solver.tolerance=1e-9', ...settings)];
    expect(Math.abs(worm.metrics['speed']! / exact.metrics['speed']! - 1)).toBeLessThan(1e-4);
    expect(Math.abs(worm.metrics['distance']! / exact.metrics['distance']! - 1)).toBeLessThan(3e-4);
  });

  it('does not depend on the time step', () => {
    expect(Math.abs(computeNetSpeed(run(8, 'solver.dt=0.01'), 4, 8) / speed - 1)).toBeLessThan(0.03);
  });

  it('does not depend on the mass', () => {
    const heavy = run(8, 'mass=3.2133e-6 kg');
    expect(Math.abs(computeNetSpeed(heavy, 4, 8) / speed - 1)).toBeLessThan(0.01);
  });

  it('turns by 15 to 25° per cycle with a bias of 0.1, to either side alike', () => {
    const [left, right] = [run(8, 'drive.bias=0.1'), run(8, 'drive.bias=-0.1')];
    const turn = (worm: WormRun) => (degrees * (worm.track[16]!.heading - worm.track[8]!.heading)) / 2;
    expect(turn(left)).toBeGreaterThan(15);
    expect(turn(left)).toBeLessThan(25);
    expect(Math.abs(turn(right) / turn(left) + 1)).toBeLessThan(0.1);
  });

  it('crawls backward as fast when the wave is reversed', () => {
    const backward = computeNetSpeed(run(8, 'drive.direction=-1'), 4, 8);
    expect(Math.abs(backward / speed + 1)).toBeLessThan(0.03);
  });

  it('crawls over bumps and over slippery and sticky patches', () => {
    const bumps = run(6, 'ground.kind=height-field', 'ground.relief.height=15 um');
    expect(computeNetSpeed(bumps, 2, 6)).toBeGreaterThan(0.1);
    const patches = run(
      6,
      'friction.patches=[{"shape":"rectangle","x":0.0007,"y":0,"sizeX":0.0004,"sizeY":0.002,"factor":0.3},{"shape":"circle","x":0.0015,"y":0,"diameter":0.0005,"factor":3}]',
    );
    expect(computeNetSpeed(patches, 2, 6)).toBeGreaterThan(0.1);
  });
});

describe('the mesh', () => {
  const usual = run(8);
  const speed = computeNetSpeed(usual, 4, 8);

  // `fine` is left to hand: 17 times as slow. Measured: 204.7 µm/s and a bend of 11.16 over 6 s, 7.4 % above the usual one.
  it('gives the same crawl with twice the sections: speed within 3 %, bend within 8 %', () => {
    const finer = run(8, 'mesh.sections=120');
    expect(Math.abs(computeNetSpeed(finer, 4, 8) / speed - 1)).toBeLessThan(0.03);
    const [less, more] = [usual.metrics['bend']!, finer.metrics['bend']!].sort((a, b) => a - b);
    expect(more! / less! - 1).toBeLessThan(0.08);
  });

  it("does not depend on Poisson's ratio", () => {
    const ratios = ['cuticle', 'lateral', 'muscle', 'core'].map((tissue) => `tissues.${tissue}.poisson=0.49`);
    const stiff = run(8, ...ratios);
    expect(Math.abs(computeNetSpeed(stiff, 4, 8) / speed - 1)).toBeLessThan(0.02);
    expect(Math.abs(stiff.metrics['bend']! / usual.metrics['bend']! - 1)).toBeLessThan(0.03);
  });
});

describe('media from agar to water', () => {
  it.each([0, 0.25, 0.5, 0.75, 0.9, 1])('at %s the worm goes as resistive-force theory has it', (water) => {
    const { metrics } = run(6, `medium.water=${water}`);
    expect(metrics['theoryRatio']).toBeGreaterThan(0.95);
    expect(metrics['theoryRatio']).toBeLessThan(1.05);
  });

  it('keeps its frequency when a drag coefficient changes', () => {
    expect(run(8, 'medium.agarAcross=0.032').metrics['frequency']).toBeCloseTo(0.5, 2);
  });
});

describe('turns and lesions', () => {
  it('coils to the ventral side without its dorsal muscles', () => {
    const { track, metrics } = run(6, 'lesions.paralyse=["MD*"]');
    expect(track[12]!.heading - track[4]!.heading).toBeLessThan(-1);
    expect(metrics['endToEndMin']).toBeLessThan(0.6);
  });

  it('makes omega turns up to the full bias, and its heading turns on and on', () => {
    for (const bias of [0.5, 0.8, 1]) {
      const { track, metrics } = run(4, `drive.bias=${bias}`);
      for (let i = 3; i < track.length; i++) expect(track[i]!.heading).toBeGreaterThan(track[i - 1]!.heading);
      expect(metrics['invertedMax']).toBeLessThan(50);
    }
  });

  it('differs by seed where there is noise, by about as much as animals do', () => {
    const speeds = [1, 2, 3, 4].map((seed) => {
      const worm = runWorm({ seconds: 8, seed, settings: ['drive.noise.rate=0.2', 'drive.noise.turn=0.1'] });
      return worm.metrics['speed']!;
    });
    const mean = speeds.reduce((sum, speed) => sum + speed, 0) / speeds.length;
    const deviation = Math.sqrt(speeds.reduce((sum, speed) => sum + (speed - mean) ** 2, 0) / (speeds.length - 1));
    expect(deviation / mean).toBeGreaterThan(0.01);
    expect(deviation / mean).toBeLessThan(0.4);
  });
});

describe('swimming in water', () => {
  // Six cycles of 1.8 Hz, the last four of them measured.
  const swim = (...settings: string[]): WormRun =>
    runWorm({ seconds: 3.34, every: 0.02, settings: ['medium.water=1', ...settings] });
  const water = swim();
  const speed = computeNetSpeed(water, 1.12, 3.34);

  it('does not depend on the number of steps', () => {
    expect(Math.abs(computeNetSpeed(swim('solver.substeps=3'), 1.12, 3.34) / speed - 1)).toBeLessThan(0.03);
    expect(water.metrics['iterations']).toBeLessThanOrEqual(16);
  });

  it('goes 0.18 to 0.24 mm/s, as resistive-force theory has it for its own movements', () => {
    expect(speed).toBeGreaterThan(0.18);
    expect(speed).toBeLessThan(0.24);
    expect(Math.abs(water.metrics['theoryRatio']! - 1)).toBeLessThan(0.05);
  });
});

describe('reflex', () => {
  it('makes a wave by itself that runs from head to tail on agar, and a faster one in water', () => {
    const agar = run(12, 'drive.kind=reflex');
    // At 0.8 Hz the measured half of it holds three cycles.
    const water = run(8, 'drive.kind=reflex', 'medium.water=1');
    for (const { metrics } of [agar, water]) {
      expect(metrics['waveDirection']).toBe(1);
      expect(metrics['speed']).toBeGreaterThan(0);
    }
    expect(water.metrics['frequency']!).toBeGreaterThan(agar.metrics['frequency']!);
  });
});

describe('a slope', () => {
  it('carries the body away where it is steeper than the friction, and not where it is not', () => {
    const still = ['drive.kind=modal', 'drive.alpha=0', 'friction.low=0.5', 'friction.high=0.5'];
    // The fast stick and slip of a body of 1 g crumples the head at the paper's damping of 10 ms.
    for (const tissue of ['cuticle', 'lateral', 'muscle', 'core']) still.push(`tissues.${tissue}.damping=0.02`);
    const [steep, gentle] = [0.7, 0.35].map((slope) =>
      runWorm({ seconds: 3, settings: [...still, `ground.slope=${slope}`] }),
    );
    expect(steep!.track[3]!.x - steep!.track[1]!.x).toBeGreaterThan(1);
    expect(Math.abs(gentle!.track[3]!.x - gentle!.track[1]!.x)).toBeLessThan(0.02);
  });
});
