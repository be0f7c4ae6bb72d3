/** Everything of `npm test`, and the long runs of test/nightly: one file at a time, since some of them watch pages. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', 'dist/**'],
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
    reporters: ['default'],
    env: { BESTIARY_NIGHTLY: '1' },
  },
});
