/**
 * A worm's description → tables that never change: mesh, masses, materials, force fields of the modes, layouts of the
 * outputs. What depends only on the mesh, or only on mesh and tissues, is kept for the next description.
 */
import { createMemo } from '../../math/memo.ts';
import { type Arena, computePages, createArena, pageBytes } from '../../../kernels/memory/arena.ts';
import { createWormMesh, type WormMesh } from './mesh/mesh.ts';
import { computeStvkBytes, createLumpedMasses, createStvkTets } from '../../forces/stvk.ts';
import { type WormDesc, wormDescriptions } from './schema.ts';
import { cos, sin } from '../../math/portable.ts';
import { ModelError } from '../../model/problem.ts';
import { type ArraySpec, computeSignalOffsets, type System } from '../../contract/types.ts';
import { listControls } from '../../contract/controls.ts';
import { computeFrameOffsets, type FrameOffsets } from '../../contract/frame.ts';
import { computeSystemMatrixBytes, createMeshPattern, createSystemMatrix } from '../../bodies/fem/assembly.ts';
import { createModalField, createMuscleMask, type ModalDrive } from './drives.ts';
import { createGround, type GroundShape } from './ground.ts';
import { computeCappedBytes } from '../../bodies/fem/linear/capped.ts';
import { computeDeflatedBytes } from '../../bodies/fem/linear/deflated.ts';
import { computeDirectBytes } from '../../bodies/fem/linear/direct.ts';
import { pastCount } from '../../bodies/fem/linear/guess.ts';
import { computeModes, type ModalAnalysis } from '../../bodies/fem/modes/modes.ts';
import { findHorizontalBendingMode } from '../../bodies/fem/modes/catalogue.ts';
import { createModeElements } from '../../bodies/fem/modes/elements.ts';
import { createReducedModel, type ReducedModel } from '../../bodies/fem/reduced/reduced-model.ts';
import { createWormFrame, listWormSignals } from './layout.ts';
import { resolveRecipe, type WormRecipe } from './recipe.ts';

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

/** Places of the numbers in the state's `track` array. */
export const trackPlaces = {
  /** Turns of the drive. */
  phase: 0,
  /** Heading, unwrapped. */
  heading: 1,
  /** Of the last step: nodes on the ground, inverted elements, iterations (mean over substeps), relative residual. */
  contacts: 2,
  inverted: 3,
  iterations: 4,
  residual: 5,
  /** Net force and torque of the modal drive, relative to the sum of its forces and that times the body length. */
  netForce: 6,
  netTorque: 7,
} as const;
const trackLength = 8;

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
    mass: total * 1e-3,
    startPositions: createStart(desc, recipe, mesh),
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
    stateSpecs: listStateArrays(mesh, preview),
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

/** Memory outside any instance of the kernels, for tables that are only looked at. */
function createOwnArena(bytes: number): Arena {
  return createArena(new ArrayBuffer(pageBytes * computePages(bytes)));
}

const meshBases = createMemo<MeshBase>(4);

function createMeshBase(options: WormRecipe['mesh']): MeshBase {
  const mesh = createWormMesh(options);
  const own = createOwnArena(computeStvkBytes(mesh.tetCount));
  const tets = createStvkTets(own, mesh);
  const pattern = createMeshPattern(tets);
  const matrixBytes = computeSystemMatrixBytes(tets, pattern);
  const matrix = createSystemMatrix(createOwnArena(matrixBytes), mesh, tets, pattern);
  const solverBytes = Math.max(computeDeflatedBytes(matrix), computeDirectBytes(matrix), computeCappedBytes(matrix));
  const vectors = 6 * (32 * mesh.nodeCount + 16);
  return { mesh, tets, memoryBytes: computeStvkBytes(mesh.tetCount) + matrixBytes + solverBytes + vectors };
}

function getMeshBase(recipe: WormRecipe): MeshBase {
  return meshBases(JSON.stringify(recipe.mesh), () => createMeshBase(recipe.mesh));
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
    computeModes(createModeElements(getMeshBase(recipe).mesh, recipe.tissues), { count }),
  );
  return {
    kind: drive.kind,
    duty: drive.duty,
    frame: drive.frame,
    compensation: momentum.compensation,
    fields: wanted.map(({ number, amplitude, path }) =>
      createModalField(modes, findHorizontalBendingMode(modes, mesh, number, path), amplitude * 1e3),
    ),
  };
}

const previews = createMemo<ReducedModel>(2);

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
  return previews(JSON.stringify([recipe.mesh, tissues]), () =>
    createReducedModel(getMeshBase(recipe).mesh, recipe.tissues),
  );
}

/** The mesh laid on the ground: turned to its heading, tilted with the slope, lifted until nothing lies below. */
function createStart(desc: WormDesc, recipe: WormRecipe, mesh: WormMesh): Float64Array {
  const start = new Float64Array(4 * mesh.nodeCount);
  const turn = createStartRotation(desc.mesh.heading, recipe.ground);
  for (let node = 0; node < mesh.nodeCount; node++) {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) start[4 * node + r]! += turn[3 * r + c]! * mesh.positions[3 * node + c]!;
    }
  }
  const ground = createGround(recipe.ground);
  const sample = new Float64Array(4);
  let lowest = Infinity;
  for (const node of mesh.surfaceNodes) {
    ground.sample(sample, start[4 * node]!, start[4 * node + 1]!, start[4 * node + 2]!);
    lowest = Math.min(lowest, sample[0]! / Math.max(0.1, sample[3]!));
  }
  const lift = recipe.startHeight - (lowest < Infinity ? lowest : 0);
  for (let at = 2; at < start.length; at += 4) start[at]! += lift;
  return start;
}

/** Row-major: yaw, then the smallest turn that takes the vertical to the normal of the slope. */
function createStartRotation(yaw: number, ground: GroundShape): Float64Array {
  const normal = Float64Array.of(0, 0, 0, 1);
  if (ground.kind === 'plane' || ground.kind === 'height-field')
    createGround({ kind: 'plane', slope: ground.slope, slopeAcross: ground.slopeAcross }).sample(normal, 0, 0, 0);
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

function createLesions({ lesions }: WormDesc, names: readonly string[]): Float64Array {
  lesions.paralyse.forEach((pattern, i) => {
    if (createMuscleMask(names, [pattern]).every((value) => value === 1))
      throw new ModelError([
        {
          code: 'not-allowed',
          path: `lesions.paralyse[${i}]`,
          got: `'${pattern}'`,
          hint: 'No muscle has this name. Muscles are MDL01 to MDL24, MDR01 to MDR24, MVL01 to MVL23 and MVR01 to MVR24; * and ? stand for any text and any character.',
        },
      ]);
  });
  return createMuscleMask(names, lesions.paralyse);
}

function listStateArrays(mesh: WormMesh, preview: ReducedModel | undefined): ArraySpec[] {
  const contacts = mesh.surfaceNodes.length;
  const muscleOf = createNodeMuscles(mesh);
  const nameNode = (node: number): string => {
    const section = Math.floor(node / mesh.nodesPerSection) + 1;
    const muscle = muscleOf[node]! < 0 ? 'no muscle' : `muscle ${mesh.muscles[muscleOf[node]!]!.name}`;
    return `node ${node} (section ${section} of ${mesh.sectionCount}, ${muscle})`;
  };
  const nameVertex = (what: string) => (i: number) => `${what} ${'xyz_'[i % 4]!} of ${nameNode(Math.floor(i / 4))}`;
  const nameContact = (i: number): string => nameNode(mesh.surfaceNodes[i]!);
  const nameMuscle = (what: string) => (i: number) => `${what} of muscle ${mesh.muscles[i]!.name}`;
  const muscles = mesh.muscles.length;
  const body: ArraySpec[] =
    preview === undefined
      ? [
          {
            name: 'positions',
            type: 'f64',
            length: 4 * mesh.nodeCount,
            unit: 'mm',
            nameElement: nameVertex('position'),
          },
          {
            name: 'velocities',
            type: 'f64',
            length: 4 * mesh.nodeCount,
            unit: 'mm/s',
            nameElement: nameVertex('velocity'),
          },
          {
            name: 'changes',
            type: 'f64',
            length: 4 * pastCount * mesh.nodeCount,
            unit: 'mm/s',
            nameElement: (i) => nameVertex('earlier change of velocity')(i % (4 * mesh.nodeCount)),
          },
        ]
      : [
          {
            name: 'reduced',
            type: 'f64',
            // Place, orientation, momentum and angular momentum; coordinates and rates.
            length: 13 + 2 * preview.size,
            unit: '',
            nameElement: (i) => `number ${i} of the reduced body`,
          },
        ];
  return [
    ...body,
    {
      name: 'anchors',
      type: 'f64',
      length: 3 * contacts,
      unit: 'mm',
      nameElement: (i) => `anchor ${'xyz'[i % 3]!} of ${nameContact(Math.floor(i / 3))}`,
    },
    { name: 'contacts', type: 'u8', length: contacts, unit: '', nameElement: (i) => `contact of ${nameContact(i)}` },
    { name: 'activations', type: 'f64', length: muscles, unit: '1', nameElement: nameMuscle('activation') },
    { name: 'reflexes', type: 'f64', length: muscles, unit: '1', nameElement: nameMuscle('lagged drive') },
    { name: 'head', type: 'f64', length: 1, unit: '1', nameElement: () => 'side to which the head bends' },
    {
      name: 'track',
      type: 'f64',
      length: trackLength,
      unit: '',
      nameElement: (i) => Object.keys(trackPlaces)[i] ?? 'track',
    },
  ];
}

/** One muscle at each node, or −1. */
function createNodeMuscles(mesh: WormMesh): Int16Array {
  const muscles = new Int16Array(mesh.nodeCount).fill(-1);
  for (let tet = 0; tet < mesh.tetCount; tet++) {
    const muscle = mesh.tetMuscles[tet]!;
    if (muscle >= 0) for (let k = 0; k < 4; k++) muscles[mesh.tetNodes[4 * tet + k]!] = muscle;
  }
  return muscles;
}
