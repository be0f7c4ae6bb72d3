// Twin of ../assembly/projective.ts, where equations and layouts are explained: one element after the other, the arithmetic
// in ./projective-elements.ts. Equal to the kernels in every bit.
import type { MemoryViews } from '../memory/arena.ts';
import { createElementWork, pullHinge, pullPlate, pullTet } from './projective-elements.ts';
import { round } from './round.ts';

type Numbers = Float32Array | Float64Array;

/** Where one lane of one element reads and writes. Indices count numbers of the kernel's type. */
interface Place {
  /** Rows of the nodes. */
  readonly rows: Int32Array;
  axisStep: number;
  lane: number;
  field: number;
  fieldStep: number;
}

function createRunner(memory: Numbers, i32: Int32Array) {
  const bytes = memory.BYTES_PER_ELEMENT;
  const single = bytes === 4;
  const lanes = 16 / bytes;
  const work = createElementWork();
  const place: Place = { rows: new Int32Array(4), axisStep: 1, lane: 0, field: 0, fieldStep: 1 };
  const pulls = new Float64Array(9 * lanes);
  const allRows = new Int32Array(4 * lanes);

  const read = (x: number, nodes: number, fields: number): void => {
    for (let node = 0; node < nodes; node++) {
      for (let axis = 0; axis < 3; axis++) {
        work.x[3 * node + axis] = memory[x + place.rows[node]! + axis * place.axisStep + place.lane]!;
      }
    }
    for (let i = 0; i < fields; i++) work.fields[i] = memory[place.field + i * place.fieldStep]!;
  };
  const subtract = (at: number, value: number): void => {
    memory[at] = memory[at]! - value;
  };
  const sumOfPulls = (axis: number, lane: number, count: number): number => {
    let sum = pulls[axis * lanes + lane]!;
    for (let node = 1; node < count; node++) sum = round(sum + pulls[(3 * node + axis) * lanes + lane]!, single);
    return sum;
  };
  /** By node, then by lane, as the kernel does; node 0 last. */
  const scatter = (out: number, count: number): void => {
    for (let node = 1; node <= count + 1; node++) {
      const target = node % (count + 1);
      for (let lane = 0; lane < lanes; lane++) {
        const row = out + allRows[target * lanes + lane]!;
        for (let axis = 0; axis < 3; axis++) {
          const value =
            target === 0 ? -sumOfPulls(axis, lane, count) : pulls[(3 * (target - 1) + axis) * lanes + lane]!;
          subtract(row + axis, value);
        }
      }
    }
  };

  /** One body: `pull` does one lane of a block. */
  const runBlocks = (
    out: number,
    x: number,
    records: number,
    count: number,
    nodes: number,
    fields: number,
    pull: (block: number, lane: number) => void,
  ): void => {
    const recordBytes = 16 * lanes + 16 * fields;
    place.axisStep = 1;
    place.lane = 0;
    place.fieldStep = lanes;
    for (let block = 0; block < count; block++) {
      const record = records + block * recordBytes;
      for (let i = 0; i < 4 * lanes; i++) allRows[i] = i32[record / 4 + i]! / bytes;
      for (let lane = 0; lane < lanes; lane++) {
        for (let node = 0; node < nodes; node++) place.rows[node] = allRows[node * lanes + lane]!;
        place.field = (record + 16 * lanes) / bytes + lane;
        read(x, nodes, fields);
        pull(block, lane);
        for (let i = 0; i < 3 * (nodes - 1); i++) pulls[i * lanes + lane] = work.pulls[i]!;
      }
      scatter(out, nodes - 1);
    }
  };

  /** Many bodies: `pull` does one body's element. */
  const runBatch = (
    out: number,
    x: number,
    records: number,
    count: number,
    axisNumbers: number,
    nodes: number,
    fields: number,
    pull: (element: number, body: number) => void,
  ): void => {
    const recordBytes = 16 + bytes * fields;
    place.axisStep = axisNumbers;
    place.fieldStep = 1;
    for (let element = 0; element < count; element++) {
      const record = records + element * recordBytes;
      for (let node = 0; node < 4; node++) place.rows[node] = i32[record / 4 + node]! / bytes;
      place.field = (record + 16) / bytes;
      for (let body = 0; body < axisNumbers; body++) {
        place.lane = body;
        read(x, nodes, fields);
        pull(element, body);
        for (let axis = 0; axis < 3; axis++) {
          let sum = work.pulls[axis]!;
          for (let node = 1; node < nodes; node++) {
            const value = work.pulls[3 * (node - 1) + axis]!;
            if (node > 1) sum = round(sum + value, single);
            subtract(out + place.rows[node]! + axis * axisNumbers + body, value);
          }
          subtract(out + place.rows[0]! + axis * axisNumbers + body, -sum);
        }
      }
    }
  };

  const setFibres = (fibreAt: number, activeAt: number, count: number, step: number, bodies: number): void => {
    work.fibreCount = count;
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < 3; c++) work.fibres[5 * i + c] = memory[fibreAt + (3 * i + c) * step]!;
      work.fibres[5 * i + 3] = memory[activeAt + 2 * i * bodies]!;
      work.fibres[5 * i + 4] = memory[activeAt + (2 * i + 1) * bodies]!;
    }
  };

  const tets = (
    out: number,
    x: number,
    records: number,
    fibreCounts: number,
    fibres: number,
    activations: number,
    inverted: number,
    count: number,
    axisBytes: number,
    corner: number,
  ): void => {
    work.corner = corner;
    let seen = 0;
    let last = -1;
    const bodies = axisBytes === 0 ? lanes : axisBytes / bytes;
    const step = axisBytes === 0 ? lanes : 1;
    const pull = (item: number, lane: number): void => {
      if (item !== last) {
        if (last >= 0) seen += i32[fibreCounts / 4 + last]!;
        last = item;
      }
      const fibreAt = fibres / bytes + 3 * seen * step + (axisBytes === 0 ? lane : 0);
      setFibres(fibreAt, activations / bytes + 2 * seen * bodies + lane, i32[fibreCounts / 4 + item]!, step, bodies);
      if (pullTet(work, single)) memory[inverted / bytes + lane]! += 1;
    };
    if (axisBytes === 0) runBlocks(out / bytes, x / bytes, records, count, 4, 11, pull);
    else runBatch(out / bytes, x / bytes, records, count, axisBytes / bytes, 4, 11, pull);
  };
  const plates = (out: number, x: number, records: number, count: number, axisBytes: number): void => {
    const pull = (): void => pullPlate(work, single);
    if (axisBytes === 0) runBlocks(out / bytes, x / bytes, records, count, 3, 5, pull);
    else runBatch(out / bytes, x / bytes, records, count, axisBytes / bytes, 3, 5, pull);
  };
  const hinges = (out: number, x: number, records: number, targets: number, count: number, axisBytes: number): void => {
    const bodies = axisBytes === 0 ? lanes : axisBytes / bytes;
    const pull = (item: number, lane: number): void => {
      work.target = memory[targets / bytes + item * bodies + lane]!;
      pullHinge(work, single);
    };
    if (axisBytes === 0) runBlocks(out / bytes, x / bytes, records, count, 4, 6, pull);
    else runBatch(out / bytes, x / bytes, records, count, axisBytes / bytes, 4, 6, pull);
  };
  return { tets, plates, hinges };
}

export function createProjectiveTwin({ f32, f64, i32 }: MemoryViews) {
  const single = createRunner(f32, i32);
  const double = createRunner(f64, i32);
  return {
    /**
     * Adds the forces of tets with their fibres to the rows at `out`, and counts inverted tets per lane (or per body) at
     * `inverted`. axisBytes: 0 for one body, with `count` blocks of lanes; bytes of one axis of a row for many bodies, with
     * `count` tets. corner: above 0 fibres only pull, with a corner rounded over this share of their stiffness.
     */
    projectiveTetsF32: single.tets,
    projectiveTetsF64: double.tets,
    projectivePlatesF32: single.plates,
    projectivePlatesF64: double.plates,
    projectiveHingesF32: single.hinges,
    projectiveHingesF64: double.hinges,
  };
}
