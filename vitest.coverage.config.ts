/**
 * The tests that run the sources in this process, with the lines they reach counted by V8. Those of the built programs
 * and of Chromium (command line, server, studio, determinism, set-up) run other copies of the code and are left out.
 */
import { defineConfig, mergeConfig } from 'vitest/config';
import everyCommit from './vitest.config.ts';
import { groups } from './tools/coverage.mjs';

export default mergeConfig(
  everyCommit,
  defineConfig({
    test: {
      exclude: ['test/{cli,determinism,e2e,server,setup}/**', 'src/studio/**', 'src/viewer/**', 'src/cli/**'],
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
  }),
);
