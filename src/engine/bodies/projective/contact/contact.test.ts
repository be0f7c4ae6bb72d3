import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../../testing/kernels/measured.ts';
import { createMeshDistance } from '../../../world/distance/mesh-distance.ts';
import { createPlaneDistance } from '../../../world/distance/plane.ts';
import { createSphereMesh } from '../../../mesh/triangles/sphere.ts';
import { createBoxMesh } from '../../../../testing/meshes/triangle-shapes.ts';
import { type SignedDistance, setDistance } from '../../../world/distance/signed-distance.ts';
import { createPlacedMesh } from '../../../mesh/triangles/triangle-mesh.ts';
import { createDistanceGrid } from '../../../world/distance/distance-grid.ts';
import { createTurnedDistance } from '../../../world/distance/shells.ts';
import { createContactStiffness } from './stiffness.ts';
import { type Contact, createContact, createTouchingNodes, type NodeRows } from './contact.ts';
import { createProjectiveScratch, type ProjectiveScratch } from '../scratch.ts';
import { stepProjective } from '../step.ts';
import { createProjectiveTables } from '../tables/tables.ts';
import { createSampleBar, passiveMaterial as material } from '../../../../testing/meshes/soft-bodies.ts';

/** Rows of single nodes. */
function createRows(nodeCount: number, lanes = 1): NodeRows {
  return {
    nodeCount,
    lanes,
    rowOf: Int32Array.from({ length: nodeCount }, (_, i) => i),
    rowNumbers: lanes === 1 ? 4 : 3 * lanes,
    masses: new Float64Array(nodeCount).fill(1),
  };
}

interface Trial {
  readonly obstacles: SignedDistance;
  readonly friction?: number;
  readonly gravity?: readonly [number, number, number];
  /** From this step on gravity is this. */
  readonly later?: { readonly step: number; readonly gravity: readonly [number, number, number] };
  /** Suckers under the box, N in all. */
  readonly grip?: number;
  readonly velocity?: readonly [number, number, number];
  readonly at?: readonly [number, number, number];
  readonly steps: number;
  readonly matrix?: 'constant' | 'corotated';
}

/** Over the nodes of the lower face by the area that each has of it: 4 × 2 cells. */
function shareGrip(positions: Float64Array, nodes: Int32Array, grip: number): Float64Array {
  return Float64Array.from(nodes, (node) => {
    const [x, y, z] = [positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!];
    if (z > 1e-9) return 0;
    const isEnd = (value: number, length: number): boolean => value < 1e-9 || value > length - 1e-9;
    return (grip / 8) * (isEnd(x, 0.2) ? 0.5 : 1) * (isEnd(y, 0.1) ? 0.5 : 1);
  });
}

/** A soft box of 0.2 × 0.1 × 0.1 m among obstacles; calls back after each step. */
function runBox(
  trial: Trial,
  watch: (positions: Float64Array, contact: Contact, nodes: Int32Array, pushes: Float64Array) => void,
) {
  const bar = createSampleBar([4, 2, 2], [0.2, 0.1, 0.1], 0);
  const dt = 1 / 120;
  const tables = createProjectiveTables(bar, {
    dt,
    material,
    iterations: 60,
    tolerance: 0.01,
    matrix: trial.matrix ?? 'corotated',
    precision: 'f32',
  });
  const scratch = createMeasured((kernels) => createProjectiveScratch(tables, kernels));
  const { at = [0, 0, 0], velocity = [0, 0, 0], gravity = [0, 0, 0] } = trial;
  const positions = bar.positions.map((x, i) => x + at[i % 3]!);
  const velocities = positions.map((_, i) => velocity[i % 3]!);
  const nodes = createTouchingNodes(bar.surface);
  const pushes = new Float64Array(3 * nodes.length);
  const contact = createContact({
    rows: tables,
    nodes,
    pushes,
    ...(trial.grip === undefined ? {} : { grips: shareGrip(bar.positions, nodes, trial.grip) }),
    stiffness: createContactStiffness(tables, nodes, dt),
    obstacles: trial.obstacles,
    friction: trial.friction ?? 0,
    gap: 1e-4,
    thinnestWall: 0.02,
  });
  for (let step = 0; step < trial.steps; step++) {
    contact.begin(positions);
    stepProjective(tables, scratch, { positions, velocities }, new Float64Array(0), {
      forces: [
        {
          name: 'weight',
          add({ forces }) {
            const pull = trial.later !== undefined && step >= trial.later.step ? trial.later.gravity : gravity;
            for (let node = 0; node < tables.nodeCount; node++)
              for (let k = 0; k < 3; k++)
                forces[tables.rowOf[node]! * tables.rowNumbers + k]! += tables.masses[node]! * pull[k]!;
          },
        },
      ],
      contacts: [contact],
    });
    watch(positions, contact, nodes, pushes);
  }
  return positions;
}

function computeDeepest(obstacles: SignedDistance, positions: Float64Array, nodes: Int32Array): number {
  const sample = new Float64Array(4);
  let deepest = Infinity;
  for (const node of nodes) {
    setDistance(sample, obstacles, positions[3 * node]!, positions[3 * node + 1]!, positions[3 * node + 2]!);
    deepest = Math.min(deepest, sample[0]!);
  }
  return deepest;
}

/** Nearest of several surfaces. */
function createUnion(parts: readonly SignedDistance[]): SignedDistance {
  const own = new Float64Array(4);
  return {
    measure(out) {
      const [x, y, z] = [out[0]!, out[1]!, out[2]!];
      out[0] = Infinity;
      for (const part of parts) {
        setDistance(own, part, x, y, z);
        if (own[0]! < out[0]) out.set(own);
      }
    },
  };
}

describe('a soft box among obstacles', () => {
  it('falls on a sphere of triangles and a floor, and no node is ever deeper than 0.3 % of its length', () => {
    const sphere = createPlacedMesh(createSphereMesh(0.08, 3), 1, 0.12, 0.05, -0.2);
    const obstacles = createUnion([
      createMeshDistance(sphere),
      createPlaneDistance({ slope: 0, slopeAcross: 0, height: -0.3 }),
    ]);
    let [deepest, held] = [Infinity, 0];
    const positions = runBox(
      { obstacles, gravity: [0, 0, -9.81], friction: 0.3, steps: 150 },
      (now, contact, nodes) => {
        deepest = Math.min(deepest, computeDeepest(obstacles, now, nodes));
        held = Math.max(held, contact.touching[0]!);
      },
    );
    expect(deepest).toBeGreaterThan(-0.003 * 0.2);
    expect(held).toBeGreaterThan(0);
    expect(Math.max(...positions.filter((_, i) => i % 3 === 2))).toBeLessThan(0.05);
  });

  it('stays on a slope below the friction angle and slides above it', () => {
    // Gravity tilted instead of the plane.
    const obstacles = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const slideAt = (degrees: number): number => {
      const angle = (degrees * Math.PI) / 180;
      const gravity = [9.81 * Math.sin(angle), 0, -9.81 * Math.cos(angle)] as const;
      const positions = runBox({ obstacles, gravity, friction: 0.4, at: [0, 0, 2e-4], steps: 60 }, () => undefined);
      let mean = 0;
      for (let i = 0; i < positions.length; i += 3) mean += positions[i]! / (positions.length / 3);
      return mean - 0.1;
    };
    // tan 21.8° = 0.4.
    expect(slideAt(12)).toBeLessThan(0.01);
    const angle = (35 * Math.PI) / 180;
    const free = 0.5 * 9.81 * (Math.sin(angle) - 0.4 * Math.cos(angle)) * 0.25;
    expect(slideAt(35)).toBeGreaterThan(0.7 * free);
    expect(slideAt(35)).toBeLessThan(1.2 * free);
  });

  it('hangs from suckers below what they can hold, and falls above it', () => {
    const obstacles = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const mass = 2;
    // Put down, then pulled up with 20 N.
    const pull = (grip: number): { height: number; force: number } => {
      let force = 0;
      const positions = runBox(
        {
          ...{ obstacles, grip, friction: 0.3, at: [0, 0, 2e-4], steps: 150 },
          gravity: [0, 0, -2],
          later: { step: 30, gravity: [0, 0, 10] },
        },
        (_positions, _contact, _nodes, pushes) => {
          force = 0;
          for (let i = 2; i < pushes.length; i += 3) force += pushes[i]!;
        },
      );
      return { height: Math.min(...positions.filter((_, i) => i % 3 === 2)), force };
    };
    const held = pull(20 / 0.6);
    expect(held.height).toBeLessThan(0.002);
    expect(held.force).toBeCloseTo(-10 * mass, 0);
    const free = pull(20 * 0.9);
    expect(free.force).toBe(0);
    // ½ g t² from when the last one let go.
    expect(free.height).toBeGreaterThan(0.5 * 0.5 * 10);
    expect(pull(0).height).toBeGreaterThan(0.5 * 10 * 0.9);
  });

  it('is held along the surface by μ times what presses it on: its weight and its suckers', () => {
    const obstacles = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    // μ (m g + G) = 0.4 (20 N + 20 N) = 16 N against m a.
    const slide = (acceleration: number, grip: number): number => {
      const positions = runBox(
        { obstacles, grip, friction: 0.4, at: [0, 0, 2e-4], gravity: [acceleration, 0, -10], steps: 60 },
        () => undefined,
      );
      return positions[0]!;
    };
    expect(slide(6.5, 20)).toBeLessThan(0.01);
    expect(slide(9.5, 20)).toBeGreaterThan(0.1);
    expect(slide(6.5, 0)).toBeGreaterThan(0.2);
  });

  it('is held by forces inside the friction cone', () => {
    const obstacles = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const friction = 0.25;
    let contacts = 0;
    runBox(
      { obstacles, friction, gravity: [0, 0, -9.81], velocity: [1, 0.5, -1], at: [0, 0, 0.01], steps: 30 },
      (_positions, _contact, nodes, pushes) => {
        for (let node = 0; node < nodes.length; node++) {
          const [x, y, z] = [0, 1, 2].map((k) => pushes[3 * node + k]!) as [number, number, number];
          if (z > 0) contacts += 1;
          expect(z).toBeGreaterThanOrEqual(0);
          expect(Math.sqrt(x * x + y * y)).toBeLessThanOrEqual(friction * z + 1e-12);
        }
      },
    );
    expect(contacts).toBeGreaterThan(20);
  });

  it.each(['constant', 'corotated'] as const)(
    'falls and comes to rest with its weight on the floor, whichever way it is solved (%s)',
    (matrix) => {
      const obstacles = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
      let [weight, highest, deepest] = [0, 0, 0];
      const trial = { obstacles, gravity: [0, 0, -9.81], velocity: [0, 0, -2], at: [0, 0, 0.01], matrix } as const;
      runBox({ ...trial, steps: 120 }, (positions, _contact, nodes, pushes) => {
        weight = pushes.reduce((sum, push, at) => sum + (at % 3 === 2 ? push : 0), 0);
        highest = Math.max(highest, ...positions.filter((_, at) => at % 3 === 2));
        deepest = computeDeepest(obstacles, positions, nodes);
      });
      expect(weight).toBeCloseTo(0.2 * 0.1 * 0.1 * 1000 * 9.81, 1);
      // At rest nothing is left to push: the force is known from before.
      expect(Math.abs(deepest)).toBeLessThan(2e-4);
      // An implicit step takes the bounce out.
      expect(highest).toBeLessThan(0.13);
    },
  );
});

describe('single nodes', () => {
  const stiffness = 100;
  /** The force on a node that went from one place to another, N. */
  const push = (
    obstacles: SignedDistance,
    from: number[],
    to: number[],
    friction = 0,
    wall = 0.01,
    held = [0, 0, 0],
  ) => {
    const pushes = Float64Array.from(held);
    const contact = createContact({
      rows: createRows(1),
      nodes: Int32Array.of(0),
      pushes,
      stiffness: Float64Array.of(stiffness),
      obstacles,
      friction,
      gap: 0,
      thinnestWall: wall,
    });
    const forces = new Float64Array(4);
    contact.begin(Float64Array.from(from));
    contact.add({ forces, iterates: Float64Array.of(...to, 0), origins: new Float64Array(3) } as ProjectiveScratch);
    expect([...forces.subarray(0, 3)]).toEqual([...pushes]);
    return { force: [...pushes], contact, pushes };
  };

  it('are pushed back through a thin wall however fast they are', () => {
    const wall = createMeshDistance(createBoxMesh(0.01, 2, 2));
    for (const [from, to] of [
      [-0.02, 0.4],
      [-0.3, 0.3],
      [-0.0051, 0.03],
      [-1, 5],
    ] as const) {
      const { force, contact } = push(wall, [from, 0.1, 0.05], [to, 0.3, 0.05]);
      expect(force[0]).toBeCloseTo(-stiffness * (to + 0.005), 4);
      // Without friction nothing holds them along the wall.
      expect(force[1]).toBeCloseTo(0, 9);
      expect(contact.touching[0]).toBe(1);
    }
  });

  it('pass beside a wall, and are left alone', () => {
    const wall = createMeshDistance(createBoxMesh(0.01, 0.2, 0.2));
    const { force, contact } = push(wall, [-0.3, 0.15, 0], [0.3, 0.15, 0.01]);
    expect(force).toEqual([0, 0, 0]);
    expect(contact.touching[0]).toBe(0);
  });

  it('stick inside the cone and slip outside of it', () => {
    const floor = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    expect(push(floor, [0, 0, 0.001], [0.01, 0, -0.05], 0.5).force[0]).toBeCloseTo(-0.01 * stiffness, 12);
    expect(push(floor, [0, 0, 0.001], [0.1, 0, -0.05], 0.5).force[0]).toBeCloseTo(-0.5 * 0.05 * stiffness, 12);
  });

  it('keep the force of the step before at the surface, and lose it with the distance', () => {
    const floor = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const forceAt = (height: number): number => push(floor, [0, 0, 0], [0, 0, height], 0, 0.01, [0, 0, 3]).force[2]!;
    expect(forceAt(0)).toBeCloseTo(3, 12);
    expect(forceAt(0.01)).toBeCloseTo(2, 12);
    expect(forceAt(0.05)).toBe(0);
    expect(forceAt(-0.01)).toBeCloseTo(4, 12);
  });

  it('measure from what was found, where that is much more than was known', () => {
    const floor = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const { contact, pushes } = push(floor, [0, 0, 0], [0, 0, -0.02]);
    expect(pushes[2]).toBeCloseTo(2, 12);
    expect(contact.renew(0)).toBe(true);
    const forces = new Float64Array(4);
    contact.add({ forces, iterates: new Float64Array(4), origins: new Float64Array(3) } as ProjectiveScratch);
    expect(forces[2]).toBeCloseTo(2, 12);
    expect(contact.renew(0)).toBe(false);
  });

  it('are held inside a container that faces inward', () => {
    const box = createBoxMesh(1, 1, 1);
    const inward = { positions: box.positions, triangles: box.triangles.slice().reverse() };
    const { force } = push(createMeshDistance(inward), [0.2, 0, 0], [0.9, 0.8, 0.1]);
    expect(force[0]).toBeCloseTo(-0.4 * stiffness, 6);
    expect(force[1]).toBeCloseTo(-0.3 * stiffness, 6);
    expect(force[2]).toBeCloseTo(0, 6);
  });

  it('ask a grid or the triangles, and are pushed alike', () => {
    const mesh = createSphereMesh(0.5, 3);
    for (const to of [
      [0.1, 0.1, 0.46],
      [-0.1, 0.05, 0.47],
    ]) {
      const exact = push(createMeshDistance(mesh), [0, 0, 0.7], to, 0, 0.5).force;
      const grid = push(createDistanceGrid(mesh, { cells: 32 }), [0, 0, 0.7], to, 0, 0.5).force;
      for (let k = 0; k < 3; k++) expect(Math.abs(grid[k]! - exact[k]!)).toBeLessThan(5e-4 * stiffness);
    }
  });

  it('are each on their own in every lane', () => {
    const floor = createPlaneDistance({ slope: 0, slopeAcross: 0, height: 0 });
    const contact = createContact({
      rows: createRows(1, 4),
      nodes: Int32Array.of(0),
      pushes: new Float64Array(12),
      stiffness: Float64Array.of(stiffness),
      obstacles: floor,
      friction: 0,
      gap: 0,
      thinnestWall: 1,
    });
    // Far from the origin, which differs from lane to lane.
    const origins = Float64Array.of(9, 8, 7, 6, 0, 0, 0, 0, 1, 1, 1, 1);
    const starts = Float64Array.of(9, 8, 7, 6, 0, 0, 0, 0, 0.5, 0.5, 0.5, 0.5);
    const iterates = Float64Array.of(0, 0, 0, 0, 0, 0, 0, 0, -0.5, -1.5, -0.9, -3);
    const forces = new Float64Array(12);
    contact.begin(starts);
    contact.add({ forces, iterates, origins } as ProjectiveScratch);
    expect([...forces.subarray(8)]).toEqual([0, 0.5 * stiffness, 0, 2 * stiffness]);
    expect([...contact.touching]).toEqual([0, 1, 0, 1]);
  });
});

describe('a turned shell', () => {
  it('has the distance of its curve less half of the wall', () => {
    const shell = createTurnedDistance({
      profile: Float64Array.of(0, 0, 1, 0, 1, 2),
      wall: 0.2,
      centreY: 3,
      centreZ: 0,
    });
    const sample = new Float64Array(4);
    setDistance(sample, shell, 1, 3, 0.5);
    expect([...sample]).toEqual([0.4, 0, 0, -1].map((value) => expect.closeTo(value, 12) as number));
    setDistance(sample, shell, 3, 4, 0);
    expect(sample[0]).toBeCloseTo(0.9, 12);
    expect(sample[1]).toBeCloseTo(1, 12);
    setDistance(sample, shell, 1, 3, -1.05);
    expect(sample[0]).toBeCloseTo(-0.05, 12);
    expect(sample[3]).toBeCloseTo(-1, 12);
  });
});
