import { describe, expect, it } from 'vitest';
import { createBoxMesh } from '../../../../testing/meshes/triangle-shapes.ts';
import { ModelError } from '../../../model/problem.ts';
import { computeHeight, setDistance } from '../../../world/distance/signed-distance.ts';
import { computeWaterVolume } from '../../../world/shallow-water/shallow-water.ts';
import { myriapodSchema, type MyriapodDesc } from '../schema.ts';
import { getMyriapodGround } from './ground.ts';
import { computePondSwing, computePondVolume, createPond, createPondScratch, setPondStart, stepPond } from './pond.ts';
import { checkScene, createScene, listStarts } from './setup.ts';

function describeScene(scene: object): MyriapodDesc {
  return myriapodSchema().parse({
    schemaVersion: 2,
    animal: 'centipede',
    title: 'Centipede',
    body: { kind: 'hybrid' },
    controller: { kind: 'legs' },
    scene: { terrain: 'plane', ...scene },
  });
}

/** The path and hint of the first problem. */
function findProblem(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ModelError) return `${error.problems[0]!.path}: ${error.problems[0]!.got}`;
    throw error;
  }
  return 'none';
}

describe('grounds', () => {
  const sample = new Float64Array(4);
  const getGround = (scene: object) => getMyriapodGround(describeScene(scene).scene, 16);

  it.each([
    ['plane', {}, null, false],
    ['plane', { slope: 0.2 }, 'drawn', false],
    ['bumps', {}, 'drawn', false],
    ['gaps', {}, 'drawn', false],
    ['blocks', {}, 'drawn', false],
  ] as const)('%s %j', (terrain, more, drawn, closed) => {
    const ground = getGround({ terrain, ...more })!;
    expect(ground.mesh === null ? null : 'drawn').toBe(drawn);
    expect(ground.closed).toBe(closed);
    expect(Number.isFinite(ground.lowest)).toBe(closed);
    // Far above is outside; just below the surface is inside.
    setDistance(sample, ground.terrain, -8, 0, 30);
    expect(sample[0]).toBeGreaterThan(10);
    expect(Math.hypot(sample[1]!, sample[2]!, sample[3]!)).toBeCloseTo(1, 6);
  });

  it('has blocks by default that a walk meets, whichever way it goes', () => {
    const { terrain } = getGround({ terrain: 'blocks' })!;
    for (let way = 0; way < 8; way++) {
      const [c, s] = [Math.cos((Math.PI * way) / 4), Math.sin((Math.PI * way) / 4)];
      let met = 0;
      // 75 cm, less than ten seconds of the centipede, as wide as its legs reach.
      for (let along = 5; along < 80; along += 0.25)
        for (let side = -3; side <= 3; side += 0.25) {
          setDistance(sample, terrain, along * c - side * s, along * s + side * c, 0.05);
          if (sample[0]! < 0) met += 1;
        }
      expect(met, `${45 * way} degrees`).toBeGreaterThan(0);
    }
  });

  it('none is nothing below; the same scene is built once', () => {
    expect(getGround({ terrain: 'none' })).toBeNull();
    expect(getGround({ slope: 0.1 })).toBe(getGround({ slope: 0.1, foods: [{ x: 1, y: 1 }] }));
    expect(getGround({ slope: 0.1 })).not.toBe(getGround({ slope: 0.11 }));
  });

  it('slopes fall as they are told', () => {
    const { terrain } = getGround({ slope: 0.2, slopeAcross: -0.1 })!;
    expect(computeHeight(terrain, 10, 0)).toBeCloseTo(-10 * Math.tan(0.2), 9);
    expect(computeHeight(terrain, 0, 10)).toBeCloseTo(10 * Math.tan(0.1), 9);
  });

  it('a closed mesh lies with its top under the middle of the body', () => {
    const side = [-0.2, 0.2];
    const vertices = side.flatMap((z) => side.flatMap((y) => side.map((x) => [x, y, z])));
    const { triangles } = createBoxMesh(1, 1, 1);
    const corners = Array.from({ length: 12 }, (_, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3)));
    const { terrain, closed, lowest } = getGround({ terrain: 'mesh', vertices, triangles: corners })!;
    expect(closed).toBe(true);
    expect(lowest).toBeCloseTo(-40, 9);
    setDistance(sample, terrain, -8, 0, 1.5);
    expect(Array.from(sample)).toEqual([1.5, 0, 0, 1].map((value) => expect.closeTo(value, 3) as number));
  });

  it('trenches need ground between them', () => {
    const problem = findProblem(() => getGround({ terrain: 'gaps', gapWidth: 0.05, gapSpacing: 0.04 }));
    expect(problem).toMatch(/^scene\.gapSpacing/);
  });
});

describe('things of a scene', () => {
  const create = (scene: object) => {
    const desc = describeScene(scene);
    const made = createScene(desc, listStarts(desc), null);
    checkScene(desc, made, null, 1.7);
    return made;
  };

  it('are in model units, listed ones before those drawn at random', () => {
    const scene = create({
      obstacles: [{ kind: 'box', x: 0.3, y: 0.2, length: 0.1, width: 0.04, turn: 1 }],
      foods: [{ x: 0.5, y: 0, size: 2 }],
      randomObstacles: 2,
      randomFoods: 1,
    });
    expect(scene.obstacles).toEqual([
      { kind: 'box', halfX: 5, halfY: 2 },
      { kind: 'cylinder', halfX: 3, halfY: 3 },
      { kind: 'cylinder', halfX: 3, halfY: 3 },
    ]);
    expect(scene.obstaclePlaces).toEqual([{ x: 30, y: 20, turn: 1 }]);
    expect(scene.foodSizes).toEqual([2, 1]);
  });

  it.each([
    [{ obstacles: [{ kind: 'cylinder', x: -0.05, y: 0 }] }, 'scene.obstacles[0]'],
    [{ obstacles: [{ kind: 'cylinder', x: 0.3, y: 0 }], foods: [{ x: 0.3, y: 0.01 }] }, 'scene.foods[0]'],
    [{ path: [{ x: 0, y: 0 }] }, 'scene.path'],
    [{ obstacles: [{ kind: 'cylinder', x: 0.3, y: 0 }], foods: [{ x: 0.5, y: 0 }] }, 'none'],
  ])('%j: %s', (scene, path) => {
    expect(findProblem(() => create(scene))).toMatch(new RegExp(`^${path.replace(/[[\].]/g, '\\$&')}`));
  });
});

describe('a pond', () => {
  const create = (water: object) => {
    const desc = describeScene({ water: { kind: 'pond', ...water } });
    return createPond(desc, getMyriapodGround(desc.scene, 16)!.terrain, 1);
  };

  it('holds its level times its area, and rests', () => {
    const pond = create({ level: 0.01, side: 0.2, cell: 0.01, x: 0, y: 0 })!;
    const count = pond.water.bed.length;
    const arrays = {
      waterHeights: new Float64Array(count),
      waterPrevious: new Float64Array(count),
      waterTips: new Float64Array(3),
    };
    const scratch = createPondScratch(pond, arrays, 1 / 240);
    setPondStart(scratch);
    // Columns stand around the grid's points: half a cell more on each side.
    expect(computePondVolume(scratch)).toBeCloseTo(1 * 21 * 21, 6);
    expect(scratch.every).toBe(4);
    const high = Float64Array.of(0, 0, 9);
    for (let i = 0; i < 10; i++) stepPond(scratch, high, new Uint8Array(1));
    expect(computePondSwing(scratch)).toBeLessThan(1e-12);
    // A tip that dips in makes a wave and keeps the volume.
    const tip = Float64Array.of(0, 0, 0.9);
    for (let i = 0; i < 10; i++) stepPond(scratch, tip, new Uint8Array(1));
    expect(computePondSwing(scratch)).toBeGreaterThan(1e-3);
    expect(computeWaterVolume(pond.water, scratch.surface)).toBeCloseTo(21 * 21, 6);
  });

  it('swings at the speed of shallow water, √(g h), whatever the step of the body', () => {
    for (const dt of [1 / 240, 1 / 1000]) {
      const desc = describeScene({
        gravity: 9.81,
        water: { kind: 'pond', level: 0.01, side: 0.4, cell: 0.01, x: 0, y: 0, viscosity: 0 },
      });
      const pond = createPond(desc, getMyriapodGround(desc.scene, 16)!.terrain, 1)!;
      const { columns, bed } = pond.water;
      const arrays = {
        waterHeights: new Float64Array(bed.length),
        waterPrevious: new Float64Array(bed.length),
        waterTips: new Float64Array(3),
      };
      const scratch = createPondScratch(pond, arrays, dt);
      // The first standing wave between two walls a length L apart: a period of 2 L / √(g h).
      const mode = Float64Array.from(bed, (_, i) => Math.cos((Math.PI * ((i % columns) + 0.5)) / columns));
      for (const heights of [arrays.waterHeights, arrays.waterPrevious])
        mode.forEach((value, i) => (heights[i] = 1 + 0.02 * value));
      const read = (): number => mode.reduce((sum, value, i) => sum + value * arrays.waterHeights[i]!, 0);
      const high = Float64Array.of(0, 0, 9);
      let [seconds, crossings] = [0, 0];
      for (let before = read(); crossings < 2 && seconds < 5; seconds += scratch.every * dt) {
        stepPond(scratch, high, new Uint8Array(1));
        if (read() * before < 0) crossings += 1;
        before = read();
      }
      const period = (2 * columns) / Math.sqrt(981);
      // Three quarters of a period from the greatest height to the second passage through rest.
      expect(Math.abs(seconds / (0.75 * period) - 1)).toBeLessThan(0.06);
    }
  });

  it.each([
    [{ level: -0.01 }, 'scene.water.level'],
    [{ level: 0.01, side: 5, cell: 0.005 }, 'scene.water.cell'],
  ])('is refused: %j', (water, path) => {
    expect(findProblem(() => create(water))).toMatch(new RegExp(`^${path.replaceAll('.', '\\.')}`));
  });

  it('needs ground that is seen from above', () => {
    const closed = () => describeScene({ terrain: 'sphere', water: { kind: 'pond' } });
    expect(closed).toThrow(/unrecognized_keys[^]*water/u);
  });
});
