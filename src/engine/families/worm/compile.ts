/**
 * A worm's description → tables that never change: mesh, masses, materials, force fields of the modes, layouts of the
 * outputs. What depends only on the mesh, or only on mesh and tissues, is kept for the next description.
 */
import { createMemo } from '../../math/memo.ts';
import { createWormMesh, type WormMesh } from './mesh/mesh.ts';
import { createLumpedMasses, createTetShape } from '../../forces/stvk.ts';
import { type WormDesc, wormDescriptions } from './schema.ts';
import { ModelError } from '../../model/problem.ts';
import { computeSignalOffsets } from '../../contract/types.ts';
import { indexControls, listControls } from '../../contract/controls.ts';
import { computeFrameOffsets } from '../../contract/frame.ts';
import { createMeshPattern } from '../../bodies/fem/assembly.ts';
import { listSpecs } from '../../contract/arrays.ts';
import { createFields } from './arrays.ts';
import { createModalField, type ModalDrive } from './drive/modal.ts';
import { createLesions } from './muscles.ts';
import { createWormFrame } from './frame.ts';
import { computeModes, type ModalAnalysis } from '../../bodies/fem/modes/modes.ts';
import { findHorizontalBendingMode } from '../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../bodies/fem/modes/elements.ts';
import { createReducedModel, type ReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import { createWormHandles } from './handles.ts';
import { wormMetrics } from './metric-specs.ts';
import { resolveRecipe, type WormRecipe } from './recipe.ts';
import { listWormSignals } from './signals.ts';
import { createStart } from './start.ts';
import { type MeshTables, type WormSystem, wormControls } from './system.ts';
import { kilogramsPerGram, mmPerMetre } from './units.ts';
import { listWormValidated } from './validated.ts';

export function compileWorm(desc: WormDesc): WormSystem {
  const recipe = resolveRecipe(desc);
  const meshKey = JSON.stringify(recipe.mesh);
  const tables = meshTables(meshKey, () => createMeshTables(recipe.mesh));
  const { mesh } = tables;
  const densities = Float64Array.from(mesh.tetTissues, (tissue) => recipe.tissues[tissue]!.density);
  const masses = createLumpedMasses(tables.shape, densities);
  const given = masses.reduce((sum, mass) => sum + mass, 0);
  const total = recipe.mass ?? given;
  for (let i = 0; i < masses.length; i++) masses[i]! *= total / given;
  const gaps = measureSections(mesh);
  const preview = createPreview(desc, recipe, mesh);
  const fields = createFields(mesh, preview?.size);
  const muscleNames = mesh.muscles.map((muscle) => muscle.name);
  const signals = listWormSignals(mesh);
  const frame = createWormFrame(mesh, recipe.ground);
  const controls = listControls(desc, wormDescriptions);
  return {
    desc,
    recipe,
    mesh,
    tables,
    dt: recipe.dt,
    bodyLength: desc.mesh.length,
    mass: total * kilogramsPerGram,
    startPositions: createStart(mesh, recipe, desc.mesh.heading),
    masses,
    sectionShares: gaps.shares,
    restContour: gaps.total,
    restEndToEnd: gaps.endToEnd,
    muscleNames,
    musclePlaces: Float64Array.from(mesh.muscles, ({ s0, s1 }) => (s0 + s1) / 2),
    muscleSides: Float64Array.from(mesh.muscles, ({ side }) => (side === 'dorsal' ? 1 : -1)),
    muscleMask: createLesions(desc, muscleNames),
    modal: createModalDrive(desc, recipe, mesh),
    preview,
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
    shape: `${desc.preview ? 'preview' : desc.solver.kind} ${meshKey}`,
  };
}

const meshTables = createMemo<MeshTables>(4);

function createMeshTables(options: WormRecipe['mesh']): MeshTables {
  const mesh = createWormMesh(options);
  const shape = createTetShape(mesh);
  return { mesh, shape, pattern: createMeshPattern(shape) };
}

const modalAnalyses = createMemo<ModalAnalysis>(2);

function createModalDrive(desc: WormDesc, recipe: WormRecipe, mesh: WormMesh): ModalDrive | undefined {
  const { drive, momentum } = desc;
  if (drive.kind !== 'modal' && drive.kind !== 'two-mode') return undefined;
  const wanted = [{ number: drive.mode, amplitude: drive.amplitude, path: 'drive.mode' }];
  if (drive.kind === 'two-mode')
    wanted.push({ number: drive.secondMode, amplitude: drive.secondAmplitude, path: 'drive.secondMode' });
  // Four modes in a body length of bends: two planes of bending, torsion and stretching.
  const count = 8 + 4 * Math.max(...wanted.map(({ number }) => number));
  const tissues = recipe.tissues.map(({ youngModulus, poissonRatio, density }) => [
    youngModulus,
    poissonRatio,
    density,
  ]);
  const modes = modalAnalyses(JSON.stringify([recipe.mesh, tissues, count]), () =>
    computeModes(createModeElements(mesh, recipe.tissues), { count }),
  );
  return {
    kind: drive.kind,
    duty: drive.duty,
    share: drive.kind === 'modal' ? 1 : drive.secondShare,
    frame: drive.frame,
    compensation: momentum.compensation,
    fields: wanted.map(({ number, amplitude, path }) =>
      createModalField(modes, findHorizontalBendingMode(modes, mesh, number, path), amplitude * mmPerMetre),
    ),
  };
}

const previews = createMemo<ReducedModel>(2);

function createPreview(desc: WormDesc, recipe: WormRecipe, mesh: WormMesh): ReducedModel | undefined {
  if (!desc.preview) return undefined;
  if (desc.drive.kind !== 'muscle' || recipe.drag === undefined)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'preview',
        got: `true with drive.kind ${desc.drive.kind} and medium.drag ${desc.medium.drag}`,
        hint: 'The preview knows muscles and drag, but no modal forces, no reflexes and no dry friction: use it with drive.kind muscle in a medium.',
      },
    ]);
  const tissues = recipe.tissues.map(({ youngModulus, poissonRatio, density }) => [
    youngModulus,
    poissonRatio,
    density,
  ]);
  return previews(JSON.stringify([recipe.mesh, tissues]), () => createReducedModel(mesh, recipe.tissues));
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
