// Runs the tests with the lines they reach counted, prints the share of each group of folders and the worst files, and
// fails below the limit. Which tests: vitest.coverage.config.ts. Line by line: coverage/index.html.
import { join, relative } from 'node:path';
import { readText, root, runInForeground, say } from './workspace.mjs';

/** Folders with separate limits, so that a well-tested one cannot hide another. */
export const groups = ['src/engine', 'src/kernels/twins', 'src/imports', 'src/exports'];
const limit = 90;

/**
 * From Istanbul's summary (absolute path → counts): per group the share of lines in per cent, and all files that are below
 * the limit, those with most unreached lines first. A group without lines has share 0: its folder has moved.
 * @param {Readonly<Record<string, { readonly lines: { readonly covered: number, readonly total: number } }>>} summary
 * @param {string} base
 */
export function summariseCoverage(summary, base, names = groups) {
  const files = Object.entries(summary)
    .filter(([path]) => path !== 'total')
    .map(([path, { lines }]) => ({
      path: relative(base, path).replaceAll('\\', '/'),
      covered: lines.covered,
      total: lines.total,
    }));
  const share = (covered, total) => (total === 0 ? 0 : (100 * covered) / total);
  const shares = names.map((name) => {
    const inside = files.filter(({ path }) => path.startsWith(`${name}/`));
    const covered = inside.reduce((sum, file) => sum + file.covered, 0);
    const total = inside.reduce((sum, file) => sum + file.total, 0);
    return { name, files: inside.length, covered, total, share: share(covered, total) };
  });
  const worst = files
    .map((file) => ({ ...file, share: share(file.covered, file.total) }))
    .filter((file) => file.total > 0 && file.share < limit)
    .sort((a, b) => b.total - b.covered - (a.total - a.covered) || a.path.localeCompare(b.path, 'en'));
  return { shares, worst, failed: shares.filter((group) => group.share < limit).map(({ name }) => name) };
}

const describeLines = ({ covered, total, share }) => `${share.toFixed(1).padStart(5)} %  ${covered} of ${total} lines`;

/** Gives the exit code: that of the tests, or 1 when a group is below the limit. */
export async function runCoverage(args) {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  const tested = await runInForeground(
    process.execPath,
    [program, 'run', '--config', 'vitest.coverage.config.ts', ...args],
    { cwd: root },
  );
  const text = readText(join(root, 'coverage/coverage-summary.json'));
  if (text === undefined) return tested || 1;
  const { shares, worst, failed } = summariseCoverage(JSON.parse(text), root);
  for (const group of shares) say(`${group.name.padEnd(20)} ${describeLines(group)} in ${group.files} files`);
  if (worst.length > 0) say(`\nFiles below ${limit} %, most unreached lines first:`);
  for (const file of worst.slice(0, 20)) say(`${describeLines(file)}  ${file.path}`);
  if (failed.length > 0) say(`\nBelow ${limit} % of lines: ${failed.join(', ')}.`);
  return tested === 0 && failed.length > 0 ? 1 : tested;
}
