import { describe, expect, it } from 'vitest';
import { acos, asin, atan, atan2, cbrt, cos, exp, expm1, hypot, log, log1p, pow, sin, tan, tanh } from '../portable.ts';
import { createRng, nextFloat } from '../rng.ts';

const INF = Infinity;
const PI = Math.PI;
const TINY = 5e-324;
const HUGE = Number.MAX_VALUE;

type Row = [argument: number, value: number];

const tables: [name: string, compute: (x: number) => number, rows: Row[]][] = [
  [
    'sin',
    sin,
    [
      [0, 0],
      [-0, -0],
      [INF, NaN],
      [-INF, NaN],
      [NaN, NaN],
      [TINY, TINY],
      [-1e-310, -1e-310],
    ],
  ],
  [
    'cos',
    cos,
    [
      [0, 1],
      [-0, 1],
      [INF, NaN],
      [-INF, NaN],
      [NaN, NaN],
      [1e-310, 1],
      [1e-9, 1],
    ],
  ],
  [
    'tan',
    tan,
    [
      [0, 0],
      [-0, -0],
      [INF, NaN],
      [-INF, NaN],
      [NaN, NaN],
      [TINY, TINY],
      [-1e-310, -1e-310],
    ],
  ],
  [
    'asin',
    asin,
    [
      [0, 0],
      [-0, -0],
      [1, PI / 2],
      [-1, -PI / 2],
      [1.0000000000000002, NaN],
      [NaN, NaN],
      [1e-310, 1e-310],
    ],
  ],
  [
    'acos',
    acos,
    [
      [1, 0],
      [-1, PI],
      [0, PI / 2],
      [-0, PI / 2],
      [-1.0000000000000002, NaN],
      [NaN, NaN],
      [1e-310, PI / 2],
    ],
  ],
  [
    'atan',
    atan,
    [
      [0, 0],
      [-0, -0],
      [INF, PI / 2],
      [-INF, -PI / 2],
      [1, PI / 4],
      [HUGE, PI / 2],
      [NaN, NaN],
      [1e-310, 1e-310],
    ],
  ],
  [
    'exp',
    exp,
    [
      [0, 1],
      [-0, 1],
      [INF, INF],
      [-INF, 0],
      [NaN, NaN],
      [1e-310, 1],
      [709.79, INF],
      [-745.2, 0],
      [-745.13, TINY],
    ],
  ],
  [
    'expm1',
    expm1,
    [
      [0, 0],
      [-0, -0],
      [INF, INF],
      [-INF, -1],
      [-40, -1],
      [NaN, NaN],
      [1e-310, 1e-310],
      [710, INF],
    ],
  ],
  [
    'log',
    log,
    [
      [1, 0],
      [0, -INF],
      [-0, -INF],
      [INF, INF],
      [-1, NaN],
      [-INF, NaN],
      [NaN, NaN],
      [TINY, -744.4400719213812],
    ],
  ],
  [
    'log1p',
    log1p,
    [
      [0, 0],
      [-0, -0],
      [-1, -INF],
      [-1.5, NaN],
      [INF, INF],
      [NaN, NaN],
      [1e-310, 1e-310],
      [HUGE, 709.782712893384],
    ],
  ],
  [
    'tanh',
    tanh,
    [
      [0, 0],
      [-0, -0],
      [INF, 1],
      [-INF, -1],
      [NaN, NaN],
      [1e-310, 1e-310],
      [25, 1],
      [-25, -1],
    ],
  ],
  [
    'cbrt',
    cbrt,
    [
      [0, 0],
      [-0, -0],
      [INF, INF],
      [-INF, -INF],
      [NaN, NaN],
      [27, 3],
      [-64, -4],
      [TINY * 8 ** 5, 2 ** -353],
    ],
  ],
];

describe('limits', () => {
  it.each(tables)('%s of zeros, infinities, NaN, subnormals and ends of its range', (_, compute, rows) => {
    for (const [argument, value] of rows) expect(compute(argument), `of ${argument}`).toBe(value);
  });

  it('exp keeps the last normal and the subnormal results', () => {
    expect(exp(709.782712893384)).toBe(1.7976931348622732e308);
    expect(exp(-708.5)).toBe(2.006132305331306e-308);
    expect(exp(-740)).toBe(4.2e-322);
    expect(pow(2, -1074)).toBe(TINY);
    expect(pow(2, -1075.5)).toBe(0);
    expect(pow(2, 1023.9999999999999)).toBeLessThan(INF);
    expect(pow(TINY, 0.5)).toBe(Math.sqrt(TINY));
  });

  it('pow and atan2 follow the standard for every pair of special arguments', () => {
    const specials = [0, -0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1e300, -1e300, 2 ** 53 - 1, INF, -INF, NaN];
    for (const x of specials) {
      for (const y of specials) {
        const expected = x ** y;
        const isLimit = expected === 0 || !Number.isFinite(expected) || Math.abs(expected) === 1;
        if (isLimit) expect(pow(x, y), `${x} to the power ${y}`).toBe(expected);
        if (x === 0 || y === 0 || !Number.isFinite(x * y))
          expect(atan2(y, x), `angle of ${x}, ${y}`).toBe(Math.atan2(y, x));
      }
    }
    expect(pow(-8, 1 / 3)).toBeNaN();
    expect(atan2(1e-310, 1)).toBe(1e-310);
    expect(atan2(TINY, -1)).toBe(PI);
    expect(atan2(1e300, 1e-300)).toBe(PI / 2);
  });

  it('hypot neither overflows nor underflows on the way', () => {
    expect(hypot(3 * 2 ** 700, 4 * 2 ** 700)).toBe(5 * 2 ** 700);
    expect(hypot(3 * 2 ** -600, -4 * 2 ** -600)).toBe(5 * 2 ** -600);
    expect(hypot(TINY, 0)).toBe(TINY);
    expect(hypot(3 * TINY, 4 * TINY)).toBe(5 * TINY);
    expect(hypot(2 ** 1000, 2 ** 1001, 2 ** 1001)).toBe(3 * 2 ** 1000);
    expect(hypot(0, -0)).toBe(0);
    expect(hypot(HUGE, HUGE)).toBe(INF);
    expect(hypot(NaN, -INF)).toBe(INF);
    expect(hypot(INF, 1, NaN)).toBe(INF);
    expect(hypot(NaN, 1)).toBeNaN();
  });
});

describe('exact values', () => {
  it('pow of integers is exact wherever the power is representable', () => {
    for (let base = 2; base <= 1000; base++) {
      let power = 1n;
      for (let exponent = 0; power <= 2n ** 53n; exponent++, power *= BigInt(base)) {
        if (pow(base, exponent) !== Number(power)) expect.fail(`${base} to the power ${exponent}`);
        if (pow(-base, exponent) !== (exponent % 2 ? -1 : 1) * Number(power)) expect.fail(`−${base} to ${exponent}`);
      }
    }
    for (let exponent = -1074; exponent <= 1023; exponent++) expect(pow(2, exponent)).toBe(2 ** exponent);
  });

  it('pow with exponents 1, 2 and 1/2 is the number, its square and its root', () => {
    const rng = createRng(5, 'pow');
    for (let i = 0; i < 100_000; i++) {
      const x = nextFloat(rng) * 100;
      if (pow(x, 1) !== x) expect.fail(`${x} to the power 1`);
      if (pow(-x, 2) !== x * x) expect.fail(`${x} squared`);
      if (pow(x * x, 0.5) !== Math.sqrt(x * x)) expect.fail(`root of ${x * x}`);
    }
  });

  it('cbrt of cubes is exact', () => {
    for (let root = 1; root <= 200_000; root++)
      if (cbrt(root * root * root) !== root) expect.fail(`cube root of ${root}³`);
  });

  it('odd functions are odd and even ones even, to the bit', () => {
    const rng = createRng(6, 'parity');
    for (let i = 0; i < 20_000; i++) {
      const x = nextFloat(rng) * 10 ** (i % 20);
      const small = nextFloat(rng);
      for (const odd of [sin, tan, atan, cbrt, tanh]) if (odd(-x) !== -odd(x)) expect.fail(`${odd.name} at ${x}`);
      if (cos(-x) !== cos(x)) expect.fail(`cos at ${x}`);
      if (asin(-small) !== -asin(small)) expect.fail(`asin at ${small}`);
    }
  });

  it('stays monotone across the borders of its tables and pieces', () => {
    const step = 1 + 2 ** -50;
    for (const [compute, start] of [
      [exp, Math.LN2 / 256],
      [exp, 708],
      [expm1, Math.LN2 / 256],
      [tanh, Math.LN2 / 512],
      [sin, PI / 256],
      [log, Math.SQRT2],
      [log, 1 + 1 / 256],
      [log1p, 1 / 256],
      [cbrt, 8],
      [atan, 0.4375],
      [asin, 0.5],
      [asin, 0.975],
    ] as const) {
      let x = start * (1 - 2 ** -45);
      for (let i = 0; i < 64; i++, x *= step) {
        expect(compute(x * step) - compute(x), `${compute.name} at ${x}`).toBeGreaterThanOrEqual(0);
      }
    }
  });
});
