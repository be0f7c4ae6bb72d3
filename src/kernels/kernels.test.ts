import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileKernels, compileKernelsSync, createKernelBytes, createKernelInstance, createKernels } from './load.ts';
import { createTwinInstance } from './twin.ts';
import { computeExp, computeExpClamped } from './twins/exp.ts';

const module = compileKernelsSync();
const wasm = createKernelInstance(module, 1 << 22);
const twin = createTwinInstance(1 << 22);

describe('the module', () => {
  it('imports its memory and nothing else, and starts nothing', () => {
    const bytes = createKernelBytes();
    const compiled = new WebAssembly.Module(bytes);
    expect(WebAssembly.Module.imports(compiled)).toEqual([{ module: 'env', name: 'memory', kind: 'memory' }]);
    const start = 8;
    expect(listSections(bytes)).not.toContain(start);
  });

  it('exports exactly what the twins implement', () => {
    expect(Object.keys(wasm).sort()).toEqual(Object.keys(twin).sort());
  });

  it('compiles asynchronously to the same exports', async () => {
    const later = createKernelInstance(await compileKernels(), 1);
    expect(Object.keys(later).sort()).toEqual(Object.keys(wasm).sort());
    expect(later.arena.buffer.byteLength).toBe(65536);
    expect(createKernels(1).kind).toBe('wasm');
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

describe('the arena', () => {
  it('hands out aligned, separate arrays and refuses what does not fit', () => {
    for (const { arena } of [createKernelInstance(module, 65536), createTwinInstance(65536)]) {
      const a = arena.allocU8(3);
      const b = arena.allocF64(2);
      const c = arena.allocF32(1);
      const d = arena.allocI32(1);
      expect([a, b, c, d].map((array) => array.byteOffset)).toEqual([16, 32, 48, 64]);
      expect(arena.usedBytes()).toBe(80);
      b[1] = 5;
      expect(arena.f64[b.byteOffset / 8 + 1]).toBe(5);
      expect(() => arena.allocF64(8192)).toThrow(/arena-full/);
      expect(arena.allocF64(8182)).toHaveLength(8182);
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
