/** The looks of a myriapod's body: eyes, claws, trailing legs, how boxes stand for plates and rings, and the skin of its tissue. */
import type { HybridParameters } from '../../bodies/rigid-soft/body.ts';
import type { TissueLattice } from '../../bodies/rigid-soft/tissue/lattice.ts';
import { computeTissueIndex, type TissueState } from '../../bodies/rigid-soft/tissue/segments.ts';
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import type { Look, OrnamentSpec, PartSpec, SurfaceSpec } from '../../contract/frame.ts';
import { createBallRings, createBentRings, mirrorRings, packReshaping } from '../../contract/ornaments.ts';
import { centimetre, type MyriapodDesc } from './schema.ts';

type Kind = MyriapodDesc['body']['outline'];

/** Width of what is drawn of each segment, as a share of the box: a narrow neck, and a tail that ends. */
const tapers: Readonly<Record<Kind, { readonly neck: readonly number[]; readonly tail: readonly number[] }>> = {
  plates: { neck: [1, 0.9], tail: [0.96, 0.88, 0.72] },
  rings: { neck: [1, 0.9, 0.97], tail: [0.96, 0.86, 0.62] },
  boxes: { neck: [], tail: [] },
};

export function computeGirth({ outline, girth }: MyriapodDesc['body'], segment: number, segments: number): number {
  const { neck, tail } = tapers[outline];
  return girth * (neck[segment] ?? 1) * (tail[tail.length - (segments - segment)] ?? 1);
}

/** How a box is drawn. */
export function chooseOutline(kind: Kind, segment: number): Pick<PartSpec, 'outline'> {
  if (kind === 'boxes') return {};
  if (segment === 0) return { outline: 'head' };
  return { outline: kind === 'plates' ? 'plate' : 'ring' };
}

interface Head {
  readonly width: number;
  readonly height: number;
}

/** Shapes on the head (part `first`) and on the last segment of one animal. */
export function listOrnaments(
  desc: MyriapodDesc,
  { rigidSizes }: HybridParameters,
  look: Look,
  first: number,
): OrnamentSpec[] {
  const kind = desc.body.outline;
  if (kind === 'boxes') return [];
  const [, y, z] = rigidSizes[0]!;
  const wide = centimetre * desc.body.girth;
  const head: Head = { width: wide * y, height: wide * z };
  const on = (part: number, name: string, shapeLook: Look, rings: Float32Array): OrnamentSpec[] =>
    ['left', 'right'].map((side) => ({
      name: `${side} ${name}`,
      look: shapeLook,
      carrier: { part },
      rings: side === 'left' ? rings : mirrorRings(rings),
      ...(shapeLook === look ? { limb: true as const } : {}),
    }));
  const eyes = listEyes(head, kind).flatMap((rings, i) => on(first, `eye ${i + 1}`, 'horn', rings));
  if (kind === 'rings') return eyes;
  const last = first + rigidSizes.length - 1;
  const leg = 0.9 * (desc.controller.legs.upper + desc.controller.legs.lower);
  return [
    ...eyes,
    ...on(first, 'claw', look, createClaw(head)),
    ...on(first, 'claw tip', 'horn', createClawTip(head)),
    ...on(last, 'trailing leg', look, createTrailingLeg(head, leg * desc.controller.legs.growth)),
  ];
}

/** Of the leg's thickness: hips are stouter than legs. */
const coxaThickness = 1.35;

/** Hips, from inside the segment to where each leg begins: legs are not left hanging beside the body. */
export function listCoxae(plan: LegPlan, { rigidSizes }: HybridParameters, look: Look, first: number): OrnamentSpec[] {
  const height = rigidSizes[0]![2];
  return Array.from(plan.missing).flatMap((missing, leg): OrnamentSpec[] => {
    if (missing === 1) return [];
    const [x, y, z] = plan.roots.subarray(3 * leg, 3 * leg + 3) as unknown as [number, number, number];
    const thick = coxaThickness * 0.09 * Math.min(plan.pairShapes[leg >> 1]!.upper, height);
    const at = (share: number, girth: number) =>
      [x, share * y, z * share + 0.1 * height * (share - 1), girth * thick, girth * thick].map(
        (value) => centimetre * value,
      ) as [number, number, number, number, number];
    const rings = createBentRings([at(0.35, 1.1), at(0.75, 1.15), at(1, 0.95), at(1.04, 0.3)]);
    const name = `${leg & 1 ? 'right' : 'left'} hip ${(leg >> 1) + 1}`;
    return [{ name, look, carrier: { part: first + plan.pairBodies[leg >> 1]! }, rings, limb: true }];
  });
}

function listEyes({ width, height }: Head, kind: Kind): Float32Array[] {
  const size = 0.055 * width;
  if (kind === 'rings')
    return [
      createBallRings([0.5 * width, 0.36 * width, 0.16 * height], [0, 0.8, 0.6], [0.5 * size, 2.2 * size, 1.6 * size]),
    ];
  return [
    [0.62, 0.3, 0.13],
    [0.52, 0.345, 0.13],
    [0.56, 0.3, 0.2],
  ].map(([x, y, z]) => createBallRings([x! * width, y! * width, z! * height], [0, 0.8, 0.6], [size, size, size], 5));
}

/** A poison claw: out from below the head, and around it to the front. */
function createClaw({ width: w, height: h }: Head): Float32Array {
  return createBentRings([
    [-0.05 * w, 0.24 * w, -0.3 * h, 0.08 * w, 0.1 * h],
    [0.08 * w, 0.34 * w, -0.3 * h, 0.1 * w, 0.14 * h],
    [0.28 * w, 0.42 * w, -0.29 * h, 0.085 * w, 0.12 * h],
    [0.5 * w, 0.4 * w, -0.28 * h, 0.06 * w, 0.09 * h],
    [0.64 * w, 0.32 * w, -0.28 * h, 0.045 * w, 0.07 * h],
  ]);
}

function createClawTip({ width: w, height: h }: Head): Float32Array {
  return createBentRings([
    [0.62 * w, 0.34 * w, -0.28 * h, 0.042 * w, 0.065 * h],
    [0.74 * w, 0.24 * w, -0.29 * h, 0.03 * w, 0.045 * h],
    [0.8 * w, 0.12 * w, -0.31 * h, 0.006 * w, 0.008 * h],
  ]);
}

/** The last pair does not walk: it is stretched out behind. */
function createTrailingLeg({ width: w, height: h }: Head, length: number): Float32Array {
  const thick = Math.min(0.075 * w, 0.03 * length);
  return createBentRings([
    [0, 0.22 * w, -0.2 * h, thick, thick],
    [-0.25 * length, 0.22 * w + 0.1 * length, -0.05 * h, 0.95 * thick, 0.95 * thick],
    [-0.5 * length, 0.22 * w + 0.22 * length, -0.05 * h, 0.75 * thick, 0.75 * thick],
    [-0.75 * length, 0.22 * w + 0.28 * length, -0.2 * h, 0.5 * thick, 0.5 * thick],
    [-length, 0.22 * w + 0.3 * length, -0.42 * h, 0.12 * thick, 0.12 * thick],
  ]);
}

/** Nodes on the four long sides of a soft segment. */
function listSideNodes({ cells: [nx, ny, nz] }: TissueLattice): number[] {
  const nodes: number[] = [];
  for (let i = 0; i <= nx; i++)
    for (let j = 0; j <= ny; j++)
      for (let k = 0; k <= nz; k++)
        if (j === 0 || j === ny || k === 0 || k === nz) nodes.push((i * (ny + 1) + j) * (nz + 1) + k);
  return nodes;
}

/** All soft segments as one surface, open where they meet the boxes. */
export function createTissueSurface(
  body: MyriapodDesc['body'],
  parameters: HybridParameters,
  lattice: TissueLattice,
): SurfaceSpec {
  const nodes = listSideNodes(lattice);
  const vertexOf = new Map(nodes.map((node, vertex) => [node, vertex]));
  const quads = listSideQuads(lattice);
  const segments = parameters.rigidSizes.length - 1;
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
    look: body.look,
    vertexCount: nodes.length * segments,
    triangles: Uint32Array.from(triangles),
    restPositions,
    channels: [{ channel: 'stance', slots }],
    ...(body.outline === 'boxes' ? {} : { reshaped: createReshaping(body, lattice, nodes, segments) }),
  };
}

/** Corners are drawn nearer to the middle, so that tissue is as round and as wide as the armour around it. */
function createReshaping(
  body: MyriapodDesc['body'],
  { cells: [nx, ny, nz] }: TissueLattice,
  nodes: readonly number[],
  segments: number,
): NonNullable<SurfaceSpec['reshaped']> {
  const size = nodes.length / (nx + 1);
  const rings = Array.from({ length: segments * (nx + 1) }, (_, ring) => {
    const segment = Math.floor(ring / (nx + 1));
    const [before, after] = [segment, segment + 1].map((i) => computeGirth(body, i, segments + 1)) as [number, number];
    const members = Array.from({ length: size }, (_, i) => ring * size + i);
    const shares = members.map((vertex) => {
      const node = nodes[vertex % nodes.length]!;
      const [j, k] = [Math.floor(node / (nz + 1)) % (ny + 1), node % (nz + 1)];
      const [y, z] = [(2 * j) / ny - 1, (2 * k) / nz - 1];
      return (0.97 * Math.min(before, after) * Math.max(Math.abs(y), Math.abs(z))) / Math.sqrt(y * y + z * z);
    });
    return { anchors: members, members, shares };
  });
  return packReshaping(rings);
}

/** Faces of the long sides, counter-clockwise seen from outside. */
function listSideQuads({ cells: [nx, ny, nz] }: TissueLattice): [number, number, number, number][] {
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

/** Writes the surface's vertices from `start` on. */
export function writeTissue(
  out: Float32Array,
  start: number,
  lattice: TissueLattice,
  { softPositions }: TissueState,
  segments: number,
): void {
  const nodes = getSideNodes(lattice);
  let to = start;
  for (let segment = 0; segment < segments; segment++) {
    const at = computeTissueIndex(lattice, segment);
    for (let v = 0; v < nodes.length; v++) {
      const from = at + 12 * nodes[v]!;
      for (let a = 0; a < 3; a++) out[to++] = centimetre * softPositions[from + 4 * a]!;
    }
  }
}

const sideNodes = new WeakMap<object, Int32Array>();

function getSideNodes(lattice: TissueLattice): Int32Array {
  let nodes = sideNodes.get(lattice);
  if (nodes === undefined) {
    nodes = Int32Array.from(listSideNodes(lattice));
    sideNodes.set(lattice, nodes);
  }
  return nodes;
}
