import { expect, test } from 'vitest';
import { formatKernel, hideDecorators, showDecorators } from '../../tools/format-kernels.mjs';

const written = '// @ts-ignore: decorator\n@inline\nexport function add(a: f64, b: f64): f64 {\n  return a + b;\n}\n';

test('a decorator is a comment to Biome, and comes back', () => {
  expect(hideDecorators(written)).toContain('\n//@inline\n');
  expect(showDecorators(hideDecorators(written))).toBe(written);
});

test('a kernel is formatted around its decorators', () => {
  expect(formatKernel('sample.ts', written)).toBe(written);
  expect(formatKernel('sample.ts', written.replaceAll('  ', '\t').replace('a: f64, b', 'a :f64,\nb'))).toBe(written);
});

test('what Biome cannot read is refused', () => {
  expect(() => formatKernel('sample.ts', 'export function (')).toThrow('cannot read src/kernels/assembly/sample.ts');
});
