/**
 * The tests that run the sources in this process, with the lines they reach counted by V8. Those of the built programs
 * and of Chromium (command line, server, studio, determinism, set-up) run other copies of the code and are left out.
 */
import { defineConfig } from 'vitest/config';
import { groups } from './tools/coverage.mjs';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    maxWorkers: 2,
    exclude: [
      'test/nightly/**',
      // Counting takes memory.
      'test/allocation.test.ts',
      'node_modules/**',
      'dist/**',
      'test/{cli,determinism,e2e,server,setup}/**',
      'src/studio/**',
      'src/viewer/**',
      'src/cli/**',
    ],
    // Counting slows the loops of the twins several times.
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
    coverage: {
      enabled: true,
      provider: 'v8',
      include: groups.map((group) => `${group}/**/*.ts`),
      reporter: ['json-summary', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
    },
  },
});
