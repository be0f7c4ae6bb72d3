/** What a myriapod shows: its signals, and the layout of its frames. */
import type { Scene } from '../../world/things.ts';
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import type { MyriapodDesc } from './schema.ts';
import { type SignalCategory, type SignalSpec, standardSignals } from '../../contract/types.ts';
import type { FrameLayout, GroundSpec, Look, PartSpec, SurfaceSpec } from '../../contract/frame.ts';
import type { Ground } from './scene/ground.ts';
import type { HybridParameters } from '../../bodies/rigid-soft/step.ts';
import { createWaterSpec, listMeshSurfaces, listObstacleParts } from './scene/layout.ts';
import type { Pond } from './scene/pond.ts';
import { createSoftLattice, type SoftLattice } from '../../bodies/rigid-soft/tissue/lattice.ts';

const centimetre = 0.01;

/** In the order of the automaton. The swing is warm, lowering after it pale, standing dark; told apart by the colour-blind. */
const legStates: readonly SignalCategory[] = [
  { name: 'SF1', colour: '#f2b705' },
  { name: 'SF2', colour: '#e8741a' },
  { name: 'SB1', colour: '#c6dbef' },
  { name: 'SB2', colour: '#7fb2dd' },
  { name: 'STANCE', colour: '#1f5fa8' },
  { name: 'ADJUST', colour: '#b04a9e' },
];

const brainModes: readonly SignalCategory[] = [
  { name: 'ADJUSTMENT', colour: '#8c96a3' },
  { name: 'RANDOM-WALK', colour: '#4aa3df' },
  { name: 'AVOIDANCE', colour: '#d95f02' },
  { name: 'TROPHOTROPISM', colour: '#4daf4a' },
  { name: 'CONTROL', colour: '#c46fc4' },
  { name: 'PATH', colour: '#e6c229' },
];

export function listMyriapodSignals(segments: number, plan: LegPlan, animals: number, pond: Pond | null): SignalSpec[] {
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    name,
    unit,
    size: 1,
    range,
    about,
  });
  const pairs = plan.pairCount;
  const stateAbout = `${legStates.map(({ name }, i) => `${i} ${name}`).join(', ')}, −1 lost`;
  return [
    ...standardSignals,
    {
      name: 'legState.left',
      unit: '1',
      size: pairs,
      range: [0, 5],
      about: `States of the left legs, head first: ${stateAbout}.`,
      display: 'categories',
      categories: legStates,
    },
    {
      name: 'legState.right',
      unit: '1',
      size: pairs,
      range: [0, 5],
      about: `States of the right legs, head first: ${stateAbout}.`,
      display: 'categories',
      categories: legStates,
    },
    {
      name: 'swingAngle',
      unit: 'rad',
      size: pairs,
      range: [-0.6, 0.6],
      about: 'Angle θ of the left legs, forward positive, head first.',
      display: 'diverging',
    },
    {
      name: 'stanceOnset',
      unit: 's',
      size: 2 * pairs,
      range: [0, 100],
      about: 'Time at which each leg last came to stand, left and right in turn, head first; −1 before the first.',
      onsetsOf: 'legs',
    },
    { name: 'midline.x', unit: 'm', size: segments, range: [-1, 1], about: 'Centres of the rigid segments, x.' },
    { name: 'midline.y', unit: 'm', size: segments, range: [-1, 1], about: 'Centres of the rigid segments, y.' },
    {
      name: 'bodyBend',
      unit: 'rad',
      size: segments - 1,
      range: [-0.3, 0.3],
      about: 'Yaw of each rigid segment against the one behind it, to the left positive, head first.',
      display: 'diverging',
    },
    { ...one('support', '1', [0, segments], 'Segments that their legs carry.'), display: 'strip' },
    one('stanceFraction', '1', [0, 1], 'Share of the legs that stand.'),
    {
      ...one('brain.mode', '1', [0, 5], `${brainModes.map(({ name }, i) => `${i} ${name}`).join(', ')}.`),
      display: 'categories',
      categories: brainModes,
    },
    one('bodyHeight', 'm', [0, 0.04], 'Height of the lowest segment’s centre above the ground.'),
    one('bodyHeight.mean', 'm', [0, 0.04], 'Mean height of the segments’ centres above the ground.'),
    one('linkStretch', '1', [0.9, 1.1], 'Mean distance of neighbouring segments over that at rest.'),
    one('footSlip', 'm', [0, 1e-6], 'Largest distance of a standing leg’s tip from the place where it came to stand.'),
    one('food.eaten', '1', [0, 10], 'Pieces of food eaten.'),
    one('obstacle.gap', 'm', [0, 1], 'Distance of the head’s centre from the nearest obstacle; 10 m without any.'),
    ...(animals === 1 ? [] : listHerdSignals(animals)),
    ...(pond === null ? [] : listWaterSignals()),
  ];
}

function listHerdSignals(animals: number): SignalSpec[] {
  const place = (name: string, axis: string): SignalSpec => ({
    name,
    unit: 'm',
    size: animals,
    range: [-1, 1],
    about: `Heads of all animals, ${axis}.`,
  });
  return [
    place('heads.x', 'x'),
    place('heads.y', 'y'),
    {
      name: 'animals.gap',
      unit: 'm',
      size: 1,
      range: [0, 0.1],
      about: 'Least distance between the bodies of two animals, legs left out; negative where they overlap.',
      display: 'strip',
    },
  ];
}

function listWaterSignals(): SignalSpec[] {
  return [
    { name: 'water.volume', unit: 'm^3', size: 1, range: [0, 0.01], about: 'Volume of the water.' },
    {
      name: 'water.swing',
      unit: 'm',
      size: 1,
      range: [0, 0.005],
      about: 'Greatest distance of the water’s surface from its level at rest.',
      display: 'strip',
    },
  ];
}

export function createMyriapodFrame(
  desc: MyriapodDesc,
  parameters: HybridParameters,
  plan: LegPlan,
  scene: Scene,
  ground: Ground | null,
  pond: Pond | null,
): FrameLayout {
  const lattice = createSoftLattice(parameters.softCells, parameters.softSize);
  const animals = Array.from({ length: desc.scene.animals }, (_, animal) => animal);
  // Of several animals, all but the first are told apart by a number.
  const nameOf = (name: string, animal: number): string => (animal === 0 ? name : `${name} of animal ${animal + 1}`);
  const soft = createSoftSurface(desc, parameters, lattice);
  // Beside jelly, what is rigid looks rigid.
  const look = desc.body.look === 'chitin' ? 'chitin' : 'plain';
  const own = [...listBodyParts(parameters, look), ...listLegParts(plan, parameters, look)];
  const bodies = animals.flatMap((animal) => own.map((part) => ({ ...part, name: nameOf(part.name, animal) })));
  const parts = [...bodies, ...listObstacleParts(desc)];
  const n = desc.body.segments;
  return {
    parts,
    surfaces: [
      ...animals.map((animal) => ({
        ...soft,
        name: nameOf(soft.name, animal),
        channels: soft.channels.map(({ channel, slots }) => ({
          channel,
          slots: slots.map((slot) => slot + animal * (n - 1)),
        })),
      })),
      ...(pond === null ? [] : [createWaterSpec(pond)]),
      ...listMeshSurfaces(desc, bodies.length, parts.length, 1 / centimetre),
    ],
    lines: animals.flatMap((animal) =>
      ['left antenna', 'right antenna'].map((name) => ({
        name: nameOf(name, animal),
        pointCount: desc.antennae.links + 1,
        radius: 0.2 * desc.antennae.firstLink,
        look,
      })),
    ),
    markers: scene.foodSizes.map((_, i) => ({ name: `food ${i + 1}`, set: 'food', radius: 0.008 })),
    channels: [
      {
        name: 'stance',
        unit: '1',
        range: [0, 1],
        slots: animals.length * (n - 1),
        about: 'Share of the legs on both sides of a soft segment that stand.',
      },
    ],
    ...(ground === null ? {} : { ground: createGroundSpec(ground) }),
    // Legs stand out to both sides; several animals are seen together.
    extent:
      n * (desc.body.rigidLength + desc.body.softLength) +
      0.8 * computeLegReach(plan) +
      spreadShare * computeSpread(scene.starts),
  };
}

function createGroundSpec({ mesh }: Ground): GroundSpec {
  if (mesh === null) return { kind: 'plane', height: 0 };
  const positions = Float32Array.from(mesh.positions, (value) => centimetre * value);
  return { kind: 'mesh', positions, triangles: mesh.triangles };
}

/** Share of the animals' spread at the start by which cameras stand farther off. */
const spreadShare = 0.6;

/** Longest side of the box around all heads and tails beyond that of the first animal, metres. */
function computeSpread(starts: readonly Float64Array[]): number {
  const computeSide = (lines: readonly Float64Array[]): number => {
    const sides = [0, 1].map((axis) => {
      const values = lines.flatMap((line) => [line[axis]!, line[axis + 2]!]);
      return Math.max(...values) - Math.min(...values);
    });
    return Math.max(...sides);
  };
  return centimetre * Math.max(0, computeSide(starts) - computeSide(starts.slice(0, 1)));
}

/** Length of the longest leg, metres. */
function computeLegReach({ pairShapes }: LegPlan): number {
  return centimetre * Math.max(...pairShapes.map(({ upper, lower }) => upper + lower));
}

function listBodyParts({ rigidSizes }: HybridParameters, look: Look): PartSpec[] {
  return rigidSizes.map(([x, y, z], i) => ({
    name: i === 0 ? 'head' : `segment ${i}`,
    shape: 'box',
    // A hair larger than the soft segments, so that their edges do not flicker through.
    size: [centimetre * x, 1.02 * centimetre * y, 1.02 * centimetre * z],
    look,
  }));
}

function listLegParts(plan: LegPlan, { rigidSizes }: HybridParameters, look: Look): PartSpec[] {
  const height = rigidSizes[0]![2];
  return Array.from(plan.missing).flatMap((missing, leg): PartSpec[] => {
    if (missing === 1) return [];
    const { upper, lower } = plan.pairShapes[leg >> 1]!;
    const name = `${leg & 1 ? 'right' : 'left'} leg ${(leg >> 1) + 1}`;
    // Long legs are slender.
    const [thick, thin] = [0.12 * centimetre * Math.min(upper, height), 0.07 * centimetre * Math.min(lower, height)];
    return [
      { name: `${name}, upper`, shape: 'capsule', size: [centimetre * upper + thick, thick, thick], look },
      { name: `${name}, lower`, shape: 'capsule', size: [centimetre * lower + thin, thin, thin], look },
    ];
  });
}

/** Nodes on the four long sides of a soft segment. */
export function listSideNodes({ cells: [nx, ny, nz] }: SoftLattice): number[] {
  const nodes: number[] = [];
  for (let i = 0; i <= nx; i++)
    for (let j = 0; j <= ny; j++)
      for (let k = 0; k <= nz; k++)
        if (j === 0 || j === ny || k === 0 || k === nz) nodes.push((i * (ny + 1) + j) * (nz + 1) + k);
  return nodes;
}

/** All soft segments as one surface, open where they meet the boxes. */
function createSoftSurface(desc: MyriapodDesc, parameters: HybridParameters, lattice: SoftLattice): SurfaceSpec {
  const nodes = listSideNodes(lattice);
  const vertexOf = new Map(nodes.map((node, vertex) => [node, vertex]));
  const quads = listSideQuads(lattice);
  const segments = desc.body.segments - 1;
  const link = parameters.rigidSizes[0]![0] + parameters.softSize[0];
  const restPositions = new Float32Array(3 * nodes.length * segments);
  const triangles: number[] = [];
  const slots = new Uint32Array(nodes.length * segments);
  for (let segment = 0; segment < segments; segment++) {
    const first = segment * nodes.length;
    const middle = -link * (segment + 0.5);
    nodes.forEach((node, vertex) => {
      const to = 3 * (first + vertex);
      restPositions[to] = centimetre * (middle + lattice.restPositions[3 * node]!);
      restPositions[to + 1] = centimetre * lattice.restPositions[3 * node + 1]!;
      restPositions[to + 2] = centimetre * lattice.restPositions[3 * node + 2]!;
      slots[first + vertex] = segment;
    });
    for (const [a, b, c, d] of quads) {
      const [p, q, r, s] = [a, b, c, d].map((node) => first + vertexOf.get(node)!) as [number, number, number, number];
      triangles.push(p, q, r, p, r, s);
    }
  }
  return {
    name: 'soft segments',
    kind: 'mesh',
    look: desc.body.look,
    vertexCount: nodes.length * segments,
    triangles: Uint32Array.from(triangles),
    restPositions,
    channels: [{ channel: 'stance', slots }],
  };
}

/** Faces of the long sides, counter-clockwise seen from outside. */
function listSideQuads({ cells: [nx, ny, nz] }: SoftLattice): [number, number, number, number][] {
  const at = (i: number, j: number, k: number): number => (i * (ny + 1) + j) * (nz + 1) + k;
  const quads: [number, number, number, number][] = [];
  for (let i = 0; i < nx; i++) {
    for (let k = 0; k < nz; k++) {
      quads.push([at(i, 0, k), at(i + 1, 0, k), at(i + 1, 0, k + 1), at(i, 0, k + 1)]);
      quads.push([at(i, ny, k), at(i, ny, k + 1), at(i + 1, ny, k + 1), at(i + 1, ny, k)]);
    }
    for (let j = 0; j < ny; j++) {
      quads.push([at(i, j, 0), at(i, j + 1, 0), at(i + 1, j + 1, 0), at(i + 1, j, 0)]);
      quads.push([at(i, j, nz), at(i + 1, j, nz), at(i + 1, j + 1, nz), at(i, j + 1, nz)]);
    }
  }
  return quads;
}
