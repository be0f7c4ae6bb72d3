/**
 * Classifies the modes of a long body: rigid, bending in one of two planes with its number of nodes, torsion, stretching along
 * the axis, or something else; and the n-th horizontal bending mode, found by its shape and never by its number.
 *
 * Per section s with mass m_s: mean displacement c_s and mean twist about the body axis. The shares
 *   axial Σ m (c·e₁)²,   horizontal Σ m (c·e₂)²,   vertical Σ m (c·e₃)²,   torsion Σ J φ²
 * of uᵀ M u = 1 decide the kind. e₁ points to the head (section 0), e₂ is horizontal, e₃ completes them; the vertical is
 * +z. A free body bends n-th in a plane with n + 1 zero crossings of its centre line.
 *
 * A body that is nearly symmetric about its axis has its bending modes in pairs, and where the two planes of a pair lie is
 * decided by small asymmetries, or by rounding. Two bending modes with equal crossings and near eigenvalues are therefore
 * turned inside their plane (in mode space) until one has the most horizontal motion: the other has the least.
 */
import type { SectionedTetMesh } from '../../../mesh/tets/tet-mesh.ts';
import { atan2, cos, sin } from '../../../math/portable.ts';
import { ModelError } from '../../../model/problem.ts';
import type { Modes } from './modes.ts';

export const modeKinds = ['rigid', 'horizontal-bending', 'vertical-bending', 'torsion', 'axial', 'other'] as const;
export type ModeKind = (typeof modeKinds)[number];

export interface ModeEntry {
  /** Position among all modes, rigid ones included, from 0. */
  readonly index: number;
  readonly kind: ModeKind;
  /** Zero crossings of the quantity that gives the kind its name along the body; 0 for `rigid` and `other`. */
  readonly crossings: number;
  /** `H2`, `V1`, `T1`, `A1`, or `rigid 3`, `other 1`: which of its kind. */
  readonly label: string;
  readonly eigenvalue: number;
  readonly frequency: number;
  /** Horizontal part of the lateral centre-line energy, 0 … 1. */
  readonly horizontalShare: number;
}

export interface ModeCatalogue {
  readonly entries: readonly ModeEntry[];
  /** Rows of 3 × nodes: the modes with bending pairs turned upright, M-orthonormal, signs fixed. */
  readonly vectors: Float64Array;
}

export interface BendingMode extends ModeEntry {
  /** Its own copy, uᵀ M u = 1, the head moving towards +e₂ (+y for a body along +x). */
  readonly vector: Float64Array;
  /** Largest |horizontal displacement| of the centre line of `vector`: divide by it to scale to an amplitude. */
  readonly centreLinePeak: number;
}

/** Eigenvalues of a pair may differ by this factor: asymmetries of mesh and tissues split them by some per cent. */
const PAIR_RATIO = 1.3;
/** A displacement below this share of the largest along the body is on the axis and has no sign. */
const ON_AXIS_SHARE = 0.03;

interface SectionFrame {
  /** e₁, e₂, e₃. */
  readonly axes: readonly (readonly [number, number, number])[];
  readonly sectionMasses: Float64Array;
  /** Offsets of each node from its section's centre of mass along e₂ and e₃. */
  readonly offsets: Float64Array;
  /** Σ m (y² + z²) per section. */
  readonly sectionInertias: Float64Array;
}

function createSectionFrame(mesh: SectionedTetMesh, masses: Float64Array): SectionFrame {
  const { sectionCount, nodesPerSection: per, positions } = mesh;
  const centres = new Float64Array(3 * sectionCount);
  const sectionMasses = new Float64Array(sectionCount);
  for (let s = 0; s < sectionCount; s++) {
    for (let node = s * per; node < (s + 1) * per; node++) {
      sectionMasses[s]! += masses[3 * node]!;
      for (let r = 0; r < 3; r++) centres[3 * s + r]! += masses[3 * node]! * positions[3 * node + r]!;
    }
    for (let r = 0; r < 3; r++) centres[3 * s + r]! /= sectionMasses[s]!;
  }
  const tail = 3 * (sectionCount - 1);
  const [dx, dy, dz] = [
    centres[0]! - centres[tail]!,
    centres[1]! - centres[tail + 1]!,
    centres[2]! - centres[tail + 2]!,
  ];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const level = Math.sqrt(dx * dx + dy * dy);
  if (!(level > 0.1 * length)) {
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'mesh',
        got: `a body axis (${dx}, ${dy}, ${dz})`,
        hint: 'Lay the body down: horizontal bending needs an axis that is not vertical.',
      },
    ]);
  }
  const e1 = [dx / length, dy / length, dz / length] as const;
  const e2 = [-dy / level, dx / level, 0] as const;
  const e3 = [-e1[2] * e2[1], e1[2] * e2[0], e1[0] * e2[1] - e1[1] * e2[0]] as const;
  const offsets = new Float64Array(2 * mesh.nodeCount);
  const sectionInertias = new Float64Array(sectionCount);
  for (let node = 0; node < mesh.nodeCount; node++) {
    const s = Math.floor(node / per);
    for (let r = 0; r < 3; r++) {
      const d = positions[3 * node + r]! - centres[3 * s + r]!;
      offsets[2 * node]! += e2[r]! * d;
      offsets[2 * node + 1]! += e3[r]! * d;
    }
    const [y, z] = [offsets[2 * node]!, offsets[2 * node + 1]!];
    sectionInertias[s]! += masses[3 * node]! * (y * y + z * z);
  }
  return { axes: [e1, e2, e3], sectionMasses, offsets, sectionInertias };
}

/** Centre-line displacement along e₁, e₂, e₃ and twist, one curve of sectionCount numbers each. */
type Curves = readonly [Float64Array, Float64Array, Float64Array, Float64Array];

function createCurves(mesh: SectionedTetMesh, frame: SectionFrame, masses: Float64Array, u: Float64Array): Curves {
  const { sectionCount, nodesPerSection: per } = mesh;
  const { axes, sectionMasses, offsets, sectionInertias } = frame;
  const curves = [0, 1, 2, 3].map(() => new Float64Array(sectionCount)) as unknown as Curves;
  for (let node = 0; node < mesh.nodeCount; node++) {
    const s = Math.floor(node / per);
    const mass = masses[3 * node]!;
    const [a, b, c] = axes.map((e) => e[0] * u[3 * node]! + e[1] * u[3 * node + 1]! + e[2] * u[3 * node + 2]!);
    curves[0][s]! += (mass * a!) / sectionMasses[s]!;
    curves[1][s]! += (mass * b!) / sectionMasses[s]!;
    curves[2][s]! += (mass * c!) / sectionMasses[s]!;
    const moment = offsets[2 * node]! * c! - offsets[2 * node + 1]! * b!;
    if (sectionInertias[s]! > 0) curves[3][s]! += (mass * moment) / sectionInertias[s]!;
  }
  return curves;
}

function computeWeightedDot(weights: Float64Array, a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let s = 0; s < weights.length; s++) sum += weights[s]! * a[s]! * b[s]!;
  return sum;
}

/** Sign changes along a curve, values near zero left out. */
function countCrossings(curve: Float64Array): number {
  let largest = 0;
  for (const value of curve) largest = Math.max(largest, Math.abs(value));
  let crossings = 0;
  let last = 0;
  for (const value of curve) {
    if (Math.abs(value) < ON_AXIS_SHARE * largest) continue;
    if (value * last < 0) crossings++;
    last = value;
  }
  return crossings;
}

/** Angle of the direction in which (a, b) has the most energy, from aa = Σ a², ab = Σ a b, bb = Σ b². */
function computePrincipalAngle(aa: number, ab: number, bb: number): number {
  return 0.5 * atan2(2 * ab, aa - bb);
}

interface Shape {
  readonly kind: ModeKind;
  readonly crossings: number;
  readonly horizontalShare: number;
  /** The curve that was counted; its head end decides the sign. */
  readonly curve: Float64Array;
}

function createShape(frame: SectionFrame, curves: Curves): Shape {
  const { sectionMasses, sectionInertias } = frame;
  const [axialCurve, horizontalCurve, verticalCurve, twistCurve] = curves;
  const axial = computeWeightedDot(sectionMasses, axialCurve, axialCurve);
  const horizontal = computeWeightedDot(sectionMasses, horizontalCurve, horizontalCurve);
  const vertical = computeWeightedDot(sectionMasses, verticalCurve, verticalCurve);
  const torsion = computeWeightedDot(sectionInertias, twistCurve, twistCurve);
  const lateral = horizontal + vertical;
  const horizontalShare = lateral > 0 ? horizontal / lateral : 0;
  if (lateral > 0.5) {
    const mixed = computeWeightedDot(sectionMasses, horizontalCurve, verticalCurve);
    const angle = computePrincipalAngle(horizontal, mixed, vertical);
    const [c, s] = [cos(angle), sin(angle)];
    const curve = horizontalCurve.map((y, i) => c * y + s * verticalCurve[i]!);
    const kind = horizontalShare >= 0.5 ? 'horizontal-bending' : 'vertical-bending';
    return { kind, crossings: countCrossings(curve), horizontalShare, curve };
  }
  if (torsion > 0.5)
    return { kind: 'torsion', crossings: countCrossings(twistCurve), horizontalShare, curve: twistCurve };
  if (axial > 0.5) return { kind: 'axial', crossings: countCrossings(axialCurve), horizontalShare, curve: axialCurve };
  return { kind: 'other', crossings: 0, horizontalShare, curve: axialCurve };
}

function isBending(shape: Shape): boolean {
  return shape.kind === 'horizontal-bending' || shape.kind === 'vertical-bending';
}

/** Turns rows i and j so that i has the most horizontal motion; eigenvalues become the Rayleigh quotients. */
function turnPair(
  vectors: Float64Array,
  eigenvalues: Float64Array,
  n: number,
  [i, j]: readonly [number, number],
  angle: number,
): void {
  const [c, s] = [cos(angle), sin(angle)];
  for (let k = 0; k < n; k++) {
    const a = vectors[i * n + k]!;
    const b = vectors[j * n + k]!;
    vectors[i * n + k] = c * a + s * b;
    vectors[j * n + k] = c * b - s * a;
  }
  const [a, b] = [eigenvalues[i]!, eigenvalues[j]!];
  eigenvalues[i] = c * c * a + s * s * b;
  eigenvalues[j] = s * s * a + c * c * b;
}

const letters: Partial<Record<ModeKind, string>> = {
  'horizontal-bending': 'H',
  'vertical-bending': 'V',
  torsion: 'T',
  axial: 'A',
};

/** Names every mode; bending pairs are turned upright first. */
export function createModeCatalogue(modes: Modes, mesh: SectionedTetMesh): ModeCatalogue {
  const { count, rigidCount, masses } = modes;
  const n = 3 * mesh.nodeCount;
  const frame = createSectionFrame(mesh, masses);
  const vectors = modes.vectors.slice();
  const eigenvalues = modes.eigenvalues.slice();
  const createRowCurves = (k: number): Curves =>
    createCurves(mesh, frame, masses, vectors.subarray(k * n, (k + 1) * n));
  const shapes: Shape[] = [];
  for (let k = 0; k < count; k++) shapes.push(createShape(frame, createRowCurves(k)));

  const paired = new Uint8Array(count);
  for (let i = rigidCount; i < count; i++) {
    if (paired[i] === 1 || !isBending(shapes[i]!)) continue;
    let j = i + 1;
    while (j < count && !(paired[j] === 0 && isBending(shapes[j]!) && shapes[j]!.crossings === shapes[i]!.crossings))
      j++;
    if (j >= count || eigenvalues[j]! > PAIR_RATIO * eigenvalues[i]!) continue;
    paired[i] = 1;
    paired[j] = 1;
    const [a, b] = [createRowCurves(i)[1], createRowCurves(j)[1]];
    const dot = (x: Float64Array, y: Float64Array): number => computeWeightedDot(frame.sectionMasses, x, y);
    const angle = computePrincipalAngle(dot(a, a), dot(a, b), dot(b, b));
    // A quarter turn only swaps the two: the smaller turn keeps each near the mode it was.
    const quarter = Math.PI / 2;
    const small = Math.abs(angle) > Math.PI / 4 ? angle - (angle > 0 ? quarter : -quarter) : angle;
    turnPair(vectors, eigenvalues, n, [i, j], small);
    shapes[i] = createShape(frame, createRowCurves(i));
    shapes[j] = createShape(frame, createRowCurves(j));
  }

  const seen = new Map<string, number>();
  const entries = shapes.map((shape, index): ModeEntry => {
    const kind = index < rigidCount ? 'rigid' : shape.kind;
    setHeadSign(vectors.subarray(index * n, (index + 1) * n), kind, shape, createRowCurves(index));
    const crossings = kind === 'rigid' ? 0 : shape.crossings;
    const letter = letters[kind];
    const number = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, number);
    const order = isBending(shape) ? crossings - 1 : crossings;
    const label = letter === undefined ? `${kind} ${number}` : `${letter}${order}`;
    const eigenvalue = eigenvalues[index]!;
    const frequency = kind === 'rigid' ? 0 : Math.sqrt(Math.max(0, eigenvalue)) / (2 * Math.PI);
    return { index, kind, crossings, label, eigenvalue, frequency, horizontalShare: shape.horizontalShare };
  });
  return { entries, vectors };
}

/** The head moves towards +e₂, +e₃, +e₁ or twists positively, whichever names the mode. */
function setHeadSign(vector: Float64Array, kind: ModeKind, shape: Shape, curves: Curves): void {
  if (kind === 'rigid' || kind === 'other') return;
  const curve = kind === 'horizontal-bending' ? curves[1] : kind === 'vertical-bending' ? curves[2] : shape.curve;
  if (curve[0]! < 0) for (let i = 0; i < vector.length; i++) vector[i] = -vector[i]!;
}

function listEntries(entries: readonly ModeEntry[]): string {
  const labels = entries
    .filter((entry) => entry.kind !== 'rigid' && entry.kind !== 'other')
    .map((entry) => entry.label);
  return labels.length === 0 ? 'none' : labels.join(', ');
}

/** The n-th horizontal bending mode (1 is the C shape, 2 the S). Throws a ModelError at `path` when the body has fewer. */
export function findHorizontalBendingMode(modes: Modes, mesh: SectionedTetMesh, n: number, path = 'mode'): BendingMode {
  const { entries, vectors } = createModeCatalogue(modes, mesh);
  const entry = entries.find(({ kind, crossings }) => kind === 'horizontal-bending' && crossings === n + 1);
  if (entry === undefined) {
    throw new ModelError([
      {
        code: Number.isInteger(n) && n > 0 ? 'not-allowed' : 'out-of-range',
        path,
        got: `horizontal bending mode ${n}`,
        hint: `Among the ${modes.count} modes computed there are ${listEntries(entries)}: choose an H or compute more modes.`,
      },
    ]);
  }
  const dofs = 3 * mesh.nodeCount;
  const vector = vectors.slice(entry.index * dofs, (entry.index + 1) * dofs);
  const curve = createCurves(mesh, createSectionFrame(mesh, modes.masses), modes.masses, vector)[1];
  let centreLinePeak = 0;
  for (const value of curve) centreLinePeak = Math.max(centreLinePeak, Math.abs(value));
  return { ...entry, vector, centreLinePeak };
}
