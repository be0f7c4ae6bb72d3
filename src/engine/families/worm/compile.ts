/**
 * A worm's description → tables that never change: mesh, masses, materials, force fields of the modes, layouts of the
 * outputs. What depends only on the mesh, or only on mesh and tissues, is kept for the next description.
 */
import { createMeshPattern } from '../../bodies/fem/assembly.ts';
import { defineSystem } from '../../contract/define.ts';
import { createLumpedMasses, createTetShape } from '../../forces/stvk.ts';
import { createMemo } from '../../math/memo.ts';
import { cos, sin } from '../../math/portable.ts';
import { computeDrop, setDistance } from '../../world/distance/signed-distance.ts';
import { createModalDrive } from './drive/modal.ts';
import { createLesions } from './drive/muscles.ts';
import { createWormFrame } from './frame.ts';
import { createWormHandles } from './handles.ts';
import { createGround, type WormGround } from './medium/ground.ts';
import { createWormMesh, type WormMesh, type WormMeshOptions } from './mesh/mesh.ts';
import { wormMetrics } from './metrics.ts';
import { kilogramsPerGram, mmPerMetre, toMeshOptions, toWormParameters, type WormParameters } from './parameters.ts';
import { throwProblem } from '../../model/problem.ts';
import { listWormValidated, type WormDesc, wormDescriptions } from './schema.ts';
import { listWormSignals } from './signals.ts';
import { createFields, type MeshTables, wormControls, type WormSystem } from './system.ts';

export function compileWorm(desc: WormDesc): WormSystem {
  const parameters = toWormParameters(desc);
  checkDamping(parameters);
  const meshOptions = toMeshOptions(desc);
  const meshKey = JSON.stringify(meshOptions);
  const tables = meshTables(meshKey, () => createMeshTables(meshOptions));
  const { mesh } = tables;
  const densities = Float64Array.from(mesh.tetTissues, (tissue) => parameters.tissues[tissue]!.density);
  const masses = createLumpedMasses(tables.shape, densities);
  const given = masses.reduce((sum, mass) => sum + mass, 0);
  const total = parameters.mass ?? given;
  for (let i = 0; i < masses.length; i++) masses[i]! *= total / given;
  const gaps = measureSections(mesh);
  const muscleNames = mesh.muscles.map((muscle) => muscle.name);
  const signals = listWormSignals(mesh);
  const specs = signals.flatMap((block) => block.specs);
  const listed = {
    desc,
    dt: parameters.dt,
    bodyLength: desc.mesh.length,
    mass: total * kilogramsPerGram,
    fields: createFields(mesh),
    signals,
    metrics: wormMetrics,
    frame: () => createWormFrame(mesh, desc.ground),
    handles: createWormHandles(desc, muscleNames, specs),
    validated: listWormValidated(desc),
    shape: `${desc.solver.kind} ${meshKey}`,
  };
  return defineSystem(wormDescriptions, wormControls, listed, {
    parameters,
    mesh,
    tables,
    startPositions: createStart(mesh, desc),
    masses,
    sectionShares: gaps.shares,
    restContour: gaps.total,
    restEndToEnd: gaps.endToEnd,
    musclePlaces: Float64Array.from(mesh.muscles, ({ s0, s1 }) => (s0 + s1) / 2),
    muscleSides: Float64Array.from(mesh.muscles, ({ side }) => (side === 'dorsal' ? 1 : -1)),
    muscleMask: createLesions(desc, muscleNames),
    modal: createModalDrive(desc, parameters, mesh, meshKey),
  });
}

/** Consistent steps count as part of the damping: there must be as much of it. */
function checkDamping({ isConsistent, tissues, dt, substeps = 1 }: WormParameters): void {
  const least = Math.min(...tissues.map(({ damping }) => damping));
  if (!isConsistent || least >= dt / substeps) return;
  throwProblem(
    'out-of-range',
    'solver.stepping',
    `consistent steps of ${dt / substeps} s with a damping of ${least} s`,
    'Give the tissues a damping (tissues.*.damping) of a step or more, or shorten solver.dt.',
  );
}

const meshTables = createMemo<MeshTables>(4);

function createMeshTables(options: WormMeshOptions): MeshTables {
  const mesh = createWormMesh(options);
  const shape = createTetShape(mesh);
  return { mesh, shape, pattern: createMeshPattern(shape) };
}

function measureSections({ sectionCount, sectionCentres: centres }: WormMesh) {
  const distance = (a: number, b: number): number => {
    const d = [0, 1, 2].map((k) => centres[3 * a + k]! - centres[3 * b + k]!);
    return Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!);
  };
  const gaps = Array.from({ length: sectionCount - 1 }, (_, i) => distance(i, i + 1));
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  const shares = Float64Array.from(
    { length: sectionCount },
    (_, i) => ((gaps[i - 1] ?? 0) + (gaps[i] ?? 0)) / 2 / total,
  );
  return { shares, total, endToEnd: distance(0, sectionCount - 1) };
}

/** Nodes xyz_ of the mesh turned to its heading, tilted with the slope, lifted until nothing lies below the ground. */
function createStart(mesh: WormMesh, desc: WormDesc): Float64Array {
  const start = new Float64Array(4 * mesh.nodeCount);
  const turn = createStartRotation(desc.mesh.heading, desc.ground);
  for (let node = 0; node < mesh.nodeCount; node++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) start[4 * node + r]! += turn[3 * r + c]! * mesh.positions[3 * node + c]!;
    }
  }
  const ground = createGround(desc.ground);
  let lowest = Infinity;
  for (const node of mesh.surfaceNodes) {
    lowest = Math.min(lowest, computeDrop(ground, start[4 * node]!, start[4 * node + 1]!, start[4 * node + 2]!));
  }
  const lift = (desc.mesh.height ?? 0) * mmPerMetre - (lowest < Infinity ? lowest : 0);
  for (let at = 2; at < start.length; at += 4) start[at]! += lift;
  return start;
}

/** Row-major: yaw, then the smallest turn that takes the vertical to the normal of the slope. */
function createStartRotation(yaw: number, ground: WormGround): Float64Array {
  const normal = Float64Array.of(0, 0, 0, 1);
  if (ground.kind === 'plane' || ground.kind === 'height-field')
    setDistance(normal, createGround({ kind: 'plane', slope: ground.slope, slopeAcross: ground.slopeAcross }), 0, 0, 0);
  const [nx, ny, nz] = [normal[1]!, normal[2]!, normal[3]!];
  const w = 1 / (1 + nz);
  const tilt = [1 - nx * nx * w, -nx * ny * w, nx, -nx * ny * w, 1 - ny * ny * w, ny, -nx, -ny, nz];
  const [c, s] = [cos(yaw), sin(yaw)];
  const out = new Float64Array(9);
  for (let r = 0; r < 3; r++) {
    out[3 * r] = tilt[3 * r]! * c + tilt[3 * r + 1]! * s;
    out[3 * r + 1] = tilt[3 * r + 1]! * c - tilt[3 * r]! * s;
    out[3 * r + 2] = tilt[3 * r + 2]!;
  }
  return out;
}
