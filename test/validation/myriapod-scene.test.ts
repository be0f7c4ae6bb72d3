import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/engine/model/problem.ts';
import { createSphereMesh } from '../../src/engine/mesh/triangles/sphere.ts';
import { readSignal, start, straight, unit, walk } from '../../src/testing/runs/centipede-run.ts';

const halfWidth = 1.211 * unit;
const ball = createSphereMesh(1, 2);
const listTriples = (values: Float64Array | Uint32Array): number[][] =>
  Array.from({ length: values.length / 3 }, (_, i) => Array.from(values.subarray(3 * i, 3 * i + 3)));
const meshObstacle = (x: number, y: number, scale: number) => ({
  ...{ kind: 'mesh', x, y, scale },
  ...{ vertices: listTriples(ball.positions), triangles: listTriples(ball.triangles) },
});

function findProblem(settings: string[]): { path: string; got: string } {
  try {
    start('centipede', settings);
  } catch (error) {
    if (error instanceof ModelError) return error.problems[0]!;
    throw error;
  }
  return { path: 'accepted', got: '' };
}

describe('several animals', () => {
  it('meet head-on, side on and from behind, and never touch', () => {
    const starts = [
      { x: 0, y: 0 },
      { x: 0.35, y: 0.01, turn: Math.PI },
      { x: 0.17, y: 0.3, turn: -Math.PI / 2 },
    ];
    const simulation = start('centipede', [
      'scene.animals=3',
      `scene.starts=${JSON.stringify(starts)}`,
      'brain.wanderRate=0',
    ]);
    let [least, avoided] = [Infinity, 0];
    const ways: number[] = [0, 0, 0];
    let before: number[][] | undefined;
    walk(simulation, 9, (signals) => {
      least = Math.min(least, readSignal(simulation, signals, 'animals.gap')[0]!);
      if (readSignal(simulation, signals, 'brain.mode')[0] === 2) avoided += 1;
      const heads = ['heads.x', 'heads.y'].map((name) => Array.from(readSignal(simulation, signals, name)));
      ways.forEach((_, k) => {
        if (before !== undefined)
          ways[k]! += Math.hypot(heads[0]![k]! - before[0]![k]!, heads[1]![k]! - before[1]![k]!);
      });
      before = heads;
    });
    expect(avoided).toBeGreaterThan(20);
    expect(least).toBeGreaterThan(0);
    for (const way of ways) expect(way).toBeGreaterThan(0.3);
  });

  it('walk as one alone does where nobody is near, and the seed decides all', () => {
    const far = `scene.starts=${JSON.stringify([{}, { x: 5, y: 5, turn: 1 }])}`;
    const alone = walk(start('centipede', [straight]), 4).metrics;
    const { simulation, metrics } = walk(start('centipede', [straight, 'scene.animals=2', far]), 4);
    for (const name of ['phaseLag', 'dutyFactor', 'speed', 'frequency']) expect(metrics[name]).toBe(alone[name]);
    const again = walk(start('centipede', [straight, 'scene.animals=2', far]), 4).simulation;
    expect(again.hash()).toBe(simulation.hash());
  });

  it('are steered one at a time, the first unless another is chosen', () => {
    const far = `scene.starts=${JSON.stringify([{}, { x: 0, y: 1 }])}`;
    const turn = ['control.manual=1', 'control.turn=0.5', 'scene.animals=2', far, 'brain.wanderRate=0'];
    const [first, second] = [1, 2].map((animal) => {
      const { arrays } = walk(start('centipede', [...turn, `control.animal=${animal}`]), 4).simulation.state;
      return Array.from(arrays['heading']!);
    });
    expect(first![0]).toBeGreaterThan(0.3);
    expect(Math.abs(first![1]!)).toBeLessThan(0.01);
    expect(Math.abs(second![0]!)).toBeLessThan(0.01);
    expect(second![1]).toBeGreaterThan(0.3);
  });

  it('need room, an animal to steer, and ground seen from above', () => {
    const near = `scene.starts=${JSON.stringify([{}, { y: 0.02 }])}`;
    expect(findProblem(['scene.animals=2', near])).toMatchObject({ path: 'scene.starts[1]' });
    expect(findProblem(['control.animal=2'])).toMatchObject({ path: 'control.animal' });
    expect(findProblem(['scene.animals=2', 'scene.terrain=sphere'])).toMatchObject({ path: 'scene.animals' });
    expect(findProblem([near])).toMatchObject({ path: 'scene.starts' });
  });
});

describe('mesh obstacles', () => {
  const obstacles = [meshObstacle(0.25, 0.01, 0.05), meshObstacle(0.42, 0.09, 0.06), { x: 0.42, y: -0.07 }];

  it('are walked around on the way to food, without a touch', () => {
    const settings = [`scene.obstacles=${JSON.stringify(obstacles)}`, 'scene.foods=[{"x":0.6,"y":0}]'];
    const { metrics, simulation } = walk(start('centipede', settings), 16);
    expect(metrics['foodEaten']).toBe(1);
    expect(metrics['obstacleGapMin']).toBeGreaterThan(halfWidth);
    const drawn = simulation.system.frame.surfaces.filter(({ name }) => name.startsWith('obstacle'));
    expect(drawn.map(({ kind, vertexCount }) => [kind, vertexCount])).toEqual([
      ['skin', 162],
      ['skin', 162],
    ]);
  });

  it('are refused around food, on the start, open, or a thousand times too large', () => {
    const place = (obstacle: object): string => `scene.obstacles=${JSON.stringify([obstacle])}`;
    const rock = meshObstacle(0.25, 0, 0.05);
    expect(findProblem([place(rock), 'scene.foods=[{"x":0.26}]'])).toMatchObject({ path: 'scene.foods[0]' });
    expect(findProblem([place(meshObstacle(-0.05, 0, 0.03))])).toMatchObject({ path: 'scene.obstacles[0]' });
    const open = { ...rock, triangles: rock.triangles.slice(1) };
    expect(findProblem([place(open)])).toMatchObject({
      path: 'scene.obstacles[0]',
      got: expect.stringContaining('open edges'),
    });
    expect(findProblem([place({ ...rock, scale: 50 })])).toMatchObject({
      path: 'scene.obstacles[0]',
      got: 'a mesh 100 m across for an animal 0.163 m long',
    });
    expect(findProblem([place({ kind: 'mesh', x: 0.3 })])).toMatchObject({ got: 'no triangles' });
  });
});

describe('shallow water', () => {
  it.each([
    ['plane', 'scene.water.level=0.006'],
    ['hills', 'scene.water.level=0.002'],
  ])('over %s is stirred by wading legs and keeps its volume, and the gait stays', (terrain, level) => {
    const ground = [
      `scene.terrain=${terrain}`,
      ...(terrain === 'hills' ? ['scene.bumpHeight=0.02', 'scene.bumpLength=0.2'] : []),
      'scene.water.kind=pond',
      'scene.water.cell=0.02',
    ];
    const simulation = start('centipede', [straight, ...ground, level]);
    let [first, drift, swing] = [NaN, 0, 0];
    const { metrics } = walk(simulation, 6, (signals) => {
      const volume = readSignal(simulation, signals, 'water.volume')[0]!;
      if (Number.isNaN(first)) first = volume;
      drift = Math.max(drift, Math.abs(volume / first - 1));
      swing = Math.max(swing, readSignal(simulation, signals, 'water.swing')[0]!);
    });
    expect(first).toBeGreaterThan(1e-4);
    expect(drift).toBeLessThan(1e-9);
    expect(swing).toBeGreaterThan(2e-4);
    expect(Math.abs(metrics['phaseLag']! - 0.097)).toBeLessThan(0.01);
    expect(metrics['coherence']).toBeGreaterThan(0.98);
    expect(Math.abs(metrics['speed']! - 0.08)).toBeLessThan(0.001);
    const surface = simulation.system.frame.surfaces.find(({ name }) => name === 'water')!;
    expect(surface).toMatchObject({ kind: 'mesh', look: 'water', vertexCount: 41 * 41 });
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    expect(frame.every(Number.isFinite)).toBe(true);
  });

  it('is refused where it cannot be', () => {
    const pond = 'scene.water.kind=pond';
    expect(findProblem([pond, 'scene.terrain=none'])).toMatchObject({ code: 'other-kind', path: 'scene.water.kind' });
    expect(findProblem([pond, 'scene.water.level=-0.01']).path).toBe('scene.water.level');
    expect(findProblem([pond, 'scene.water.level=0.01', 'scene.water.cell=0.002']).path).toBe('scene.water.cell');
  });
});
