/** The elements of the tables as the kernels read them: records and streams as in kernels/assembly/projective.ts. */
import type { Arena } from '../../../../kernels/memory/arena.ts';
import type { Kernels } from '../../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber, lanesPerBlock } from '../../../../kernels/memory/layout.ts';
import { pullingCorner, setHingeTargets } from './activate.ts';
import type { ProjectiveTables } from '../tables/tables.ts';

type Numbers = Float32Array | Float64Array;

interface Records {
  /** Blocks for one body, elements for many. */
  readonly count: number;
  readonly bytes: Uint8Array;
}

export interface PackedElements {
  readonly tets: Records;
  readonly fibreCounts: Int32Array;
  readonly fibres: Numbers;
  /** a and b of the fibres. */
  readonly activations: Numbers;
  /** Where fibre e of lane l has its a: activationAt[e] + l; b is activationStep further. */
  readonly activationAt: Int32Array;
  readonly activationStep: number;
  readonly plates: Records;
  readonly hinges: Records;
  /** r of the hinges: hinge · lanes + lane. */
  readonly targets: Numbers;
  /** What activations and targets were last made of. */
  readonly lastExcitations: Float64Array;
  /** Per lane of a vector or body. */
  readonly inverted: Numbers;
}

const tetFields = 11;
const plateFields = 5;
const hingeFields = 6;

/** How many elements share a record, and how records are spaced. */
function computeShape(tables: ProjectiveTables, fields: number): { perRecord: number; bytes: number } {
  const { precision } = tables.settings;
  const perRecord = tables.lanes === 1 ? lanesPerBlock[precision] : 1;
  return { perRecord, bytes: 16 * perRecord + fields * perRecord * bytesPerNumber[precision] };
}

/** Most fibres of a tet of each record. */
function createFibreCounts({ tets, lanes, settings }: ProjectiveTables): Int32Array {
  const perRecord = lanes === 1 ? lanesPerBlock[settings.precision] : 1;
  const counts = new Int32Array(Math.ceil(tets.count / perRecord));
  for (let t = 0; t < tets.count; t++) {
    const record = Math.floor(t / perRecord);
    counts[record] = Math.max(counts[record]!, tets.fibreStart[t + 1]! - tets.fibreStart[t]!);
  }
  return counts;
}

/** Records of elements with `nodesPer` nodes; `field` gives field k of element e. */
function createRecords(
  arena: Arena,
  tables: ProjectiveTables,
  nodes: Int32Array,
  nodesPer: number,
  fields: number,
  weightFields: readonly number[],
  field: (element: number, k: number) => number,
): Records {
  const { precision } = tables.settings;
  const { perRecord, bytes: recordBytes } = computeShape(tables, fields);
  const count = nodes.length / nodesPer;
  const recordCount = Math.ceil(count / perRecord);
  const bytes = arena.allocU8(recordCount * recordBytes);
  if (arena.isMeasuring) return { count: recordCount, bytes };
  const size = bytesPerNumber[precision];
  const numbers: Numbers = precision === 'f32' ? arena.f32 : arena.f64;
  for (let slot = 0; slot < recordCount * perRecord; slot++) {
    const element = Math.min(slot, count - 1);
    const lane = slot % perRecord;
    const record = bytes.byteOffset + Math.floor(slot / perRecord) * recordBytes;
    for (let k = 0; k < 4; k++) {
      const node = nodes[element * nodesPer + Math.min(k, nodesPer - 1)]!;
      arena.i32[record / 4 + k * perRecord + lane] = tables.rowOf[node]! * tables.rowNumbers * size;
    }
    for (let k = 0; k < fields; k++) {
      // Lanes beyond the last element repeat it without weight.
      const idle = slot >= count && weightFields.includes(k);
      numbers[(record + 16 * perRecord) / size + k * perRecord + lane] = idle ? 0 : field(element, k);
    }
  }
  return { count: recordCount, bytes };
}

function createFibres(arena: Arena, tables: ProjectiveTables) {
  const { tets, lanes, settings } = tables;
  const perRecord = lanes === 1 ? lanesPerBlock[settings.precision] : 1;
  const wide = lanes === 1 ? perRecord : lanes;
  const counts = createFibreCounts(tables);
  const fibreCounts = arena.allocI32(counts.length);
  fibreCounts.set(counts);
  const slots = counts.reduce((sum, c) => sum + c, 0);
  const fibres = allocNumbers(arena, settings.precision, 3 * slots * perRecord);
  const activations = allocNumbers(arena, settings.precision, 2 * slots * wide);
  const activationAt = new Int32Array(tets.fibreWeights.length);
  const packed = { fibreCounts, fibres, activations, activationAt, activationStep: wide };
  if (arena.isMeasuring) return packed;
  // Idle lanes get a direction, so that no length vanishes, and no stiffness.
  for (let i = 0; i < fibres.length; i += 3 * perRecord) for (let l = 0; l < perRecord; l++) fibres[i + l] = 1;
  let first = 0;
  for (let record = 0; record < counts.length; record++) {
    for (let lane = 0; lane < perRecord && record * perRecord + lane < tets.count; lane++) {
      const t = record * perRecord + lane;
      for (let e = tets.fibreStart[t]!; e < tets.fibreStart[t + 1]!; e++) {
        const slot = first + e - tets.fibreStart[t]!;
        for (let c = 0; c < 3; c++) fibres[(3 * slot + c) * perRecord + lane] = tets.fibreDirections[3 * e + c]!;
        activationAt[e] = 2 * slot * wide + lane;
        if (settings.muscleLaw !== 'as-coded')
          for (let l = 0; l < lanes; l++) activations[activationAt[e]! + l] = tets.fibreWeights[e]!;
      }
    }
    first += counts[record]!;
  }
  return packed;
}

export function createPackedElements(arena: Arena, tables: ProjectiveTables): PackedElements {
  const { tets, plates, hinges, lanes, settings } = tables;
  const wide = lanes === 1 ? lanesPerBlock[settings.precision] : lanes;
  const tetField = (t: number, k: number): number => {
    if (k < 9) return tets.inverses[9 * t + k]!;
    return k === 9 ? tets.shapeWeights[t]! : tets.volumeWeights[t]!;
  };
  const hingeField = (h: number, k: number): number => {
    if (k < 3) return hinges.cotangents[4 * h + k + 1]!;
    return k === 3 ? hinges.weights[h]! : hinges.inverseAreas[2 * h + k - 4]!;
  };
  const hingeCount = Math.ceil(hinges.count / wide) * wide;
  const packed: PackedElements = {
    tets: createRecords(arena, tables, tets.nodes, 4, tetFields, [9, 10], tetField),
    ...createFibres(arena, tables),
    plates: createRecords(arena, tables, plates.nodes, 3, plateFields, [4], (t, k) =>
      k < 4 ? plates.inverses[4 * t + k]! : plates.weights[t]!,
    ),
    hinges: createRecords(arena, tables, hinges.nodes, 4, hingeFields, [3], hingeField),
    targets: allocNumbers(arena, settings.precision, lanes === 1 ? hingeCount : hinges.count * lanes),
    lastExcitations: new Float64Array(tables.segmentStarts.at(-1)! * lanes),
    inverted: allocNumbers(arena, settings.precision, wide),
  };
  if (!arena.isMeasuring) setActivationValues(packed, tables, packed.lastExcitations);
  return packed;
}

function areEqual(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** What this step's excitations, (segment · lanes + lane), tell fibres and hinges. Allocates nothing. */
export function setPackedActivations(
  packed: PackedElements,
  tables: ProjectiveTables,
  excitations: Float64Array,
): void {
  // Excitations change less often than the body steps.
  if (areEqual(packed.lastExcitations, excitations)) return;
  packed.lastExcitations.set(excitations);
  setActivationValues(packed, tables, excitations);
}

function setActivationValues(packed: PackedElements, tables: ProjectiveTables, excitations: Float64Array): void {
  const { hinges, lanes } = tables;
  for (let lane = 0; lane < lanes; lane++) setFibreValues(packed, tables, excitations, lane);
  setHingeTargets(packed.targets, hinges, excitations, lanes);
}

/** The fibres of one lane: computeActivation written out, since there are thousands of them in every step. */
function setFibreValues(
  packed: PackedElements,
  tables: ProjectiveTables,
  excitations: Float64Array,
  lane: number,
): void {
  const { activations, activationAt, activationStep } = packed;
  const { lanes, settings, tets } = tables;
  const { fibreWeights } = tets;
  const { start, segments, shares } = tets.sources;
  // [softcon eq. 9]: of a and b the muscle law changes one; the other is constant (createFibres).
  const asPaper = settings.muscleLaw !== 'as-coded';
  const first = lane + (asPaper ? activationStep : 0);
  for (let i = 0, s = 0; i < activationAt.length; i++) {
    const end = start[i + 1]!;
    let e = 0;
    for (; s < end; s++) e += shares[s]! * excitations[segments[s]! * lanes + lane]!;
    activations[first + activationAt[i]!] = fibreWeights[i]! * (asPaper ? 1 - e : e);
  }
}

/** Adds the elastic forces at the rows x to the rows at `out` (byte offsets), and counts inverted tets. */
export function addElasticForces(
  kernels: Kernels,
  packed: PackedElements,
  tables: ProjectiveTables,
  out: number,
  x: number,
): void {
  const { tets, plates, hinges, fibreCounts, fibres, activations, targets, inverted } = packed;
  const single = tables.settings.precision === 'f32';
  const axisBytes = tables.lanes === 1 ? 0 : tables.lanes * bytesPerNumber[tables.settings.precision];
  inverted.fill(0);
  if (tets.count > 0) {
    const run = single ? kernels.projectiveTetsF32 : kernels.projectiveTetsF64;
    run(
      out,
      x,
      tets.bytes.byteOffset,
      fibreCounts.byteOffset,
      fibres.byteOffset,
      activations.byteOffset,
      inverted.byteOffset,
      tets.count,
      axisBytes,
      tables.settings.muscleLaw === 'pulling' ? pullingCorner : 0,
    );
  }
  if (plates.count > 0) {
    const run = single ? kernels.projectivePlatesF32 : kernels.projectivePlatesF64;
    run(out, x, plates.bytes.byteOffset, plates.count, axisBytes);
  }
  if (hinges.count > 0) {
    const run = single ? kernels.projectiveHingesF32 : kernels.projectiveHingesF64;
    run(out, x, hinges.bytes.byteOffset, targets.byteOffset, hinges.count, axisBytes);
  }
}
