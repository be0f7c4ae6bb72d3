/**
 * One hash per portable function and per kind of random draw, over the same arguments everywhere.
 * Two engines (Node, a browser) that return the same record will run simulations bit by bit alike.
 */
import { addToHash, createHasher, finishHash } from '../../engine/math/hash.ts';
import * as portable from '../../engine/math/portable.ts';
import { createRng, nextFloat, nextInt, nextNormal, nextUint32 } from '../../engine/math/rng.ts';

const ARGUMENTS = 20_000;

const specialArguments = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  -2,
  3,
  27,
  1e-8,
  -1e-8,
  1e-310,
  -1e-310,
  5e-324,
  709.7,
  709.9,
  -745,
  -746,
  1e15,
  1e22,
  1.7976931348623157e308,
  -1.7976931348623157e308,
  Infinity,
  -Infinity,
  NaN,
];

const { acos, asin, atan, cbrt, cos, exp, expm1, log, log1p, sin, tan, tanh } = portable;
const functionsOfOne = { acos, asin, atan, cbrt, cos, exp, expm1, log, log1p, sin, tan, tanh };
const { atan2, hypot, pow } = portable;
const functionsOfTwo = { atan2, hypot, pow };

/** A third in [−1, 1), a third in [−50, 50), a third of either sign over all magnitudes. */
function createArguments(streamName: string): Float64Array {
  const rng = createRng(1, streamName);
  const values = new Float64Array(ARGUMENTS);
  const words = new Uint32Array(values.buffer);
  for (let i = 0; i < ARGUMENTS; i++) {
    const kind = i % 3;
    if (kind === 0) values[i] = 2 * nextFloat(rng) - 1;
    else if (kind === 1) values[i] = 100 * nextFloat(rng) - 50;
    else {
      words[2 * i] = nextUint32(rng);
      words[2 * i + 1] = nextUint32(rng);
    }
  }
  return values;
}

function computeArrayHash(values: Float64Array): string {
  const hasher = createHasher();
  addToHash(hasher, values);
  return finishHash(hasher);
}

/** Name of function or draw → 16 hexadecimal digits. */
export function computeMathFingerprint(): Record<string, string> {
  const fingerprint: Record<string, string> = {};
  const xs = createArguments('fingerprint x');
  const ys = createArguments('fingerprint y');
  // Every pair of special arguments comes first.
  const specials = specialArguments.length;
  for (let i = 0; i < specials * specials; i++) {
    xs[i] = specialArguments[Math.floor(i / specials)]!;
    ys[i] = specialArguments[i % specials]!;
  }
  const values = new Float64Array(ARGUMENTS);
  for (const [name, compute] of Object.entries(functionsOfOne)) {
    for (let i = 0; i < ARGUMENTS; i++) values[i] = compute(xs[i]!);
    fingerprint[name] = computeArrayHash(values);
  }
  for (const [name, compute] of Object.entries(functionsOfTwo)) {
    for (let i = 0; i < ARGUMENTS; i++) values[i] = compute(xs[i]!, ys[i]!);
    fingerprint[name] = computeArrayHash(values);
  }
  const draws: Record<string, (rng: Uint32Array) => number> = {
    nextFloat,
    nextInt: (rng) => nextInt(rng, 1_000_003),
    nextNormal,
    nextUint32,
  };
  for (const [name, draw] of Object.entries(draws)) {
    const rng = createRng(-9007199254740991, name);
    for (let i = 0; i < ARGUMENTS; i++) values[i] = draw(rng);
    fingerprint[name] = computeArrayHash(values);
  }
  return fingerprint;
}
