// Stamps of the sources that results depend on: another stamp, perhaps other results.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { computeStamp, root } from './workspace.mjs';

/** Of runs and studies, besides their description. */
const computing = ['src/engine', 'src/kernels', 'src/animals', 'src/experiments/studies/run-job.ts'];

/** Of trainings, and of runs that a policy steers. */
const learning = [...computing, 'src/learn', 'src/jobs'];

/** What machines that work together must have alike: also how they talk. */
const working = [...learning, 'src/node/executors'];

/** The policies that ship. */
const policies = readdirSync(join(root, 'policies'))
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => `policies/${name}`);

/** Of the rows of a reproduction. */
const measuring = ['src/engine', 'src/kernels', 'src/animals', 'src/experiments', 'src/learn', 'src/jobs', ...policies];

/** @param {readonly string[]} paths */
function stamp(paths) {
  const missing = paths.find((path) => !existsSync(join(root, path)));
  if (missing !== undefined) throw new Error(`tools/code-stamps.mjs names ${missing}, which is not there.`);
  return JSON.stringify(computeStamp(root, paths, 'code').slice(0, 12));
}

/** What the programs of the command line and of the studio replace in src/code-version.ts. */
export const runStamps = { BESTIARY_CODE_STAMP: stamp(computing), BESTIARY_LEARNING_STAMP: stamp(learning) };

/** What only the command line has. */
export const nodeStamps = { ...runStamps, BESTIARY_WORK_STAMP: stamp(working), BESTIARY_LAB_STAMP: stamp(measuring) };
