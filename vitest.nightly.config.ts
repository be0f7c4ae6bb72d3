/** Everything of `npm test`, and the long runs of test/nightly. */
import { defineConfig, mergeConfig } from 'vitest/config';
import everyCommit from './vitest.config.ts';

export default mergeConfig(
  { ...everyCommit, test: { ...everyCommit.test, exclude: [] } },
  defineConfig({
    test: {
      exclude: ['node_modules/**', 'dist/**'],
      testTimeout: 30 * 60_000,
      hookTimeout: 5 * 60_000,
      env: { BESTIARY_NIGHTLY: '1' },
    },
  }),
);
