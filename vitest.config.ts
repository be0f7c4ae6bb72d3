import { defineConfig } from 'vitest/config';

const common = { testTimeout: 60_000, hookTimeout: 60_000 };
const left = ['test/nightly/**', 'node_modules/**', 'dist/**'];

/**
 * Pages are watched in real time, so that their tests have the machine to themselves, one after the other, when all others are
 * done. A browser on a shared machine may still miss its moment: such a test has a second try, and the report says "retry x1".
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        test: {
          ...common,
          name: 'programs',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...left, 'test/e2e/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'pages',
          include: ['test/e2e/**/*.test.ts'],
          exclude: left,
          maxWorkers: 1,
          retry: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
