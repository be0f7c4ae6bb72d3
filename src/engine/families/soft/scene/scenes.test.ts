import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createEdgePartners } from '../../../mesh/triangles/edge-partners.ts';
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { computeVolume, type TriangleMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../../../bodies/projective/scratch.ts';
import { stepProjective } from '../../../bodies/projective/step.ts';
import { createProjectiveTables } from '../../../bodies/projective/tables/tables.ts';
import { createSampleBar } from '../../../../testing/meshes/soft-bodies.ts';
import type { SoftBody } from '../../../mesh/soft/soft-body.ts';
import { setBallAt } from '../../../bodies/projective/contact/ball.ts';
import { createTurnedMesh } from '../../../world/distance/shells.ts';
import { createBottle } from './bottle.ts';
import { type SoftDesc, softSchema } from '../schema.ts';
import { createGrasp, createPillars, createSoftScene } from './create.ts';
import { computePathPlace, createBezierPath, setPathDirection, setPathPoint } from '../../../world/curved-path.ts';
import { computeContactLengths, type ContactArrays, type SoftScene, writeSceneParts } from './scene.ts';
import { createSceneContact } from './contact.ts';
import { createValley } from './valley.ts';
import { setDistance } from '../../../world/distance/signed-distance.ts';

const bar = createSampleBar([6, 1, 1], [0.3, 0.06, 0.06], 0);
const dt = 1 / 120;
/** 0.3 % of the bar's length. */
const deepestAllowed = 0.003 * 0.3;

function createArrays(scene: SoftScene, body: SoftBody, lanes = 1): ContactArrays {
  const lengths = computeContactLengths(scene, body, lanes);
  return {
    contactPushes: new Float64Array(lengths.contactPushes),
    ballPushes: new Float64Array(lengths.ballPushes),
    ball: new Float64Array(lengths.ball),
  };
}

function describeScene(scene: object): SoftDesc {
  return softSchema().parse({
    schemaVersion: 2,
    body: { kind: 'soft', shape: 'arm' },
    controller: { kind: 'excitation', pattern: 'none' },
    scene,
  });
}

/** Pushes the bar through a scene; `force` is an acceleration at a node. */
function runBar(scene: SoftScene, steps: number, force: (out: Float64Array, positions: Float64Array) => void) {
  const material = {
    ...{ shape: 5e4, volume: 1e5, muscle: 0, stretch: 0, bend: 0, density: 1000, thickness: 0.01, velocityKeep: 0.98 },
  };
  const tables = createProjectiveTables(bar, {
    ...{ dt, material, iterations: 60, tolerance: 0.01, precision: 'f64' as const },
  });
  const scratch = createMeasured((kernels) => createProjectiveScratch(tables, kernels));
  const arrays = createArrays(scene, bar);
  if (scene.ball !== undefined) setBallAt(arrays.ball, 1, scene.ball.centre);
  const desc = describeScene({ kind: scene.kind, friction: 0.1 });
  const contact = createSceneContact({ scene, body: bar, desc, dt }, tables, arrays);
  const positions = bar.positions.slice();
  const velocities = new Float64Array(positions.length);
  const acceleration = new Float64Array(3);
  const sample = new Float64Array(4);
  let [deepest, held] = [Infinity, 0];
  for (let step = 0; step < steps; step++) {
    force(acceleration, positions);
    contact.begin(positions);
    const pull = {
      name: 'pull',
      add({ forces }: ProjectiveScratch): void {
        for (let node = 0; node < tables.nodeCount; node++)
          for (let k = 0; k < 3; k++)
            forces[tables.rowOf[node]! * tables.rowNumbers + k]! += tables.masses[node]! * acceleration[k]!;
      },
    };
    const { contacts } = contact;
    stepProjective(tables, scratch, { positions, velocities }, new Float64Array(0), { forces: [pull], contacts });
    contact.end();
    held = Math.max(held, ...contacts.map(({ touching }) => touching[0]!));
    for (let at = 0; at < positions.length && scene.obstacles; at += 3) {
      setDistance(sample, scene.obstacles, positions[at]!, positions[at + 1]!, positions[at + 2]!);
      deepest = Math.min(deepest, sample[0]!);
    }
  }
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < positions.length; at += 3) sum += positions[at]! / (positions.length / 3);
    return sum;
  }) as [number, number, number];
  return { deepest, held, middle, positions, arrays };
}

function expectClosed(mesh: TriangleMesh): void {
  expect(createEdgePartners(mesh).includes(-1)).toBe(false);
  expect(computeVolume(mesh)).toBeGreaterThan(0);
}

describe('every scene', () => {
  it.each(['open', 'bottle', 'valley', 'pillars', 'grasp'] as const)(
    'leaves room for the animal at first (%s)',
    (kind) => {
      const scene = createSoftScene(describeScene({ kind }).scene, bar, 'arm');
      const sample = new Float64Array(4);
      for (let at = 0; at < bar.positions.length; at += 3) {
        const point = [0, 1, 2].map((k) => bar.positions[at + k]!) as [number, number, number];
        if (scene.obstacles) setDistance(sample, scene.obstacles, ...point);
        if (scene.obstacles) expect(sample[0]).toBeGreaterThan(1e-3);
        if (scene.ball) {
          const gap = Math.hypot(...[0, 1, 2].map((k) => bar.positions[at + k]! - scene.ball!.centre[k]!));
          expect(gap).toBeGreaterThan(scene.ball.radius);
        }
      }
      const frame = new Float32Array(7 * scene.parts.length);
      const { ball } = createArrays(scene, bar);
      if (scene.ball) setBallAt(ball, 1, scene.ball.centre);
      writeSceneParts(frame, 0, scene, ball);
      scene.parts.forEach((_, part) => expect(frame[7 * part + 6]).toBe(1));
    },
  );
});

describe('the bottle', () => {
  const bottle = createBottle(bar, 0.9);

  it('is drawn as the closed surface that holds the nodes', () => {
    const mesh = createTurnedMesh(bottle.shell);
    expectClosed(mesh);
    const drawn = createMeshDistance(mesh);
    const [own, other] = [new Float64Array(4), new Float64Array(4)];
    const { centreY, centreZ } = bottle.shell;
    for (let i = 0; i < 60; i++) {
      const x = -0.05 + ((bottle.exit + 0.1) * i) / 60;
      const r = 0.9 * bottle.bellyRadius * ((i * 7) % 10) * 0.15;
      setDistance(own, bottle.obstacles, x, centreY + r * 0.6, centreZ + r * 0.8);
      setDistance(other, drawn, x, centreY + r * 0.6, centreZ + r * 0.8);
      expect(Math.abs(own[0]! - other[0]!)).toBeLessThan(0.02 * bottle.bellyRadius);
    }
  });

  it('holds a bar that is shaken', () => {
    const { deepest, held, positions } = runBar(bottle, 90, (out) => out.set([-8, 20, 12]));
    expect(held).toBeGreaterThan(3);
    expect(deepest).toBeGreaterThan(-deepestAllowed);
    for (let at = 0; at < positions.length; at += 3) expect(positions[at]).toBeLessThan(bottle.exit);
  });

  it('lets a bar out by a neck that is narrower than its diagonal', () => {
    // Free radius of the neck against half a diagonal of the bar's section.
    const narrow = createBottle(bar, 0.86);
    expect(narrow.neckRadius).toBeLessThan(0.03 * Math.SQRT2);
    const { deepest, held, middle } = runBar(narrow, 240, (out, positions) => {
      out.set([positions[0]! > narrow.exit ? 0 : 12, 1, -1]);
    });
    expect(deepest).toBeGreaterThan(-deepestAllowed);
    expect(held).toBeGreaterThan(3);
    expect(middle[0]).toBeGreaterThan(narrow.exit);
  });
});

describe('the valley', () => {
  it('is closed, and leads a bar along its path', () => {
    const valley = createValley(bar, 1.25);
    const { positions: vertices, triangles } = valley.ground;
    expectClosed({ positions: Float64Array.from(vertices), triangles });
    const direction = new Float64Array(3);
    const { deepest, held, middle } = runBar(valley, 260, (out, positions) => {
      setPathDirection(direction, valley.path, positions[18]!, positions[19]!, positions[20]!, 0.15);
      for (let k = 0; k < 3; k++) out[k] = 8 * direction[k]!;
    });
    expect(deepest).toBeGreaterThan(-deepestAllowed);
    expect(held).toBeGreaterThan(0);
    expect(computePathPlace(valley.path, ...middle)).toBeGreaterThan(1);
  });
});

describe('the pillars', () => {
  it('stand in the way, and nothing goes through them', () => {
    const scene = createPillars(bar, 4);
    const { deepest, held } = runBar(scene, 150, (out) => out.set([8, 0.5, 0]));
    expect(held).toBeGreaterThan(0);
    expect(deepest).toBeGreaterThan(-deepestAllowed);
  });
});

describe('the ball to grasp', () => {
  it('lies on the axis behind a solid animal, and is pushed away', () => {
    const scene = createGrasp(bar, 0.15);
    expect(scene.ball.centre[0]).toBeLessThan(0);
    const { held, arrays } = runBar(scene, 60, (out) => out.set([-6, 0, 0]));
    expect(held).toBeGreaterThan(0);
    expect(arrays.ball[0]).toBeLessThan(scene.ball.centre[0] - 0.02);
    const frame = new Float32Array(7);
    writeSceneParts(frame, 0, scene, arrays.ball);
    expect(frame[0]).toBeCloseTo(arrays.ball[0]!, 6);
  });
});

describe('a path', () => {
  const path = createBezierPath([
    [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
    ],
  ]);

  it('has places and points that belong together', () => {
    const point = new Float64Array(3);
    setPathPoint(point, path, 1.25);
    expect([...point]).toEqual([expect.closeTo(1.25, 9), 0, 0]);
    expect(computePathPlace(path, 1.25, 4, -2)).toBeCloseTo(1.25, 9);
    expect(computePathPlace(path, -5, 0, 0)).toBe(0);
    expect(computePathPlace(path, 9, 1, 0)).toBeCloseTo(3, 9);
  });

  it('leads from beside it to a point ahead', () => {
    const direction = new Float64Array(3);
    setPathDirection(direction, path, 1, 1, 0, 1);
    expect(direction[0]).toBeCloseTo(Math.SQRT1_2, 9);
    expect(direction[1]).toBeCloseTo(-Math.SQRT1_2, 9);
  });
});

describe('the bottom of the bottle', () => {
  it('is flat up to its rounded corner', () => {
    const { shell, obstacles, bellyRadius } = createBottle(bar, 0.5);
    const { profile, wall, centreY, centreZ } = shell;
    const bottom = profile[1]!;
    const own = new Float64Array(4);
    const belly = bellyRadius + 0.5 * wall;
    const flat = belly - Math.max(0.35 * belly, wall);
    expect(flat).toBeGreaterThan(0);
    for (const share of [0, 0.4, 1]) {
      setDistance(own, obstacles, bottom - wall, centreY + share * flat, centreZ);
      expect(own[0]).toBeCloseTo(0.5 * wall, 9);
    }
  });
});
