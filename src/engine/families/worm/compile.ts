/**
 * A worm's description → tables that never change: mesh, masses, materials, force fields of the modes, layouts of the
 * outputs. What depends only on the mesh, or only on mesh and tissues, is kept for the next description.
 */
import { type Arena, computePages, createArena, pageBytes } from '../../../kernels/memory/arena.ts';
import { createWormMesh, type WormMesh } from './mesh/mesh.ts';
import { computeStvkBytes, createLumpedMasses, createStvkTets } from '../../forces/stvk.ts';
import { type WormDesc, wormDescriptions } from './schema.ts';
import { ModelError } from '../../model/problem.ts';
import { computeSignalOffsets, type System } from '../../contract/types.ts';
import { listControls } from '../../contract/controls.ts';
import { computeFrameOffsets, type FrameOffsets } from '../../contract/frame.ts';
import { computeSystemMatrixBytes, createMeshPattern, createSystemMatrix } from '../../bodies/fem/assembly.ts';
import { listStateArrays } from './arrays.ts';
import { createModalField, type ModalDrive } from './drive/modal.ts';
import { createMuscleMask } from './drive/muscles.ts';
import { createWormFrame } from './frame.ts';
import { computeCappedBytes } from '../../bodies/fem/linear/capped.ts';
import { computeDeflatedBytes } from '../../bodies/fem/linear/deflated.ts';
import { computeDirectBytes } from '../../bodies/fem/linear/direct.ts';
import { computeModes, type ModalAnalysis } from '../../bodies/fem/modes/modes.ts';
import { findHorizontalBendingMode } from '../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../bodies/fem/modes/elements.ts';
import { createReducedModel, type ReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import { resolveRecipe, type WormRecipe } from './recipe.ts';
import { listWormSignals } from './signals.ts';
import { createStart } from './start.ts';
import { kilogramsPerGram, mmPerMetre } from './units.ts';

export interface WormSystem extends System {
  readonly desc: WormDesc;
  readonly recipe: WormRecipe;
  readonly mesh: WormMesh;
  /** Positions at the start, xyz_ per node, mm. */
  readonly startPositions: Float64Array;
  /** g per node. */
  readonly masses: Float64Array;
  /** Share of the body length that belongs to each section; they sum to 1. */
  readonly sectionShares: Float64Array;
  /** mm at rest: along the centres of the sections, and from the first to the last. */
  readonly restContour: number;
  readonly restEndToEnd: number;
  readonly muscleNames: readonly string[];
  /** Place 0 (head) … 1 (tail) and side (+1 dorsal, −1 ventral) of each muscle; 0 in `muscleMask` is paralysed. */
  readonly musclePlaces: Float64Array;
  readonly muscleSides: Float64Array;
  readonly muscleMask: Float64Array;
  readonly modal: ModalDrive | undefined;
  /** The reduced body that runs instead of the full one, if it is asked for. */
  readonly preview: ReducedModel | undefined;
  readonly controlIndex: Readonly<Record<WormControl, number>>;
  readonly signalOffsets: Readonly<Record<string, number>>;
  readonly frameOffsets: FrameOffsets;
}

const wormControls = [
  'drive.alpha',
  'drive.period',
  'drive.frequency',
  'drive.wavelength',
  'drive.strength',
  'drive.bias',
  'drive.direction',
  'friction.low',
  'friction.high',
  'medium.water',
] as const;
export type WormControl = (typeof wormControls)[number];

export function compileWorm(desc: WormDesc): WormSystem {
  const recipe = resolveRecipe(desc);
  const base = getMeshBase(recipe);
  const { mesh } = base;
  const densities = Float64Array.from(mesh.tetTissues, (tissue) => recipe.tissues[tissue]!.density);
  const masses = createLumpedMasses(base.tets, densities);
  const given = masses.reduce((sum, mass) => sum + mass, 0);
  const total = recipe.mass ?? given;
  for (let i = 0; i < masses.length; i++) masses[i]! *= total / given;
  const gaps = measureSections(mesh);
  const preview = createPreview(desc, recipe);
  const muscleNames = mesh.muscles.map((muscle) => muscle.name);
  const signals = listWormSignals(mesh);
  const frame = createWormFrame(mesh, recipe.ground);
  const controls = listControls(desc, wormDescriptions.jsonSchema);
  return {
    desc,
    recipe,
    mesh,
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
    muscleMask: createMuscleMask(desc, muscleNames),
    modal: createModalDrive(desc, recipe, mesh),
    preview,
    stateSpecs: listStateArrays(mesh, preview?.size),
    controls,
    controlIndex: Object.fromEntries(
      wormControls.map((name) => [name, controls.findIndex((control) => control.name === name)]),
    ) as Record<WormControl, number>,
    signals,
    signalOffsets: computeSignalOffsets(signals).offsets,
    frame,
    frameOffsets: computeFrameOffsets(frame),
    memoryBytes: base.memoryBytes,
  };
}

interface MeshBase {
  readonly mesh: WormMesh;
  readonly tets: ReturnType<typeof createStvkTets>;
  /** Arena bytes of everything a solver needs. */
  readonly memoryBytes: number;
}

/** The last few results by key. */
function createMemory<T>(
  most: number,
  make: (key: string, recipe: WormRecipe) => T,
): (key: string, recipe: WormRecipe) => T {
  const kept = new Map<string, T>();
  return (key, recipe) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = make(key, recipe);
      kept.set(key, value);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    }
    return value;
  };
}

/** Memory outside any instance of the kernels, for tables that are only looked at. */
function createOwnArena(bytes: number): Arena {
  return createArena(new ArrayBuffer(pageBytes * computePages(bytes)));
}

const meshBases = createMemory<MeshBase>(4, (_key, { mesh: options }) => {
  const mesh = createWormMesh(options);
  const own = createOwnArena(computeStvkBytes(mesh.tetCount));
  const tets = createStvkTets(own, mesh);
  const pattern = createMeshPattern(tets);
  const matrixBytes = computeSystemMatrixBytes(tets, pattern);
  const matrix = createSystemMatrix(createOwnArena(matrixBytes), mesh, tets, pattern);
  const solverBytes = Math.max(computeDeflatedBytes(matrix), computeDirectBytes(matrix), computeCappedBytes(matrix));
  const vectors = 6 * (32 * mesh.nodeCount + 16);
  return { mesh, tets, memoryBytes: computeStvkBytes(mesh.tetCount) + matrixBytes + solverBytes + vectors };
});

function getMeshBase(recipe: WormRecipe): MeshBase {
  return meshBases(JSON.stringify(recipe.mesh), recipe);
}

const modalAnalyses = createMemory<ModalAnalysis>(2, (key, recipe) => {
  const [, , count] = JSON.parse(key) as [unknown, unknown, number];
  return computeModes(createModeElements(getMeshBase(recipe).mesh, recipe.tissues), { count });
});

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
  const modes = modalAnalyses(JSON.stringify([recipe.mesh, tissues, count]), recipe);
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

const previews = createMemory<ReducedModel>(2, (_key, recipe) =>
  createReducedModel(getMeshBase(recipe).mesh, recipe.tissues),
);

function createPreview(desc: WormDesc, recipe: WormRecipe): ReducedModel | undefined {
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
  return previews(JSON.stringify([recipe.mesh, tissues]), recipe);
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
