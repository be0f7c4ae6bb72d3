/** A worm compiled: what changes in it, and tables that never do. Inside mm, g, s. */
import { pastCount } from '../../bodies/fem/linear/guess.ts';
import { f64, u32, u8 } from '../../contract/arrays.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { TetShape } from '../../forces/stvk.ts';
import type { Bcsr } from '../../math/sparse/bcsr.ts';
import type { ModalDrive } from './drive/modal.ts';
import type { WormMesh } from './mesh/mesh.ts';
import type { WormParameters } from './parameters.ts';
import type { WormDesc } from './schema.ts';

export interface WormSystem extends DefinedSystem<WormDesc, WormFields, WormControl> {
  readonly parameters: WormParameters;
  readonly mesh: WormMesh;
  readonly tables: MeshTables;
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
}

export const wormControls = [
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

/** What depends on the mesh alone. */
export interface MeshTables {
  readonly mesh: WormMesh;
  readonly shape: TetShape;
  readonly pattern: Bcsr;
}

/** Places of the numbers in `track`. */
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
  /** Direction of the middle of the centre line, unwrapped. */
  middle: 8,
} as const;
const trackNames = Object.keys(trackPlaces);

/** The arrays of the state, named for errors. */
export function createFields(mesh: WormMesh) {
  const nameNode = createNodeNames(mesh);
  const nameVertex = (what: string) => (i: number) => `${what} ${'xyz_'[i % 4]!} of ${nameNode(Math.floor(i / 4))}`;
  const nameChange = nameVertex('earlier change of velocity');
  const nameMuscle = (what: string) => (i: number) => `${what} of muscle ${mesh.muscles[i]!.name}`;
  const nameContact = (i: number): string => nameNode(mesh.surfaceNodes[i]!);
  const vertices = 4 * mesh.nodeCount;
  const contacts = mesh.surfaceNodes.length;
  const muscles = mesh.muscles.length;
  return {
    positions: f64(vertices, 'mm', nameVertex('position')),
    velocities: f64(vertices, 'mm/s', nameVertex('velocity')),
    changes: f64(pastCount * vertices, 'mm/s', (i) => nameChange(i % vertices)),
    anchors: f64(3 * contacts, 'mm', (i) => `anchor ${'xyz'[i % 3]!} of ${nameContact(Math.floor(i / 3))}`),
    contacts: u8(contacts, '', (i) => `contact of ${nameContact(i)}`),
    activations: f64(muscles, '1', nameMuscle('activation')),
    reflexes: f64(muscles, '1', nameMuscle('lagged drive')),
    head: f64(1, '1', () => 'side to which the head bends'),
    noise: f64(2, '1', (i) => ['noise of the bias', 'noise of the frequency'][i]!),
    random: u32(4, '', (i) => `random stream, word ${i}`),
    track: f64(trackNames.length, '', (i) => trackNames[i]!),
  };
}

export type WormFields = ReturnType<typeof createFields>;

/** Names of nodes by section and muscle. */
function createNodeNames(mesh: WormMesh): (node: number) => string {
  const muscleOf = new Int16Array(mesh.nodeCount).fill(-1);
  for (let tet = 0; tet < mesh.tetCount; tet++) {
    const muscle = mesh.tetMuscles[tet]!;
    if (muscle >= 0) for (let k = 0; k < 4; k++) muscleOf[mesh.tetNodes[4 * tet + k]!] = muscle;
  }
  return (node) => {
    const section = Math.floor(node / mesh.nodesPerSection) + 1;
    return `node ${node} (section ${section} of ${mesh.sectionCount}, ${nameMuscleOf(mesh, muscleOf[node]!)})`;
  };
}

/** Names a tet by where it is. */
export function nameTet(mesh: WormMesh, tet: number): string {
  const section = Math.floor(mesh.tetNodes[4 * tet]! / mesh.nodesPerSection) + 1;
  const muscle = nameMuscleOf(mesh, mesh.tetMuscles[tet] ?? -1);
  return `element ${tet} near section ${section} of ${mesh.sectionCount} (${muscle})`;
}

function nameMuscleOf(mesh: WormMesh, muscle: number): string {
  return muscle < 0 ? 'no muscle' : `muscle ${mesh.muscles[muscle]!.name}`;
}
