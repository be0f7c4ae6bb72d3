/** A worker of a study: checks it, or runs its jobs one after the other with the function that `bestiary sweep` uses. */
import { codeVersion } from '../../code-version.ts';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily, getJsonSchema, replaceValue } from '../../engine/families/descriptions.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { listMetrics } from '../../engine/sim/run-metrics.ts';
import type { Job, JobResult, StudyTask } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import { parseStudySpec } from '../../experiments/studies/spec.ts';
import { countJobs, expandJobs, resolveSweep, type SweepStudy } from '../../experiments/studies/study.ts';
import { createTable, formatStudioLink } from '../../experiments/studies/table.ts';
import { formatCsv } from '../../experiments/tables/table.ts';
import { serve } from '../calls/call.ts';
import type { Setting } from '../data/protocol.ts';
import type { Plan, StudySubject } from './messages.ts';

/** More belongs on the command line. */
const maxJobs = 10_000;
const runner = new JobRunner();
let present: { readonly task: StudyTask; readonly taskHash: string } | undefined;

function createSubject(animal: string, settings: readonly Setting[]): StudySubject {
  const desc = settings.reduce((at, [path, value]) => replaceValue(at, path, value), describeAnimal(animal));
  const system = getFamily(desc).solver.compile(desc);
  const metrics = listMetrics(system).map(({ name, unit, about }) => ({ name, unit, about }));
  const inert = system.validated.filter(({ isInert }) => isInert === true).map(({ path }) => path);
  return { title: desc.title, desc, schema: getJsonSchema(desc), inert, metrics };
}

function resolve(animal: string, spec: string): SweepStudy {
  const study = resolveSweep(parseStudySpec(spec), describeAnimal(animal), `studio ${codeVersion}`);
  const count = countJobs(study);
  if (count <= maxJobs) return study;
  const hint = `At most ${maxJobs} run in a page: take fewer steps or seeds, or save the study for bestiary sweep.`;
  throw new ModelError([{ code: 'too-large', path: 'parameters', got: `${count} runs`, hint }]);
}

function createPlan(animal: string, spec: string): Plan {
  const study = resolve(animal, spec);
  const jobs = expandJobs(study);
  const { task, taskHash, parameters, metrics, seeds, getMetricUnit } = study;
  return {
    ...{ spec, task, taskHash, parameters, jobs },
    seeds: seeds.length,
    metrics: metrics.map((name) => ({ name, unit: getMetricUnit(name) })),
    links: jobs.map((job) => formatStudioLink(study, job) ?? ''),
  };
}

function createCsv(animal: string, spec: string, results: readonly JobResult[]): string {
  const study = resolve(animal, spec);
  const jobs = expandJobs(study);
  return formatCsv(
    createTable(
      study,
      results.map((result, i) => ({ job: jobs[i]!, result })),
    ),
  );
}

const program = {
  createSubject,
  createPlan,
  /** Before the first job. */
  setTask: (task: StudyTask, taskHash: string): void => {
    present = { task, taskHash };
  },
  run: (job: Job): JobResult => runner.run(present!.task, present!.taskHash, job),
  createCsv,
};

export type SweepProgram = typeof program;

serve(program);
