/** From an address, a link or a file to a runner. */
import { describeAnimal } from '../../animals/registry.ts';
import { parseDesc, replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';
import { belongsInAddress, isParameter } from '../data/form-model.ts';
import type { OpenRequest, PlannedRun, Setting } from '../data/protocol.ts';
import { Branches, type Shelved } from './branches.ts';
import { Runner, type RunnerHost } from './runner.ts';

interface OpenedAnimal {
  readonly runner: Runner;
  /** What was refused and left out. */
  readonly problems: readonly Problem[];
}

/** The animal with settings applied one by one, or the runs that were kept of it. */
export function openAnimal(
  { animal, settings, seed, runs: planned }: OpenRequest,
  host: RunnerHost,
  makePilot?: PilotMaker,
): OpenedAnimal {
  const problems: Problem[] = [];
  if (planned === undefined) {
    const start = applySettings(describeAnimal(animal), settings, problems);
    const shelf = new Map([[1, { plan: { start }, step: 0, hashes: [] }]]);
    return { runner: new Runner(animal, new Branches(shelf, 1), seed, host), problems };
  }
  const own = describeAnimal(animal);
  const shelf = new Map(planned.runs.map((run) => [run.branch, shelve(own, run, problems)]));
  const files = planned.runs.flatMap(({ branch, creature }) => (creature === undefined ? [] : [branch]));
  const runner = new Runner(animal, new Branches(shelf, planned.current, files), seed, host, makePilot);
  if (planned.play) runner.play();
  return { runner, problems };
}

function shelve(own: AnimalDesc, run: PlannedRun, problems: Problem[]): Shelved {
  const start = describeStart(own, run, problems);
  const { changes, problems: refused } = createChanges(start, own, run.edits);
  problems.push(...refused);
  const { step, hash, hashes = [] } = run;
  return { plan: { start, changes }, step, hashes: hash === undefined ? hashes : [...hashes, [step, hash]] };
}

/** What is refused is left out and told. */
export function describeStart(own: AnimalDesc, run: PlannedRun, problems: Problem[] = []): AnimalDesc {
  return run.creature === undefined ? applySettings(own, run.settings, problems) : parseDesc(run.creature);
}

function applySettings(own: AnimalDesc, settings: readonly Setting[], problems: Problem[]): AnimalDesc {
  let desc = own;
  // An animal goes by another name only with a body of its own: a link must not dress up one that is known.
  const isOther = settings.some(([path]) => /^body\b/u.test(path));
  for (const [path, value] of settings) {
    if (!isParameter(path) && !(isOther && belongsInAddress(path))) {
      problems.push({
        code: 'not-allowed',
        path,
        got: String(value),
        hint: 'Addresses hold parameters of the run, and what an animal with a body of its own is called.',
      });
      continue;
    }
    try {
      desc = replaceValue(desc, path, value);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      problems.push(...error.problems);
    }
  }
  return desc;
}
