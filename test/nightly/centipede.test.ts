import { describe, expect, it } from 'vitest';
import { publishedRules } from '../../src/experiments/myriapod/paper/published-rules.ts';
import { readSignal, start, straight, walk } from '../../src/testing/runs/centipede-run.ts';

describe('myriapods, at length', () => {
  it('two hundred segments walk in one wave', () => {
    const { metrics } = walk(start('centipede', [straight, 'body.segments=200', 'body.cells=2']), 30);
    expect(Math.abs(metrics['phaseLag']! - 0.1)).toBeLessThan(0.005);
    expect(metrics['coherence']).toBeGreaterThan(0.98);
    expect(Math.abs(metrics['tailSpeedRatio']! - 1)).toBeLessThan(0.01);
    expect(Math.abs(metrics['linkStretch']! - 1)).toBeLessThan(0.003);
  });

  it('both integrators keep the same gait for 20 s, and over bumps', () => {
    const [fast, paper] = ['fast', 'paper'].map(
      (integrator) => walk(start('centipede', [straight, `integrator=${integrator}`]), 20).metrics,
    );
    for (const name of ['frequency', 'dutyFactor', 'phaseLag', 'speed'])
      expect(Math.abs(fast![name]! / paper![name]! - 1)).toBeLessThan(0.02);
    const rough = ['fast', 'paper'].map(
      (integrator) =>
        walk(start('centipede', [straight, 'scene.terrain=bumps', `integrator=${integrator}`]), 10).metrics,
    );
    expect(Math.abs(rough[0]!['speed']! / rough[1]!['speed']! - 1)).toBeLessThan(0.02);
    expect(Math.abs(rough[0]!['dutyFactor']! - rough[1]!['dutyFactor']!)).toBeLessThan(0.05);
  });

  it('tunes the wave by the time of ADJUST and the speed of the legs', () => {
    // The pose of the authors' program, for which the table was measured.
    const lateAdjust = [
      'controller.gait.adjustTime=0.02',
      'controller.gait.adjustAngle=24 deg',
      'controller.gait.adjustLift=3 deg',
    ];
    const measure = (...settings: string[]) =>
      walk(start('centipede', [straight, ...lateAdjust, ...settings]), 10).metrics;
    const table = [
      [['controller.gait.adjustTime=0.04'], 0.214, 0.58],
      [['controller.gait.adjustTime=0.06'], 0.269, 0.58],
      [['controller.gait.swingRatio=8.59'], 0.132, 0.74],
      [['controller.gait.swingRatio=12.886', 'controller.gait.adjustTime=0.015'], 0.102, 0.81],
    ] as const;
    for (const [settings, lag, duty] of table) {
      const metrics = measure(...settings);
      expect(Math.abs(metrics['phaseLag']! - lag)).toBeLessThan(0.012);
      expect(Math.abs(metrics['dutyFactor']! / duty - 1)).toBeLessThan(0.05);
      expect(metrics['coherence']).toBeGreaterThan(0.98);
    }
  });

  it('keeps the wave of the paper’s rules from twelve random starts', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { metrics } = walk(
        start('centipede', [straight, ...publishedRules, 'controller.gait.start=random'], seed),
        24,
      );
      expect(Math.abs(metrics['phaseLag']! - 0.19), `seed ${seed}`).toBeLessThan(0.06);
      expect(metrics['coherence'], `seed ${seed}`).toBeGreaterThan(0.98);
      expect(Math.abs(metrics['dutyFactor']! - 0.58), `seed ${seed}`).toBeLessThan(0.02);
    }
  });

  it('keeps its wave over bumps when lift-offs travel down the body', () => {
    const token = ['scene.terrain=bumps', 'controller.gait.coordination=token'];
    const { metrics } = walk(start('centipede', [straight, ...token, 'controller.gait.kneeAngle=0.45']), 20);
    expect(metrics['coherence']).toBeGreaterThan(0.93);
    expect(metrics['phaseLag']).toBeGreaterThan(0.05);
    expect(metrics['bodyHeightMin']).toBeGreaterThan(0.015);
  });

  it('breaks its wave when the paper’s rule 4 spares standing legs', () => {
    const sparing = ['controller.gait.minStance=5', 'controller.gait.start=random'];
    const { metrics } = walk(start('centipede', [straight, ...sparing], 3), 10);
    expect(metrics['lagSpread']).toBeGreaterThan(0.05);
  });

  it('walks all around a ball, upside down included, at its height', () => {
    const simulation = start('centipede', [straight, 'scene.terrain=sphere']);
    let [lowest, highest, below] = [Infinity, 0, 0];
    walk(simulation, 60, (signals) => {
      if (simulation.time < 5) return;
      const height = readSignal(simulation, signals, 'bodyHeight.mean')[0]!;
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
      // The ball's centre is 25 cm under its top.
      below = Math.min(below, signals[2]!);
    });
    expect(lowest).toBeGreaterThan(0.9 * 0.01761);
    expect(highest).toBeLessThan(1.1 * 0.01761);
    expect(below).toBeLessThan(-0.49);
  });

  it('walks on the skull for a minute', () => {
    const simulation = start('centipede', ['scene.terrain=skull', 'scene.meshSize=0.4', 'brain.wanderRate=0.2']);
    let [sum, count] = [0, 0];
    const { metrics } = walk(simulation, 60, (signals) => {
      if (simulation.time < 5) return;
      sum += readSignal(simulation, signals, 'bodyHeight.mean')[0]!;
      count += 1;
    });
    expect(Math.abs(sum / count / 0.01761 - 1)).toBeLessThan(0.1);
    expect(metrics['bodyHeightMin']).toBeGreaterThan(0);
    expect(metrics['speed']).toBeGreaterThan(0.05);
  });

  it('roams a hundred random scenes for a minute: never stuck for ten seconds, never down', () => {
    const grounds = ['plane', 'bumps', 'hills', 'pebbles'];
    for (let seed = 1; seed <= 100; seed++) {
      const terrain = grounds[seed % 4]!;
      const bumps = terrain === 'plane' ? [] : ['scene.bumpHeight=0.003'];
      const settings = [`scene.terrain=${terrain}`, ...bumps, 'scene.randomObstacles=8'];
      const simulation = start('centipede', [...settings, 'scene.randomFoods=4'], seed);
      const heads: number[][] = [];
      let steps = 0;
      const { metrics } = walk(simulation, 60, (signals) => {
        steps += 1;
        if (steps % 24 !== 0) return;
        const head = ['midline.x', 'midline.y'].map((name) => readSignal(simulation, signals, name)[0]!);
        heads.push(head);
        const earlier = heads.at(-101);
        if (earlier === undefined) return;
        const farthest = Math.max(...heads.slice(-101).map(([x, y]) => Math.hypot(x! - head[0]!, y! - head[1]!)));
        expect(farthest, `seed ${seed}, ${simulation.time.toFixed(1)} s`).toBeGreaterThan(0.05);
      });
      expect(metrics['bodyHeightMin'], `seed ${seed}`).toBeGreaterThan(0.01);
      expect(metrics['obstacleGapMin'], `seed ${seed}`).toBeGreaterThan(0.012);
      expect(metrics['foodEaten'], `seed ${seed}`).toBeGreaterThan(0);
    }
  });
});
