/**
 * Coefficients of the reactive law of water, from the shape of a body at rest: slender parts by slices, plates by triangles and
 * their free edges. `docs/water.md` has the equations; the arithmetic is in kernels/assembly/reactive.ts. SI units.
 *
 * - Added mass of a section, kg/m: m1 = ρπb² along the half size a, m2 = ρπa² along b; exact for an ellipse. [Lamb, Hydrodynamics §71]
 * - Cross-flow: ½ρ C d w² with C of an elliptic cylinder, and the friction 4 R^(−1/2) of a smooth one. [Taylor 1952, from memory]
 * - Skin: Blasius' 1.328 R^(−1/2) by the way along the body; across it Taylor's 5.4 R^(−1/2) cos i sin^(1/2) i, which κ gives.
 *   [Taylor 1952, from memory] From R = 5·10⁵ on Prandtl's plate that begins laminar, 0.074 R^(−1/5) − 1742/R. [Schlichting, from memory]
 * - Form factor 1 + 1.5 q^1.5 + 7 q³ of a streamlined body, q thickness over length. [Hoerner, Fluid-Dynamic Drag, from memory]
 * - Plates: ℓ, the depth of the water that moves with them, and pressure with C = 1.2 of a plate square to the flow. [Hoerner, from memory]
 */
import { pow } from '../math/portable.ts';
import { computeEllipsePerimeter, computeTriangleArea, setTriangleNormal } from '../math/space/geometry.ts';
import type { Slice, SliceChain } from '../mesh/soft/slices.ts';
import { computePlateDepths, listFreeEdges, listWetPlates } from './plate-water.ts';

/** What the tables read of a body. */
export interface WetBody {
  readonly positions: Float64Array;
  readonly tets: Int32Array;
  readonly plates: Int32Array;
  readonly slices: readonly SliceChain[];
  readonly paint?: { readonly plateThickness: Float64Array } | undefined;
}

export interface ReactiveOptions {
  /** kg/m³. */
  readonly density: number;
  /** Of the whole animal, m: how old boundary layers on plates grow. */
  readonly length: number;
  /** Of plates, m. */
  readonly thickness: number;
  /** Depth of the water that moves with a plate, m; found from its shape when left out. */
  readonly plateDepth?: number | undefined;
  /** Half height of a fin along the rear half of a trunk that the mesh does not have, m; none when left out. */
  readonly finHalfHeight?: number | undefined;
}

/** Fields of an element of slices, in the order of the kernel. */
export const elementFields = 12;
const place = {
  ...{ mass1: 0, mass2: 1, rear1: 2, rear2: 3, front1: 4, front2: 5 },
  ...{ cross1: 6, cross2: 7, viscous: 8, skin: 9, inverseLength: 10, kappa: 11 },
} as const;

/** Element k is between sections k and k + 1; where a chain ends all its numbers are zero. */
export interface SliceTable {
  readonly sections: readonly Slice[];
  /** Number section · elementFields + field. */
  readonly elements: Float64Array;
}

/** Fields of a triangle and of an edge, in the order of the kernel. */
export const plateFields = 5;
export const edgeFields = 2;

/** Three nodes each; of an edge it runs from the first to the second. */
export interface TriangleTable {
  readonly nodes: Int32Array;
  /** Number item · fields + field. */
  readonly coefficients: Float64Array;
}

export interface ReactiveTables {
  readonly slices: SliceTable;
  readonly plates: TriangleTable;
  readonly edges: TriangleTable;
}

/** Share of κ in √(|u|/L + κ w/d) that makes the skin of a cylinder across the flow Taylor's: (5.4/(1.328 π))². */
const kappa = 1.67;
/** Of Taylor's friction across the flow. */
const viscousFactor = 4;
/** Of a plate square to the flow, and of a rounded edge that leads. The second is chosen. */
const plateDrag = 1.2;
const edgeDrag = 0.3;

/** Drag of an elliptic cylinder across its half size `across`, moved along the other: 2 of a plate, 1.1 of a circle. [Hoerner, from memory] */
export function computeCrossDrag(along: number, across: number): number {
  return along <= across ? 2 - (0.9 * along) / across : (1.1 * across) / along;
}

export function createReactiveTables(body: WetBody, options: ReactiveOptions): ReactiveTables {
  const nodes = listWetPlates(body);
  const depths =
    options.plateDepth === undefined
      ? computePlateDepths(body, nodes)
      : new Float64Array(nodes.length / 3).fill(options.plateDepth);
  return {
    slices: createSliceTable(body, options),
    plates: createPlateCoefficients(nodes, depths, options),
    edges: createEdgeTable(body, nodes, depths, options),
  };
}

function createSliceTable({ slices, positions }: WetBody, options: ReactiveOptions): SliceTable {
  const sections = slices.flatMap((chain) => chain.sections);
  const elements = new Float64Array(elementFields * sections.length);
  let first = 0;
  for (const chain of slices) {
    const own = elements.subarray(elementFields * first, elementFields * (first + chain.sections.length - 1));
    setChain(own, chain, positions, options);
    first += chain.sections.length;
  }
  return { sections, elements };
}

/** Centre of a section. */
function computeSliceCentre({ nodes, shares }: Slice, positions: Float64Array): [number, number, number] {
  const centre: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < nodes.length; k++)
    for (let axis = 0; axis < 3; axis++) centre[axis]! += shares[k]! * positions[3 * nodes[k]! + axis]!;
  return centre;
}

/** Lengths of the elements of a chain at rest. */
function listLengths({ sections }: SliceChain, positions: Float64Array): number[] {
  const centres = sections.map((slice) => computeSliceCentre(slice, positions));
  return centres.slice(1).map((to, k) => {
    const [x, y, z] = [0, 1, 2].map((axis) => to[axis]! - centres[k]![axis]!) as [number, number, number];
    return Math.sqrt(x * x + y * y + z * z);
  });
}

function setChain(
  out: Float64Array,
  chain: SliceChain,
  positions: Float64Array,
  { density, finHalfHeight = 0 }: ReactiveOptions,
): void {
  const { sections, isFirstFree, isLastFree } = chain;
  const length = listLengths(chain, positions).reduce((sum, l) => sum + l, 0);
  const thickest = Math.max(...sections.map(({ halfWidth, halfHeight }) => 2 * Math.sqrt(halfWidth * halfHeight)));
  const ratio = Math.min(1, thickest / length);
  const form = 1 + 1.5 * pow(ratio, 1.5) + 7 * ratio * ratio * ratio;
  const count = sections.length - 1;
  const isTrunk = isFirstFree && isLastFree;
  for (let k = 0; k < count; k++) {
    const a = (sections[k]!.halfWidth + sections[k + 1]!.halfWidth) / 2;
    const bare = (sections[k]!.halfHeight + sections[k + 1]!.halfHeight) / 2;
    const b = isTrunk && 2 * k + 1 > count ? Math.max(bare, finHalfHeight) : bare;
    const put = (field: keyof typeof place, value: number): void =>
      void (out[elementFields * k + place[field]] = value);
    // A fin has two sides.
    const perimeter = computeEllipsePerimeter(a, bare) + 4 * (b - bare);
    const diameter = 2 * Math.sqrt(a * b);
    put('mass1', density * Math.PI * b * b);
    put('mass2', density * Math.PI * a * a);
    // A quarter: half of ½ρ to either end.
    put('cross1', (density / 4) * computeCrossDrag(a, b) * 2 * b);
    put('cross2', (density / 4) * computeCrossDrag(b, a) * 2 * a);
    put('viscous', (density / 4) * viscousFactor * Math.sqrt(diameter));
    put('skin', (density / 4) * form * perimeter);
    put('inverseLength', 1 / length);
    put('kappa', kappa / diameter);
  }
  for (let k = 0; k < count; k++) {
    for (const axis of [0, 1]) {
      const mass = (element: number): number => out[elementFields * element + axis]!;
      const behind = k + 1 < count ? mass(k + 1) : isLastFree ? 0 : Infinity;
      const before = k > 0 ? mass(k - 1) : isFirstFree ? 0 : Infinity;
      out[elementFields * k + place.rear1 + axis] = Math.max(0, mass(k) - behind);
      out[elementFields * k + place.front1 + axis] = Math.max(0, mass(k) - before);
    }
  }
}

function createPlateCoefficients(
  nodes: Int32Array,
  depths: Float64Array,
  { density, length }: ReactiveOptions,
): TriangleTable {
  const coefficients = new Float64Array(plateFields * depths.length);
  for (let t = 0; t < depths.length; t++)
    coefficients.set(
      [density * depths[t]!, (density / 2) * plateDrag, density, 1 / length, kappa / length],
      plateFields * t,
    );
  return { nodes, coefficients };
}

function createEdgeTable(
  body: WetBody,
  wet: Int32Array,
  depths: Float64Array,
  { density, thickness }: ReactiveOptions,
): TriangleTable {
  const edges = listFreeEdges(wet, body.tets);
  const nodes = new Int32Array(3 * edges.length);
  const coefficients = new Float64Array(edgeFields * edges.length);
  edges.forEach(({ triangle, corner }, e) => {
    for (let k = 0; k < 3; k++) nodes[3 * e + k] = wet[3 * triangle + ((corner + k) % 3)]!;
    // A quarter: half of ½ρ to either end.
    coefficients.set([density * depths[triangle]!, (density / 4) * edgeDrag * thickness], edgeFields * e);
  });
  return { nodes, coefficients };
}

/** m/s across the body that the matrix expects. Chosen: it hardly matters. */
const expectedSpeed = 0.3;

/**
 * Added mass of every node at rest, xx xy xz yy yz zz in kg, with the drag expected over a step of `dt`: what the matrix of a step
 * has to know for few iterations. It affects convergence and not the result.
 */
export function createNodeAddedMasses(tables: ReactiveTables, positions: Float64Array, dt: number): Float64Array {
  const out = new Float64Array(2 * positions.length);
  addSliceMasses(out, tables.slices, positions, dt);
  const { nodes, coefficients } = tables.plates;
  const normal = new Float64Array(3);
  for (let t = 0; t < nodes.length / 3; t++) {
    const corners = [nodes[3 * t]!, nodes[3 * t + 1]!, nodes[3 * t + 2]!] as const;
    const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
    setTriangleNormal(normal, 0, positions, a, b, c);
    const area = computeTriangleArea(positions, a, b, c);
    const unit = normal.map((x) => x / (2 * area));
    const [mass, drag] = [coefficients[plateFields * t]!, coefficients[plateFields * t + 1]!];
    const share = (area * (mass + 4 * dt * expectedSpeed * drag)) / 3;
    for (const node of corners) addOuter(out, node, unit, share);
  }
  return out;
}

function addOuter(out: Float64Array, node: number, [x, y, z]: ArrayLike<number> & Iterable<number>, m: number): void {
  const at = 6 * node;
  out[at]! += m * x! * x!;
  out[at + 1]! += m * x! * y!;
  out[at + 2]! += m * x! * z!;
  out[at + 3]! += m * y! * y!;
  out[at + 4]! += m * y! * z!;
  out[at + 5]! += m * z! * z!;
}

function addSliceMasses(
  out: Float64Array,
  { sections, elements }: SliceTable,
  positions: Float64Array,
  dt: number,
): void {
  for (let k = 0; k + 1 < sections.length; k++) {
    const own = elements.subarray(elementFields * k, elementFields * (k + 1));
    if (own[place.mass1] === 0) continue;
    const { length, axes } = computeElementFrame(sections[k]!, sections[k + 1]!, positions);
    for (const { nodes, shares } of [sections[k]!, sections[k + 1]!]) {
      for (let n = 0; n < nodes.length; n++) {
        for (const axis of [0, 1] as const) {
          // Half of the mass, and the drag ρ C d |w| of both ends at the expected speed.
          const mass = own[axis]! / 2 + 2 * dt * expectedSpeed * own[place.cross1 + axis]!;
          addOuter(out, nodes[n]!, axes[axis], shares[n]! * length * mass);
        }
      }
    }
  }
}

/** Length of an element at rest, and its unit vectors e1 and e2. */
function computeElementFrame(
  front: Slice,
  rear: Slice,
  positions: Float64Array,
): { length: number; axes: readonly [number[], number[]] } {
  const [from, to] = [computeSliceCentre(front, positions), computeSliceCentre(rear, positions)];
  const d = [0, 1, 2].map((k) => to[k]! - from[k]!);
  const length = Math.sqrt(d[0]! * d[0]! + d[1]! * d[1]! + d[2]! * d[2]!);
  const t = d.map((x) => x / length);
  const width = [0, 0, 0];
  for (const { nodes, spreads } of [front, rear])
    for (let k = 0; k < nodes.length; k++)
      for (let axis = 0; axis < 3; axis++) width[axis]! += spreads[k]! * positions[3 * nodes[k]! + axis]!;
  const along = width[0]! * t[0]! + width[1]! * t[1]! + width[2]! * t[2]!;
  const across = width.map((x, k) => x - along * t[k]!);
  const size = Math.sqrt(across[0]! * across[0]! + across[1]! * across[1]! + across[2]! * across[2]!);
  const e1 = across.map((x) => x / size);
  const e2 = [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return t[i]! * e1[j]! - t[j]! * e1[i]!;
  });
  return { length, axes: [e1, e2] };
}
