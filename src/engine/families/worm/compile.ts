/**
 * A worm's description → tables that never change: mesh, masses, materials, force fields of the modes, layouts of the
 * outputs. What depends only on the mesh, or only on mesh and tissues, is kept for the next description.
 */
import { createMemo } from '../../math/memo.ts';
import { createWormMesh, type WormMesh } from './mesh/mesh.ts';
import type { WormMeshOptions } from './mesh/options.ts';
import { createLumpedMasses, createTetShape } from '../../forces/stvk.ts';
import { type WormDesc, wormDescriptions } from './schema.ts';
import { computeSignalOffsets } from '../../contract/types.ts';
import { indexControls, listControls } from '../../contract/controls.ts';
import { computeFrameOffsets } from '../../contract/frame.ts';
import { createMeshPattern } from '../../bodies/fem/assembly.ts';
import { listSpecs } from '../../contract/arrays.ts';
import { createFields } from './arrays.ts';
import { createModalField, type ModalDrive } from './drive/modal.ts';
import { createLesions } from './muscles.ts';
import { createWormFrame } from './frame.ts';
import { computeModes, type Modes } from '../../bodies/fem/modes/modes.ts';
import { findHorizontalBendingMode } from '../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../bodies/fem/modes/elements.ts';
import { createWormHandles } from './handles.ts';
import { wormMetrics } from './metric-specs.ts';
import { toMeshOptions, toWormParameters, type WormParameters } from './parameters.ts';
import { listWormSignals } from './signals.ts';
import { createStart } from './start.ts';
import { type MeshTables, type WormSystem, wormControls } from './system.ts';
import { kilogramsPerGram, mmPerMetre } from './units.ts';
import { listWormValidated } from './validated.ts';

export function compileWorm(desc: WormDesc): WormSystem {
  const parameters = toWormParameters(desc);
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
  const fields = createFields(mesh);
  const muscleNames = mesh.muscles.map((muscle) => muscle.name);
  const signals = listWormSignals(mesh);
  const frame = createWormFrame(mesh, parameters.ground);
  const controls = listControls(desc, wormDescriptions);
  return {
    desc,
    parameters,
    mesh,
    tables,
    dt: parameters.dt,
    bodyLength: desc.mesh.length,
    mass: total * kilogramsPerGram,
    startPositions: createStart(mesh, parameters, desc.mesh.heading),
    masses,
    sectionShares: gaps.shares,
    restContour: gaps.total,
    restEndToEnd: gaps.endToEnd,
    muscleNames,
    musclePlaces: Float64Array.from(mesh.muscles, ({ s0, s1 }) => (s0 + s1) / 2),
    muscleSides: Float64Array.from(mesh.muscles, ({ side }) => (side === 'dorsal' ? 1 : -1)),
    muscleMask: createLesions(desc, muscleNames),
    modal: createModalDrive(desc, parameters, mesh, meshKey),
    fields,
    stateSpecs: listSpecs(fields),
    controls,
    controlIndex: indexControls(wormDescriptions, wormControls),
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    metrics: wormMetrics,
    validated: listWormValidated(desc),
    handles: createWormHandles(desc, muscleNames, signals),
    frameOffsets: computeFrameOffsets(frame),
    shape: `${desc.solver.kind} ${meshKey}`,
  };
}

const meshTables = createMemo<MeshTables>(4);

function createMeshTables(options: WormMeshOptions): MeshTables {
  const mesh = createWormMesh(options);
  const shape = createTetShape(mesh);
  return { mesh, shape, pattern: createMeshPattern(shape) };
}

const modalAnalyses = createMemo<Modes>(2);

function createModalDrive(
  { drive }: WormDesc,
  parameters: WormParameters,
  mesh: WormMesh,
  meshKey: string,
): ModalDrive | undefined {
  if (drive.kind !== 'modal' && drive.kind !== 'two-mode') return undefined;
  const wanted = [{ number: drive.mode, amplitude: drive.amplitude, path: 'drive.mode' }];
  if (drive.kind === 'two-mode')
    wanted.push({ number: drive.secondMode, amplitude: drive.secondAmplitude, path: 'drive.secondMode' });
  // Four modes in a body length of bends: two planes of bending, torsion and stretching.
  const count = 8 + 4 * Math.max(...wanted.map(({ number }) => number));
  const tissues = parameters.tissues.map(({ youngModulus, poissonRatio, density }) => [
    youngModulus,
    poissonRatio,
    density,
  ]);
  const modes = modalAnalyses(JSON.stringify([meshKey, tissues, count]), () =>
    computeModes(createModeElements(mesh, parameters.tissues), { count }),
  );
  return {
    kind: drive.kind,
    duty: drive.kind === 'modal' ? drive.duty : 1,
    share: drive.kind === 'modal' ? 1 : drive.secondShare,
    frame: drive.frame,
    compensation: drive.compensation,
    fields: wanted.map(({ number, amplitude, path }) =>
      createModalField(modes, findHorizontalBendingMode(modes, mesh, number, path), amplitude * mmPerMetre),
    ),
  };
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
