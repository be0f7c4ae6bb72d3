/** What changes in a worm: the arrays of its state, named for errors. mm, g, s. */
import type { ArraySpec } from '../../contract/types.ts';
import { pastCount } from '../../bodies/fem/linear/guess.ts';
import type { WormMesh } from './mesh/mesh.ts';

/** The arrays that the full worm and its preview have, by name. */
export interface WormArrays {
  readonly anchors: Float64Array;
  readonly contacts: Uint8Array;
  readonly activations: Float64Array;
  readonly reflexes: Float64Array;
  readonly head: Float64Array;
  readonly track: Float64Array;
}

/** Those of the full worm alone. */
export interface FullArrays {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly changes: Float64Array;
}

/** That of the preview alone. */
export interface PreviewArrays {
  readonly reduced: Float64Array;
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
} as const;
const trackNames = Object.keys(trackPlaces);

/** Place, orientation, momentum and angular momentum of the preview's frame. */
const frameNumbers = 13;

/** `previewSize`: coordinates of the reduced body, or undefined for the full one. */
export function listStateArrays(mesh: WormMesh, previewSize: number | undefined): ArraySpec[] {
  const nameNode = createNodeNames(mesh);
  const nameMuscle = (what: string) => (i: number) => `${what} of muscle ${mesh.muscles[i]!.name}`;
  const nameContact = (i: number): string => nameNode(mesh.surfaceNodes[i]!);
  const contacts = mesh.surfaceNodes.length;
  const muscles = mesh.muscles.length;
  return [
    ...(previewSize === undefined ? listNodeArrays(mesh, nameNode) : [createReducedSpec(previewSize)]),
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
    { name: 'track', type: 'f64', length: trackNames.length, unit: '', nameElement: (i) => trackNames[i]! },
  ];
}

function listNodeArrays(mesh: WormMesh, nameNode: (node: number) => string): ArraySpec[] {
  const length = 4 * mesh.nodeCount;
  const name = (what: string) => (i: number) => `${what} ${'xyz_'[i % 4]!} of ${nameNode(Math.floor(i / 4))}`;
  const nameChange = name('earlier change of velocity');
  return [
    { name: 'positions', type: 'f64', length, unit: 'mm', nameElement: name('position') },
    { name: 'velocities', type: 'f64', length, unit: 'mm/s', nameElement: name('velocity') },
    {
      name: 'changes',
      type: 'f64',
      length: pastCount * length,
      unit: 'mm/s',
      nameElement: (i) => nameChange(i % length),
    },
  ];
}

function createReducedSpec(size: number): ArraySpec {
  return {
    name: 'reduced',
    type: 'f64',
    length: frameNumbers + 2 * size,
    unit: '',
    nameElement: (i) => `number ${i} of the reduced body`,
  };
}

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
