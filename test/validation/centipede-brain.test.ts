import { describe, expect, it } from 'vitest';
import { readSignal, start, straight, unit, walk } from '../../src/testing/runs/centipede-run.ts';

const halfWidth = 1.211 * unit;

describe('steering', () => {
  for (const degrees of [20, 40]) {
    it(`the body follows the head’s track at ${degrees}°/s`, () => {
      const simulation = start('centipede', [straight]);
      walk(simulation, 3);
      simulation.setControl('control.turn', (degrees * Math.PI) / 180);
      const track: number[][] = [];
      let tail: number[] = [];
      const heading = simulation.state.arrays['heading']![0]!;
      walk(simulation, 6, (signals) => {
        const [x, y] = [readSignal(simulation, signals, 'midline.x'), readSignal(simulation, signals, 'midline.y')];
        track.push([x[0]!, y[0]!]);
        tail = [x[17]!, y[17]!];
      });
      const apart = track.map(([x, y]) => Math.hypot(x! - tail[0]!, y! - tail[1]!));
      expect(Math.min(...apart)).toBeLessThan(halfWidth / 2);
      // All of the body has turned, less what lies between the head and the middle of the body.
      const turned = ((simulation.state.arrays['heading']![0]! - heading) * 180) / Math.PI;
      const behind = (degrees * 0.5 * 17 * 0.9079) / 8;
      expect(Math.abs(turned - (6 * degrees - behind))).toBeLessThan(0.08 * 6 * degrees);
    });
  }

  it('a long body that is hitched between its segments goes in the head’s track where one hitched to centres cuts the corner', () => {
    const [centre, between] = [0, 0.8].map((hitch) => {
      const settings = ['body.segments=60', 'body.cells=2', 'controller.targeter.turnRate=3'];
      const simulation = start('centipede', [straight, ...settings, `controller.targeter.hitch=${hitch}`]);
      walk(simulation, 2.5);
      simulation.setControl('control.turn', 0.7);
      const track: number[][] = [];
      let tail: number[] = [];
      walk(simulation, 8, (signals) => {
        const [x, y] = [readSignal(simulation, signals, 'midline.x'), readSignal(simulation, signals, 'midline.y')];
        track.push([x[0]!, y[0]!]);
        tail = [x[59]!, y[59]!];
      });
      return Math.min(...track.map(([x, y]) => Math.hypot(x! - tail[0]!, y! - tail[1]!)));
    });
    expect(between).toBeLessThan(halfWidth / 2);
    expect(centre).toBeGreaterThan(1.5 * between!);
  });

  it('stands still when told to, on its feet', () => {
    const simulation = start('centipede', [straight]);
    walk(simulation, 3);
    simulation.setControl('control.speed', 0);
    walk(simulation, 1);
    const { metrics } = walk(simulation, 1);
    expect(metrics['distance']).toBeLessThan(0.002);
    expect(metrics['dutyFactor']).toBeGreaterThan(0.95);
  });
});

describe('foraging', () => {
  it('eats four foods one after the other', () => {
    const foods = [
      { x: 0.3, y: 0.15 },
      { x: 0.1, y: 0.45 },
      { x: -0.25, y: 0.35 },
      { x: -0.2, y: -0.05 },
    ];
    const simulation = start('centipede', [`scene.foods=${JSON.stringify(foods)}`, 'brain.foodOrder=listed']);
    const times: number[] = [];
    walk(simulation, 24, (signals) => {
      const eaten = readSignal(simulation, signals, 'food.eaten')[0]!;
      if (eaten === times.length + 1) {
        times.push(simulation.time);
        expect(simulation.state.arrays['foodEaten']![eaten - 1]).toBe(1);
      }
    });
    expect(times.length).toBe(4);
    times.forEach((time, i) => {
      expect(time - (times[i - 1] ?? 0)).toBeLessThan(8);
    });
  });

  it('finds its way to food between six cylinders and touches none', () => {
    const obstacles = [
      { x: 0.15, y: 0.03 },
      { x: 0.25, y: -0.08 },
      { x: 0.3, y: 0.08 },
      { x: 0.4, y: -0.02 },
      { x: 0.12, y: -0.12 },
      { x: 0.45, y: 0.12 },
    ];
    const settings = [`scene.obstacles=${JSON.stringify(obstacles)}`, 'scene.foods=[{"x":0.6,"y":0}]'];
    const { metrics } = walk(start('centipede', settings), 18);
    expect(metrics['foodEaten']).toBe(1);
    expect(metrics['obstacleGapMin']).toBeGreaterThan(halfWidth);
  });

  it('is not trapped by a wall', () => {
    const wall = 'scene.obstacles=[{"kind":"box","x":0.25,"y":0,"length":0.04,"width":0.6}]';
    const simulation = start('centipede', [wall, 'brain.wanderRate=0']);
    const heads: number[][] = [];
    const { metrics } = walk(simulation, 8, (signals) => {
      const [x, y] = ['midline.x', 'midline.y'].map((name) => readSignal(simulation, signals, name)[0]!);
      heads.push([x!, y!]);
    });
    const [before, after] = [heads[4 * 240]!, heads.at(-1)!];
    expect(metrics['obstacleGapMin']).toBeGreaterThan(halfWidth);
    expect(Math.hypot(after[0]! - before[0]!, after[1]! - before[1]!)).toBeGreaterThan(0.2);
  });

  it('follows a path', () => {
    const path = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => ({ x: 0.1 + 0.08 * i, y: 0.1 * Math.sin(i) }));
    const simulation = start('centipede', [`scene.path=${JSON.stringify(path)}`]);
    const heads: number[][] = [];
    walk(simulation, 11, (signals) => {
      heads.push([readSignal(simulation, signals, 'midline.x')[0]!, readSignal(simulation, signals, 'midline.y')[0]!]);
    });
    for (const { x, y } of path.slice(1, 7)) {
      const apart = Math.min(...heads.map((head) => Math.hypot(head[0]! - x, head[1]! - y)));
      expect(apart).toBeLessThan(0.035);
    }
  });
});

describe('chance', () => {
  const scene = ['scene.randomObstacles=6', 'scene.randomFoods=2', 'scene.terrain=pebbles'];

  it('is the seed’s alone: same seed, same run', () => {
    const [a, b, c] = [5, 5, 6].map((seed) => walk(start('centipede', scene, seed), 2).simulation.hash());
    expect(a).toBe(b);
    expect(c).not.toBe(a);
  });

  it('places nothing on the animal and no food in an obstacle', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { arrays } = start('centipede', ['scene.randomObstacles=12', 'scene.randomFoods=6'], seed).state;
      const [places, foods] = [arrays['obstaclePlaces']!, arrays['foodPlaces']!];
      for (let i = 0; i < 12; i++) {
        const [x, y] = [places[3 * i]!, places[3 * i + 1]!];
        const along = Math.min(0, Math.max(-16, x));
        expect(Math.hypot(x - along, y)).toBeGreaterThan(3 + 2.4);
        for (let k = 0; k < 6; k++) expect(Math.hypot(x - foods[3 * k]!, y - foods[3 * k + 1]!)).toBeGreaterThan(3);
      }
    }
  });
});
