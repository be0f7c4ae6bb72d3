/**
 * The vectors of one step in kernel memory: iterate, negative gradient and Anderson history, and the update from a solve to the
 * next iterate.
 */
import type { Kernels } from '../../../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber } from '../../../../kernels/memory/layout.ts';
import { type Coefficients, createProducts, isWorse, type Products, setCoefficients } from './accelerate.ts';
import type { ProjectiveTables } from '../tables/tables.ts';

type Numbers = Float32Array | Float64Array;

export interface IterateScratch {
  readonly kernels: Kernels;
  /** Length of the Anderson history: pairs of iterations. */
  readonly capacity: number;
  readonly vectorBytes: number;
  /** Bytes from one lane's number to the same lane's next: of a vector for one body, of an axis for many. */
  readonly laneBytes: number;
  /** u, the displacement of this step. */
  readonly u: Numbers;
  /** r = −g at u. */
  readonly negativeGradient: Numbers;
  /** δ, then s_j and d_j in turn, then w_j. */
  readonly andersonVectors: Numbers;
  readonly delta: Numbers;
  readonly lastU: Numbers;
  readonly lastNegativeGradient: Numbers;
  readonly lastDelta: Numbers;
  readonly sums: Numbers;
  readonly coefficients: Numbers;
  readonly minusOne: Numbers;
  readonly products: readonly Products[];
  readonly body: Coefficients;
  /** Per body: whether its iterations have ended in this step. */
  readonly isDone: Uint8Array;
  /** Per body: whether the present iterate was rolled back. */
  readonly wasRolledBack: Uint8Array;
  /** Per body: whether it has a contact. */
  readonly isTouching: Uint8Array;
  /** Per body: whether its history is invalid, because its objective has changed since the last iteration. */
  readonly historyCleared: Uint8Array;
  /** Squares of the bodies' vectors. */
  readonly lengths: Float64Array;
  /** Next slot to be overwritten, and how many have been written in this step. */
  next: number;
  filled: number;
}

function computeCapacity(tables: ProjectiveTables): number {
  const { method, memory } = tables.settings;
  return method === 'plain' ? 0 : memory;
}

function computeVectorNumbers(tables: ProjectiveTables): number {
  return tables.nodeCount * tables.rowNumbers;
}

/** Numbers that one product sums lane by lane: x, y, z, – of one body, or the bodies of a batch. */
function computeLaneNumbers(tables: ProjectiveTables): number {
  return tables.lanes === 1 ? 4 : tables.lanes;
}

export function createIterateScratch(tables: ProjectiveTables, kernels: Kernels): IterateScratch {
  const { precision } = tables.settings;
  const capacity = computeCapacity(tables);
  const length = computeVectorNumbers(tables);
  const lanes = computeLaneNumbers(tables);
  const alloc = (count: number): Numbers => allocNumbers(kernels.arena, precision, count);
  const andersonVectors = alloc(length * (1 + 3 * capacity));
  return {
    kernels,
    capacity,
    vectorBytes: length * bytesPerNumber[precision],
    laneBytes: lanes * bytesPerNumber[precision],
    u: alloc(length),
    negativeGradient: alloc(length),
    andersonVectors,
    delta: andersonVectors.subarray(0, length),
    lastU: alloc(length),
    lastNegativeGradient: alloc(length),
    lastDelta: alloc(length),
    sums: alloc(lanes * (capacity + 2)),
    coefficients: alloc(lanes * (2 * capacity + 1)),
    minusOne: alloc(lanes).fill(-1),
    products: Array.from({ length: tables.lanes }, () => createProducts(capacity)),
    body: { delta: 1, s: new Float64Array(capacity), d: new Float64Array(capacity) },
    isDone: new Uint8Array(tables.lanes),
    wasRolledBack: new Uint8Array(tables.lanes),
    isTouching: new Uint8Array(tables.lanes),
    historyCleared: new Uint8Array(tables.lanes),
    lengths: new Float64Array(tables.lanes),
    next: 0,
    filled: 0,
  };
}

/** Clears the history of all bodies. */
export function resetHistory(scratch: IterateScratch): void {
  scratch.next = 0;
  scratch.filled = 0;
  scratch.historyCleared.fill(0);
  for (let lane = 0; lane < scratch.products.length; lane++) {
    const products = scratch.products[lane]!;
    products.count = 0;
    products.damping = 1;
    products.lastMerit = Infinity;
  }
}

/**
 * Clears the history of one body whose objective has changed; its residual may then rise. (Tried: keeping all but the newest
 * pair. Steps stall.)
 */
export function clearHistory({ products, historyCleared }: IterateScratch, body: number): void {
  historyCleared[body] = 1;
  products[body]!.merit = Infinity;
}

/** Bodies whose objective has changed continue with a plain step. */
function clearChangedHistories({ products, historyCleared }: IterateScratch): void {
  for (let b = 0; b < products.length; b++) {
    if (historyCleared[b] === 1) products[b]!.count = 0;
    historyCleared[b] = 0;
  }
}

/** Clears the history at no cost if that of every body is invalid; returns whether it was. */
function clearAllHistories(scratch: IterateScratch): boolean {
  const { products, historyCleared } = scratch;
  for (let b = 0; b < products.length; b++) if (historyCleared[b] === 0) return false;
  clearChangedHistories(scratch);
  scratch.next = 0;
  scratch.filled = 0;
  return true;
}

function computePair(scratch: IterateScratch, slot: number, which: 0 | 1): number {
  return scratch.andersonVectors.byteOffset + scratch.vectorBytes * (1 + 2 * slot + which);
}

function computeImage(scratch: IterateScratch, slot: number): number {
  return scratch.andersonVectors.byteOffset + scratch.vectorBytes * (1 + 2 * scratch.capacity + slot);
}

/** sums ← per lane a · b_j for `count` vectors from b, `spacing` vectors apart. */
function setDots(scratch: IterateScratch, single: boolean, a: number, b: number, spacing: number, count: number): void {
  const { kernels, sums, vectorBytes, laneBytes } = scratch;
  const run = single ? kernels.projectiveDotsF32 : kernels.projectiveDotsF64;
  run(sums.byteOffset, a, b, spacing * vectorBytes, count, vectorBytes, laneBytes);
}

/** Product j of one body. */
function computeSum(scratch: IterateScratch, bodies: number, body: number, j: number): number {
  const { sums } = scratch;
  if (bodies > 1) return sums[j * bodies + body]!;
  return sums[4 * j]! + sums[4 * j + 1]! + sums[4 * j + 2]!;
}

/** a · b of every body into out. */
export function setProducts(out: Float64Array, scratch: IterateScratch, single: boolean, a: Numbers, b: Numbers): void {
  setDots(scratch, single, a.byteOffset, b.byteOffset, 1, 1);
  for (let body = 0; body < out.length; body++) out[body] = computeSum(scratch, out.length, body, 0);
}

/** out ← a − b. */
function setDifference(scratch: IterateScratch, single: boolean, out: number, a: Numbers, b: Numbers): void {
  const { kernels, minusOne, vectorBytes, laneBytes } = scratch;
  const run = single ? kernels.projectiveCombineF32 : kernels.projectiveCombineF64;
  run(out, a.byteOffset, b.byteOffset, vectorBytes, minusOne.byteOffset, 1, vectorBytes, laneBytes);
}

const s = 0;
const d = 1;

/** Stores the differences from the previous iteration, and updates the products. */
function storeDifferences(scratch: IterateScratch, single: boolean): void {
  const { capacity, products, u, negativeGradient, delta } = scratch;
  const bodies = products.length;
  const slot = scratch.next;
  scratch.next = (slot + 1) % capacity;
  scratch.filled = Math.max(scratch.filled, slot + 1);
  setDifference(scratch, single, computePair(scratch, slot, s), u, scratch.lastU);
  setDifference(scratch, single, computePair(scratch, slot, d), delta, scratch.lastDelta);
  for (let body = 0; body < bodies; body++) {
    const { order } = products[body]!;
    const count = Math.min(products[body]!.count + 1, capacity);
    for (let i = count - 1; i > 0; i--) order[i] = order[i - 1]!;
    order[0] = slot;
    products[body]!.count = count;
  }
  setDifference(scratch, single, computeImage(scratch, slot), negativeGradient, scratch.lastNegativeGradient);
  setDots(scratch, single, computeImage(scratch, slot), computePair(scratch, 0, d), 2, scratch.filled);
  for (let body = 0; body < bodies; body++) {
    const { dw } = products[body]!;
    // A⁻¹ is symmetric: d_i · w_j = d_j · w_i.
    for (let j = 0; j < scratch.filled; j++) {
      const product = computeSum(scratch, bodies, body, j);
      dw[j * capacity + slot] = product;
      dw[slot * capacity + j] = product;
    }
  }
}

/** The products with r that the coefficients need. */
function setResidualProducts(scratch: IterateScratch, single: boolean, isFirst: boolean): void {
  const { products, negativeGradient, filled } = scratch;
  const bodies = products.length;
  setDots(scratch, single, negativeGradient.byteOffset, scratch.delta.byteOffset, 1, 1);
  for (let b = 0; b < bodies; b++) {
    products[b]!.lastMerit = isFirst ? Infinity : products[b]!.merit;
    products[b]!.merit = computeSum(scratch, bodies, b, 0);
  }
  if (filled === 0) return;
  setDots(scratch, single, negativeGradient.byteOffset, computePair(scratch, 0, d), 2, filled);
  for (let b = 0; b < bodies; b++) {
    for (let j = 0; j < filled; j++) products[b]!.rd[j] = computeSum(scratch, bodies, b, j);
  }
}

/** Shortest share of a plain step that is tried. Chosen: six halvings. */
const minDamping = 1 / 64;

/**
 * Rolls back bodies whose residual rose too much; the others save their iterate as the one to roll back to. Returns whether any
 * was rolled back.
 */
function checkIterates(scratch: IterateScratch): boolean {
  const { products, wasRolledBack, isDone, lastU, lastNegativeGradient, lastDelta, u, negativeGradient, delta } =
    scratch;
  let any = false;
  for (let b = 0; b < products.length; b++) {
    const body = products[b]!;
    wasRolledBack[b] = isDone[b] === 0 && isWorse(body, scratch.isTouching[b] === 1) ? 1 : 0;
    if (wasRolledBack[b] === 1) {
      any = true;
      body.damping = Math.max(minDamping, body.damping / 2);
      body.merit = body.lastMerit;
      body.count = 0;
    } else body.damping = Math.min(1, 2 * body.damping);
  }
  if (!any) {
    lastU.set(u);
    lastNegativeGradient.set(negativeGradient);
    lastDelta.set(delta);
    return false;
  }
  for (let b = 0; b < products.length; b++) {
    if (wasRolledBack[b] === 1) continue;
    for (let i = b; i < u.length; i += products.length) {
      lastU[i] = u[i]!;
      lastNegativeGradient[i] = negativeGradient[i]!;
      lastDelta[i] = delta[i]!;
    }
  }
  return true;
}

/** A shorter plain step from the previous iterate; this one is not added to the history. */
function rollBack(scratch: IterateScratch): void {
  const { products, wasRolledBack, lastU, lastDelta, u, andersonVectors } = scratch;
  for (let b = 0; b < products.length; b++) {
    if (wasRolledBack[b] === 0) continue;
    const { damping } = products[b]!;
    for (let i = b; i < u.length; i += products.length) {
      u[i] = lastU[i]! + damping * lastDelta[i]!;
      for (let at = i; at < andersonVectors.length; at += u.length) andersonVectors[at] = 0;
    }
  }
}

/**
 * In plain steps. Chosen: with the co-rotated matrix a plain step is nearly right; the constant one is much too stiff, and a
 * good step is ten times as long as its plain one and more.
 */
const maxStepRatio = { corotated: 4, constant: 40 } as const;

/** Accelerated steps longer than `max` times the plain one are cut to that: no later check would catch the last one. */
function limitStepLength(scratch: IterateScratch, max: number, single: boolean): void {
  const { products, u, lastU, negativeGradient, delta, lengths } = scratch;
  // r has been copied and is recomputed at the next iterate.
  setDifference(scratch, single, negativeGradient.byteOffset, u, lastU);
  setProducts(lengths, scratch, single, delta, delta);
  for (let b = 0; b < products.length; b++) products[b]!.plainSquare = lengths[b]!;
  setProducts(lengths, scratch, single, negativeGradient, negativeGradient);
  for (let b = 0; b < products.length; b++) {
    const limit = max * max * products[b]!.plainSquare;
    if (lengths[b]! <= limit || scratch.wasRolledBack[b] === 1 || scratch.isDone[b] === 1) continue;
    const share = Math.sqrt(limit / lengths[b]!);
    for (let i = b; i < u.length; i += products.length) u[i] = lastU[i]! + share * (u[i]! - lastU[i]!);
  }
}

/** u ← the next iterate, from r and δ at u. Bodies that are done stay. */
export function advanceIterate(scratch: IterateScratch, tables: ProjectiveTables, isFirst: boolean): void {
  const { settings } = tables;
  const { capacity, products, coefficients, body, isDone, wasRolledBack, kernels, vectorBytes, laneBytes } = scratch;
  const single = settings.precision === 'f32';
  const bodies = products.length;
  const laneNumbers = bodies === 1 ? 4 : bodies;
  let anyRolledBack = false;
  if (capacity > 0) {
    if (!isFirst && !clearAllHistories(scratch)) storeDifferences(scratch, single);
    setResidualProducts(scratch, single, isFirst);
    clearChangedHistories(scratch);
    anyRolledBack = checkIterates(scratch);
  }
  for (let b = 0; b < bodies; b++) {
    setCoefficients(body, products[b]!, settings.method, capacity);
    const moves = isDone[b] === 1 || wasRolledBack[b] === 1 ? 0 : 1;
    for (let l = b; l < (bodies === 1 ? laneNumbers : b + 1); l++) {
      coefficients[l] = moves * body.delta;
      for (let j = 0; j < scratch.filled; j++) {
        coefficients[(1 + 2 * j) * laneNumbers + l] = moves * body.s[j]!;
        coefficients[(2 + 2 * j) * laneNumbers + l] = moves * body.d[j]!;
      }
    }
  }
  const run = single ? kernels.projectiveCombineF32 : kernels.projectiveCombineF64;
  const uAt = scratch.u.byteOffset;
  const count = 1 + 2 * scratch.filled;
  run(
    uAt,
    uAt,
    scratch.andersonVectors.byteOffset,
    vectorBytes,
    coefficients.byteOffset,
    count,
    vectorBytes,
    laneBytes,
  );
  if (capacity > 1 && !isFirst) limitStepLength(scratch, maxStepRatio[settings.matrix], single);
  if (anyRolledBack) rollBack(scratch);
}
