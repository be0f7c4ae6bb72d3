import { describe, expect, it } from 'vitest';
import * as big from '../../../test/reference/big-fixed.ts';
import * as dd from '../../../test/reference/double-double.ts';
import {
  acos,
  asin,
  atan,
  atan2,
  cbrt,
  cos,
  exp,
  expm1,
  hypot,
  log,
  log1p,
  pow,
  setAngles,
  setCosSinPairs,
  setSines,
  sin,
  tan,
  tanh,
} from './portable.ts';
import { createRng, nextFloat, nextUint32 } from './rng.ts';

type Sample = (rng: Uint32Array) => number;
const uniform =
  (low: number, high: number): Sample =>
  (rng) =>
    low + (high - low) * nextFloat(rng);
/** Either sign, logarithmically between two powers of two. */
const spread =
  (low: number, high: number): Sample =>
  (rng) => {
    const size = (1 + nextFloat(rng)) * 2 ** (low + Math.floor((high - low) * nextFloat(rng)));
    return nextUint32(rng) & 1 ? -size : size;
  };
const positive =
  (sample: Sample): Sample =>
  (rng) =>
    Math.abs(sample(rng));
/** Doubles closest to multiples of π/2, where most of the argument cancels. */
const nearQuarterTurns: Sample = (rng) => Math.floor(nextFloat(rng) * 1e6) * (Math.PI / 2);

interface Case {
  compute: (x: number, y: number, z: number) => number;
  /** Head of the true value; its tail is in dd.tail, and its power of two in dd.scale where `scaled`. */
  refer: (x: number, y: number, z: number) => number;
  /** The same from BigInt. */
  confirm: (x: bigint, y: bigint, z: bigint) => bigint;
  scaled?: boolean;
  samples: Sample[][];
}

const one = big.one;
const angles = [[uniform(-0.8, 0.8)], [uniform(-10, 10)], [uniform(-1e5, 1e5)], [spread(-26, 50)], [nearQuarterTurns]];
const cases: Record<string, Case> = {
  sin: { compute: sin, refer: dd.sin, confirm: (x) => big.sinCos(x)[0], samples: angles },
  cos: { compute: cos, refer: dd.cos, confirm: (x) => big.sinCos(x)[1], samples: angles },
  tan: {
    compute: tan,
    refer: dd.tan,
    confirm: (x) => big.divide(...big.sinCos(x)),
    samples: angles,
  },
  asin: {
    compute: asin,
    refer: dd.asin,
    confirm: (x) => big.atan(big.divide(x, big.squareRoot(one - big.multiply(x, x)))),
    samples: [[uniform(-1, 1)], [spread(-30, -1)], [(rng) => 1 - positive(spread(-50, -2))(rng)]],
  },
  acos: {
    compute: acos,
    refer: dd.acos,
    confirm: (x) => big.atan2(big.squareRoot(one - big.multiply(x, x)), x),
    samples: [[uniform(-1, 1)], [spread(-30, -1)], [(rng) => 1 - positive(spread(-50, -2))(rng)]],
  },
  atan: {
    compute: atan,
    refer: (x) => dd.atan2(x, 1),
    confirm: big.atan,
    samples: [[uniform(-3, 3)], [uniform(-30, 30)], [spread(-30, 60)]],
  },
  atan2: {
    compute: atan2,
    refer: dd.atan2,
    confirm: big.atan2,
    samples: [
      [uniform(-1, 1), uniform(-1, 1)],
      [uniform(-1e-3, 1e-3), uniform(-1, 1)],
      [spread(-200, 200), spread(-200, 200)],
    ],
  },
  exp: {
    compute: exp,
    refer: (x) => dd.exp(x, 0),
    confirm: big.exp,
    scaled: true,
    samples: [[uniform(-1, 1)], [uniform(-40, 40)], [uniform(-745, 709.7)], [uniform(-745.1, -708)], [spread(-60, 0)]],
  },
  expm1: {
    compute: expm1,
    refer: dd.expm1,
    confirm: (x) => big.exp(x) - one,
    samples: [[uniform(-1, 1)], [uniform(-0.01, 0.01)], [uniform(-50, 700)], [spread(-60, 5)]],
  },
  log: {
    compute: log,
    refer: (x) => dd.log(x, 0),
    confirm: big.log,
    samples: [[uniform(0.5, 2)], [uniform(0.99, 1.01)], [uniform(0, 100)], [positive(spread(-1074, 1023))]],
  },
  log1p: {
    compute: log1p,
    refer: dd.log1p,
    confirm: (x) => big.log(one + x),
    samples: [[uniform(-0.999, 3)], [uniform(-0.01, 0.01)], [uniform(0, 1000)], [spread(-60, -1)]],
  },
  tanh: {
    compute: tanh,
    refer: dd.tanh,
    confirm: (x) => big.divide(big.exp(2n * x) - one, big.exp(2n * x) + one),
    samples: [[uniform(-1.5, 1.5)], [uniform(-25, 25)], [spread(-40, 1)]],
  },
  pow: {
    compute: pow,
    refer: dd.pow,
    confirm: (x, y) => big.exp(big.multiply(y, big.log(x))),
    scaled: true,
    samples: [
      [uniform(0, 10), uniform(-5, 5)],
      [uniform(0, 1000), uniform(-100, 100)],
      [uniform(0.999, 1.001), uniform(-5e5, 5e5)],
      [positive(spread(-1020, 1020)), uniform(-1, 1)],
    ],
  },
  cbrt: {
    compute: cbrt,
    refer: dd.cbrt,
    confirm: big.cubeRoot,
    samples: [[uniform(-10, 10)], [uniform(-1000, 1000)], [spread(-900, 900)]],
  },
  hypot: {
    compute: hypot,
    refer: dd.hypot,
    confirm: (x, y, z) => big.squareRoot(big.multiply(x, x) + big.multiply(y, y) + big.multiply(z, z)),
    samples: [
      [uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)],
      [uniform(-1, 1), uniform(-1, 1), () => 0],
      [spread(-30, 30), spread(-30, 30), spread(-30, 30)],
    ],
  },
};

const powers = Float64Array.from({ length: 2098 }, (_, i) => 2 ** (i - 1074));
const doubleView = new Float64Array(1);
const wordView = new Uint32Array(doubleView.buffer);

function ulpOf(x: number): number {
  doubleView[0] = x;
  return powers[Math.max(1, (wordView[1]! >>> 20) & 0x7ff) - 1]!;
}

/** |result − (head + tail) 2^k| in units of the last place of the true value. */
function errorInUlps(result: number, head: number, tail: number, k: number): number {
  if (k === 0) return Math.abs(result - head - tail) / ulpOf(head);
  const half = k >> 1;
  const reduced = result / powers[half + 1074]! / powers[k - half + 1074]!;
  const ulp = Math.max(ulpOf(head), k < -1000 ? 2 ** (-1074 - k) : 0);
  return Math.abs(reduced - head - tail) / ulp;
}

const SAMPLES = 1_000_000;

describe('accuracy', () => {
  it.each(Object.entries(cases))(
    '%s stays within 2 ulp on a million samples',
    (name, { compute, refer, scaled, samples }) => {
      const rng = createRng(2, name);
      let worst = 0;
      let at: number[] = [];
      const each = Math.ceil(SAMPLES / samples.length);
      for (const [first, second, third] of samples) {
        for (let i = 0; i < each; i++) {
          const x = first!(rng);
          const y = second ? second(rng) : 0;
          const z = third ? third(rng) : 0;
          const head = refer(x, y, z);
          const error = errorInUlps(compute(x, y, z), head, dd.tail[0]!, scaled ? dd.scale[0]! : 0);
          // Written so that a NaN counts as the worst.
          if (!(error <= worst)) {
            worst = error;
            at = [x, y, z];
          }
        }
      }
      expect(worst, `worst at ${at.join(', ')}`).toBeLessThanOrEqual(2);
    },
  );

  it.each(Object.entries(cases))(
    '%s is judged by a reference that 390-digit arithmetic confirms',
    (name, { refer, confirm, scaled, samples }) => {
      const rng = createRng(3, name);
      for (const [first, second, third] of samples) {
        for (let i = 0; i < 60; i++) {
          const x = first!(rng);
          const y = second ? second(rng) : 0;
          const z = third ? third(rng) : 0;
          const head = refer(x, y, z);
          const tail = dd.tail[0]!;
          const k = scaled ? dd.scale[0]! : 0;
          const exact = confirm(big.fromDouble(x), big.fromDouble(y), big.fromDouble(z));
          const sum = big.fromDouble(head) + big.fromDouble(tail);
          const difference = (k >= 0 ? sum << BigInt(k) : sum >> BigInt(-k)) - exact;
          // 2^−70 of the value: a hundred-thousandth of an ulp.
          const limit = (exact < 0n ? -exact : exact) >> 70n;
          expect(difference < 0n ? -difference <= limit : difference <= limit, `${name} at ${x}, ${y}, ${z}`).toBe(
            true,
          );
        }
      }
    },
  );

  it('sin, cos and tan stay within 2 ulp up to the largest double', () => {
    const rng = createRng(4, 'huge');
    const sample = spread(50, 1024);
    const arguments_ = Array.from({ length: 1500 }, () => sample(rng));
    // The double that comes nearest of all to a multiple of π/2.
    arguments_.push(6381956970095103 * 2 ** 797, Number.MAX_VALUE, -Number.MAX_VALUE, 1e22, 2 ** 1000);
    for (const x of arguments_) {
      const [s, c] = big.sinCosOfHuge(x);
      for (const [value, exact] of [
        [sin(x), s],
        [cos(x), c],
        [tan(x), big.divide(s, c)],
      ] as const) {
        const error = Math.abs(big.toDouble(big.fromDouble(value) - exact)) / ulpOf(big.toDouble(exact));
        expect(error, `at ${x}`).toBeLessThanOrEqual(2);
      }
    }
  });
});

it('angles of points have the bits of atan2', () => {
  const rng = createRng(5, 'points');
  const special = [0, -0, 1e-300, -1, 1, 1e22, Infinity, -Infinity, NaN];
  const wide = Array.from({ length: 20_000 }, () => spread(-40, 60)(rng));
  const points = Float64Array.from([...special.flatMap((y) => special.flatMap((x) => [y, x])), ...wide]);
  const angles = new Float64Array(points.length / 2);
  setAngles(angles, points, angles.length);
  const wrong = [...angles].filter((angle, i) => !Object.is(angle, atan2(points[2 * i]!, points[2 * i + 1]!)));
  expect(wrong).toEqual([]);
});

it('pairs of cosine and sine, and sines in a row, have the bits of each alone', () => {
  const rng = createRng(5, 'pairs');
  const special = [0, -0, 1e-9, -1e-9, Math.PI / 4, -Math.PI / 4, Math.PI / 2, Math.PI, 1e6, -1e22, Infinity, NaN];
  const wide = Array.from({ length: 20_000 }, () => uniform(-9, 9)(rng));
  const far = Array.from({ length: 2_000 }, () => spread(-40, 60)(rng));
  const near = Array.from({ length: 2_000 }, () => nearQuarterTurns(rng));
  const given = Float64Array.from([7, ...special, ...wide, ...far, ...near]);
  const pairs = new Float64Array(2 * (given.length - 1));
  setCosSinPairs(pairs, given, 1, given.length - 1);
  const wrong = [...given.subarray(1)].filter(
    (x, i) => !Object.is(pairs[2 * i], cos(x)) || !Object.is(pairs[2 * i + 1], sin(x)),
  );
  expect(wrong).toEqual([]);
  const sines = given.slice();
  setSines(sines, sines, sines.length);
  expect([...given].filter((x, i) => !Object.is(sines[i], sin(x)))).toEqual([]);
});
