import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Arena } from './memory/arena.ts';
import { setBlocks } from './memory/layout.ts';
import { setItems } from '../testing/kernels/items.ts';
import { kernelBytesHex } from './generated/wasm-bytes.ts';
import { decodeHex } from './hex.ts';
import { createKernelBytes, createKernels } from './load.ts';
import { createTwinInstance, measureMemory } from './twin.ts';
import { computeExp, computeExpClamped } from './twins/exp.ts';
import { fc } from '../testing/property.ts';

const wasm = createKernels(1 << 22);
const twin = createTwinInstance(1 << 22);

describe('the module', () => {
  it('imports its memory and nothing else, and starts nothing', () => {
    const bytes = createKernelBytes();
    const compiled = new WebAssembly.Module(bytes);
    expect(WebAssembly.Module.imports(compiled)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    const start = 8;
    expect(listSections(bytes)).not.toContain(start);
  });

  it('is read alike by Node and by what pages use', () => {
    expect(Buffer.compare(createKernelBytes(), decodeHex(kernelBytesHex))).toBe(0);
  });

  it('uses no relaxed SIMD, whose rounding is up to the machine', () => {
    const text = readFileSync(new URL('generated/kernels.wat', import.meta.url), 'utf8');
    expect(text).toContain('f64x2.mul');
    expect(text).not.toContain('relaxed');
  });

  it('exports exactly what the twins implement', () => {
    expect(Object.keys(wasm).sort()).toEqual(Object.keys(twin).sort());
  });

  it('has whole pages of memory, and runs as WebAssembly here', () => {
    const small = createKernels(1);
    expect(small.arena.buffer.byteLength).toBe(65536);
    expect(small.kind).toBe('wasm');
  });
});

/** The ids of the sections of a WebAssembly file, in order. */
function listSections(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  for (let at = 8; at < bytes.length; ) {
    ids.push(bytes[at]!);
    at += 1;
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at]!;
      at += 1;
      size |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    at += size;
  }
  return ids;
}

describe('measuring', () => {
  it('adds up what an arena hands out', () => {
    const allocate = ({ arena }: { arena: Arena }): void => {
      arena.allocU8(3);
      arena.allocF64(2)[1] = 5;
      arena.allocF32(0);
      arena.allocI32(70_000);
    };
    const bytes = measureMemory(allocate);
    expect(bytes).toBe(16 + 16 + 0 + 280_000);
    const real = createTwinInstance(bytes);
    allocate(real);
    expect(real.arena.usedBytes()).toBe(1024 + bytes);
  });

  it('hands out zeroed memory every time, that grows without losing what is in it', () => {
    for (let round = 0; round < 2; round++) {
      measureMemory(({ arena }) => {
        expect(arena.isMeasuring).toBe(true);
        const first = arena.allocF64(2);
        expect([...first]).toEqual([0, 0]);
        first[1] = 7;
        const last = arena.allocF64(3e6);
        last[last.length - 1] = 8;
        expect(arena.f64[first.byteOffset / 8 + 1]).toBe(7);
        expect(arena.f64[last.byteOffset / 8 + last.length - 1]).toBe(8);
      });
    }
  });

  it('refuses what no memory can hold', () => {
    expect(() => measureMemory(({ arena }) => arena.allocF64(2 ** 30))).toThrow(/arena-size/);
    expect(createTwinInstance(100).arena.isMeasuring).toBe(false);
  });
});

describe('the arena', () => {
  it('hands out aligned, separate arrays and refuses what does not fit', () => {
    for (const { arena } of [createKernels(64512), createTwinInstance(64512)]) {
      const a = arena.allocU8(3);
      const b = arena.allocF64(2);
      const c = arena.allocF32(1);
      const d = arena.allocI32(1);
      expect([a, b, c, d].map((array) => array.byteOffset)).toEqual([1024, 1040, 1056, 1072]);
      expect(arena.usedBytes()).toBe(1088);
      b[1] = 5;
      expect(arena.f64[b.byteOffset / 8 + 1]).toBe(5);
      expect(() => arena.allocF64(8192)).toThrow(/arena-full/);
      expect(arena.allocF64(8056)).toHaveLength(8056);
      expect(() => arena.allocU8(1)).toThrow(/arena-full/);
    }
  });

  it('refuses sizes that are no memory', () => {
    for (const size of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 33]) {
      expect(() => createTwinInstance(size)).toThrow(/arena-size/);
    }
  });
});

describe('exp', () => {
  const inputs = [wasm.arena.allocF64(2001), twin.arena.allocF64(2001)] as const;
  const outputs = [wasm.arena.allocF64(2002), twin.arena.allocF64(2002)] as const;
  const runBoth = (name: 'expF64' | 'expClampedF64', values: ArrayLike<number>): void => {
    [wasm, twin].forEach((kernels, i) => {
      inputs[i]!.set(values);
      outputs[i]!.fill(-7);
      kernels[name](outputs[i]!.byteOffset, inputs[i]!.byteOffset, values.length);
    });
    expectSameBits(outputs[0].subarray(0, values.length + 1), outputs[1].subarray(0, values.length + 1));
    expect(outputs[0][values.length]).toBe(-7);
  };

  it('agrees with its twin in every bit on any doubles', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 9 }), (values) => {
        runBoth('expF64', values);
        runBoth('expClampedF64', values);
      }),
    );
  });

  it('agrees with its twin over the whole range and is within 2 ulp of the built-in', () => {
    for (const [low, high] of [
      [-745, 710],
      [-1, 1],
      [-40, 40],
      [-1e-9, 1e-9],
    ] as const) {
      runBoth(
        'expF64',
        Float64Array.from({ length: 2001 }, (_, i) => low + ((high - low) * i) / 2000),
      );
      for (let i = 0; i < 2001; i += 1) {
        const exact = Math.exp(inputs[0][i]!);
        if (exact < Infinity) expect(Math.abs(outputs[0][i]! - exact)).toBeLessThanOrEqual(2 * computeUlp(exact));
      }
    }
  });

  it('overflows, underflows and keeps NaN', () => {
    const at = [
      0,
      -0,
      709.782712893384,
      709.7827128933841,
      710,
      1e308,
      Infinity,
      -708.4,
      -743.8,
      -745.1332191019411,
      -745.1332191019412,
      -746,
      -1e308,
      -Infinity,
      Number.NaN,
    ];
    runBoth('expF64', at);
    const results = Array.from(outputs[0].subarray(0, at.length));
    expect(results).toEqual([
      1,
      1,
      expect.closeTo(1.797693134862273e308, -294),
      Infinity,
      Infinity,
      Infinity,
      Infinity,
      expect.any(Number),
      1e-323,
      5e-324,
      0,
      0,
      0,
      0,
      Number.NaN,
    ]);
    expect(results[7]).toBeGreaterThan(0);
    runBoth('expClampedF64', at);
    const clamped = Array.from(outputs[0].subarray(0, at.length - 1));
    expect(Math.max(...clamped)).toBe(computeExp(709));
    expect(Math.min(...clamped)).toBe(computeExp(-708));
    expect(outputs[0][at.length - 1]).toBeNaN();
    expect(computeExpClamped(1.5)).toBe(computeExp(1.5));
  });
});

/** Equal values, zeros with their sign, NaN with NaN of any payload. */
function expectSameBits(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i += 1) {
    if (!Object.is(actual[i], expected[i])) expect.fail(`element ${i}: ${actual[i]} is not ${expected[i]}`);
  }
}

function computeUlp(x: number): number {
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  value[0] = Math.abs(x);
  bits[0]! += 1n;
  return value[0] - Math.abs(x);
}

const lanesOf = { F32: 4, F64: 2 } as const;
type Precision = keyof typeof lanesOf;

/** Deterministic numbers in [−1, 1). */
function createNoise(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  };
}

/** Random matrices and every kind of bad one; the count is a multiple of four. */
function listMatrices(): number[][] {
  const noise = createNoise(7);
  const list: number[][] = [];
  const random = (): number[] => Array.from({ length: 9 }, noise);
  for (let i = 0; i < 400; i += 1) list.push(random());
  for (let i = 0; i < 100; i += 1) list.push(random().map((x, k) => 0.3 * x + (k % 4 === 0 ? 1 : 0)));
  for (let i = 0; i < 50; i += 1) {
    const [a, b, c, d] = [random(), random(), random(), random()];
    list.push(Array.from({ length: 9 }, (_, k) => a[Math.floor(k / 3)]! * b[k % 3]!));
    list.push(
      Array.from({ length: 9 }, (_, k) => a[Math.floor(k / 3)]! * b[k % 3]! + c[Math.floor(k / 3)]! * d[k % 3]!),
    );
    const tiny = 10 ** (-3 - (i % 12));
    list.push(Array.from({ length: 9 }, (_, k) => a[Math.floor(k / 3)]! * b[k % 3]! + tiny * c[k]!));
    list.push(random().map((x) => x * 10 ** ((i % 25) - 12)));
  }
  list.push([0, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1], [-1, 0, 0, 0, -1, 0, 0, 0, -1]);
  list.push([-1, 0, 0, 0, -1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0, 0, 0, -1], [-1, 0, 0, 0, 1, 0, 0, 0, 1]);
  list.push([0, 1, 0, 1, 0, 0, 0, 0, 1], [0, 0, 1, 1, 0, 0, 0, 1, 0], [1, 1, 1, 1, 1, 1, 1, 1, 1]);
  list.push([0, 0, 0, 0, 0, 0, 0, 0, -3], [0, 5, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 2, 0, 0, 0, 1e-8]);
  list.push([1e-40, 0, 0, 0, 0, 0, 0, 0, 0], [1e-30, 2e-30, 0, 0, 1e-30, 0, 0, 0, 3e-30]);
  list.push([1e30, 2e30, 0, 0, 1e30, 0, 0, 0, 3e30], [1, 1e-5, 0, 0, 1e-5, 0, 0, 0, 1e-10]);
  while (list.length % 4 !== 0) list.push([1, 2, 3, 4, 5, 6, 7, 8, 10]);
  return list;
}

const matrices = listMatrices();

/** The matrices as they are after storing them in one precision. */
function createStored(precision: Precision): number[][] {
  return precision === 'F64' ? matrices : matrices.map((m) => m.map(Math.fround));
}

function listFromBlocks(blocks: Float32Array | Float64Array, fields: number, lanes: number): number[][] {
  const items = new Float64Array(blocks.length);
  setItems(items, blocks, fields, lanes);
  return Array.from({ length: items.length / fields }, (_, i) =>
    Array.from(items.subarray(i * fields, (i + 1) * fields)),
  );
}

const multiply = (a: number[], b: number[]): number[] =>
  Array.from({ length: 9 }, (_, k) => {
    const [i, j] = [Math.floor(k / 3), k % 3];
    return a[3 * i]! * b[j]! + a[3 * i + 1]! * b[3 + j]! + a[3 * i + 2]! * b[6 + j]!;
  });
const transpose = (a: number[]): number[] => [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => a[k]!);
const determinant = (a: number[]): number =>
  a[0]! * (a[4]! * a[8]! - a[5]! * a[7]!) +
  a[1]! * (a[5]! * a[6]! - a[3]! * a[8]!) +
  a[2]! * (a[3]! * a[7]! - a[4]! * a[6]!);
const norm = (a: number[]): number => {
  const largest = Math.max(...a.map(Math.abs));
  return largest === 0 ? 0 : largest * Math.sqrt(a.reduce((sum, x) => sum + (x / largest) ** 2, 0));
};
const distance = (a: number[], b: number[]): number => norm(a.map((x, i) => x - b[i]!));
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

function expectProperRotation(r: number[], tolerance: number): void {
  expect(distance(multiply(transpose(r), r), identity)).toBeLessThan(tolerance);
  expect(determinant(r)).toBeCloseTo(1, 5);
}

const limits = { F32: 2e-6, F64: 1e-12 } as const;

describe.each(['F32', 'F64'] as const)('svd%s', (precision) => {
  const lanes = lanesOf[precision];
  const limit = limits[precision];
  const blocks = matrices.length / lanes;
  const run = (kernels: typeof wasm) => {
    const alloc = (fields: number) => kernels.arena[`alloc${precision}`](fields * matrices.length);
    const [f, u, sigma, v] = [alloc(9), alloc(9), alloc(3), alloc(9)];
    setBlocks(f, matrices.flat(), 9, lanes);
    kernels[`svd${precision}`](u.byteOffset, sigma.byteOffset, v.byteOffset, f.byteOffset, blocks);
    return { u, sigma, v };
  };
  const results = { wasm: run(wasm), twin: run(twin) };

  it.each(['wasm', 'twin'] as const)('%s rebuilds every matrix from proper rotations', (kind) => {
    const u = listFromBlocks(results[kind].u, 9, lanes);
    const sigma = listFromBlocks(results[kind].sigma, 3, lanes);
    const v = listFromBlocks(results[kind].v, 9, lanes);
    createStored(precision).forEach((f, i) => {
      expectProperRotation(u[i]!, limit);
      expectProperRotation(v[i]!, limit);
      const [s1, s2, s3] = sigma[i] as [number, number, number];
      const rebuilt = multiply(multiply(u[i]!, [s1, 0, 0, 0, s2, 0, 0, 0, s3]), transpose(v[i]!));
      expect(distance(rebuilt, f)).toBeLessThanOrEqual(limit * norm(f) + 1e-37);
      expect(s1 - s2).toBeGreaterThanOrEqual(-limit * s1);
      expect(s2 - Math.abs(s3)).toBeGreaterThanOrEqual(-limit * s1);
      if (s2 * Math.abs(s3) > limit * s1 * s1) expect(Math.sign(s3)).toBe(Math.sign(determinant(f.map((x) => x / s1))));
    });
  });

  it('agrees with its twin in every bit', () => {
    expectSameBits(results.wasm.u, results.twin.u);
    expectSameBits(results.wasm.sigma, results.twin.sigma);
    expectSameBits(results.wasm.v, results.twin.v);
  });
});

describe.each(['F32', 'F64'] as const)('polar%s', (precision) => {
  const lanes = lanesOf[precision];
  const limit = limits[precision];
  const blocks = matrices.length / lanes;
  const run = (kernels: typeof wasm) => {
    const alloc = (fields: number) => kernels.arena[`alloc${precision}`](fields * matrices.length);
    const [f, q, r] = [alloc(9), alloc(4), alloc(9)];
    setBlocks(f, matrices.flat(), 9, lanes);
    // Cold starts, and some starts that are no rotation at all.
    setBlocks(
      q,
      matrices.flatMap((_, i) => (i % 41 === 0 ? [0, 0, 0, 0] : i % 43 === 0 ? [Number.NaN, 0, 0, 1] : [0, 0, 0, 1])),
      4,
      lanes,
    );
    const again = (): number => kernels[`polar${precision}`](r.byteOffset, q.byteOffset, f.byteOffset, blocks);
    const cold = again();
    const first = r.slice();
    return { cold, warm: again(), q, r: first, second: r.slice() };
  };
  const results = { wasm: run(wasm), twin: run(twin) };

  it.each(['wasm', 'twin'] as const)('%s leaves a symmetric factor that stretches', (kind) => {
    for (const blocksOfR of [results[kind].r, results[kind].second]) {
      const rotations = listFromBlocks(blocksOfR, 9, lanes);
      createStored(precision).forEach((f, i) => {
        const r = rotations[i]!;
        expectProperRotation(r, limit);
        const scale = norm(f);
        const s = multiply(transpose(r), f);
        expect(distance(s, transpose(s))).toBeLessThanOrEqual(2 * limit * scale + 1e-37);
        // H = tr S − S ≥ 0: r is the maximum of tr(Rᵀ F), not another critical point.
        const t = s.map((x) => x / (scale || 1));
        const h = t.map((x, k) => (k % 4 === 0 ? t[0]! + t[4]! + t[8]! : 0) - x);
        expect(Math.min(h[0]!, h[4]!, h[8]!)).toBeGreaterThan(-10 * limit);
        expect(h[0]! * h[4]! - h[1]! * h[3]!).toBeGreaterThan(-10 * limit);
        expect(determinant(h)).toBeGreaterThan(-10 * limit);
      });
    }
  });

  it('returns the identity for the zero matrix and for the identity, and rotations themselves', () => {
    const rotations = listFromBlocks(results.wasm.r, 9, lanes);
    const find = (m: number[]): number[] => rotations[matrices.findIndex((x) => x.join() === m.join())]!;
    expect(distance(find([0, 0, 0, 0, 0, 0, 0, 0, 0]), identity)).toBe(0);
    expect(distance(find(identity), identity)).toBe(0);
    expect(distance(find([0, 0, 1, 1, 0, 0, 0, 1, 0]), [0, 0, 1, 1, 0, 0, 0, 1, 0])).toBeLessThan(limit);
    expect(distance(find([-1, 0, 0, 0, -1, 0, 0, 0, 1]), [-1, 0, 0, 0, -1, 0, 0, 0, 1])).toBeLessThan(limit);
  });

  it('agrees with its twin in every bit', () => {
    expectSameBits(results.wasm.r, results.twin.r);
    expectSameBits(results.wasm.second, results.twin.second);
    expectSameBits(results.wasm.q, results.twin.q);
    expect([results.wasm.cold, results.wasm.warm]).toEqual([results.twin.cold, results.twin.warm]);
  });

  it('needs singular values for few but the inverted when started warm', () => {
    const inverted = createStored(precision).filter((f) => !(determinant(f) > 0)).length;
    expect(results.wasm.warm).toBeLessThan(inverted + 0.1 * matrices.length);
    expect(results.wasm.cold).toBeGreaterThanOrEqual(results.wasm.warm);
  });

  it('gives each matrix the same rotation whatever its neighbours are, and keeps NaN in its own lane', () => {
    const { arena } = wasm;
    const count = 2 * lanes;
    const [f, q, r] = [9, 4, 9].map((fields) => arena[`alloc${precision}`](fields * count)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const picks = Array.from({ length: count }, (_, i) => 37 * i);
    const start = picks.flatMap(() => [0, 0, 0, 1]);
    const runOn = (items: number[]): number[][] => {
      setBlocks(f, items, 9, lanes);
      setBlocks(q, start, 4, lanes);
      wasm[`polar${precision}`](r.byteOffset, q.byteOffset, f.byteOffset, 2);
      return listFromBlocks(r, 9, lanes);
    };
    const mixed = runOn(picks.flatMap((i) => matrices[i]!));
    picks.forEach((pick, i) => {
      const alone = runOn(picks.flatMap(() => matrices[pick]!));
      for (const copy of alone) expectSameBits(copy, mixed[i]!);
    });
    const broken = picks.flatMap((pick, i) => (i === 1 ? [0, 0, 0, 0, Number.NaN, 0, 0, 0, 0] : matrices[pick]!));
    runOn(broken).forEach((rotation, i) => {
      if (i === 1) expect(rotation.every(Number.isNaN)).toBe(true);
      else expectSameBits(rotation, mixed[i]!);
    });
  });
});
