/** A worker of a study: checks it, or runs its jobs one after the other with the function that `bestiary sweep` uses. */
import { version } from '../../../package.json';
import { describeAnimal } from '../../animals/registry.ts';
import { getFamily, getJsonSchema, replaceValue } from '../../engine/families/descriptions.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { listMetrics } from '../../engine/sim/run-metrics.ts';
import type { StudyTask } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import { parseStudySpec } from '../../experiments/studies/spec.ts';
import { countJobs, expandJobs, resolveSweep, type SweepStudy } from '../../experiments/studies/study.ts';
import { createTable, formatStudioLink } from '../../experiments/studies/table.ts';
import { formatCsv } from '../../experiments/tables/table.ts';
import type { Plan, Subject, SweepCommand, SweepReport } from './messages.ts';

/** The part of a dedicated worker's global object that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: SweepReport): void;
  onmessage: ((event: MessageEvent<SweepCommand>) => void) | null;
}

const scope = self as unknown as WorkerScope;
/** More belongs on the command line. */
const mostJobs = 10_000;
const runner = new JobRunner();
let present: { readonly task: StudyTask; readonly taskHash: string } | undefined;

function createSubject({ animal, settings }: Extract<SweepCommand, { kind: 'subject' }>): Subject {
  const desc = settings.reduce((at, [path, value]) => replaceValue(at, path, value), describeAnimal(animal));
  const system = getFamily(desc).solver.compile(desc);
  const metrics = listMetrics(system).map(({ name, unit }) => ({ name, unit }));
  return { title: desc.title, desc, schema: getJsonSchema(desc), metrics };
}

function resolve(animal: string, spec: string): SweepStudy {
  const study = resolveSweep(parseStudySpec(spec), describeAnimal(animal), `studio ${version}`);
  const count = countJobs(study);
  if (count <= mostJobs) return study;
  const hint = `At most ${mostJobs} run in a page: take fewer steps or seeds, or save the study for bestiary sweep.`;
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

function createCsv({ animal, spec, results }: Extract<SweepCommand, { kind: 'csv' }>): string {
  const study = resolve(animal, spec);
  const jobs = expandJobs(study);
  return formatCsv(
    createTable(
      study,
      results.map((result, i) => ({ job: jobs[i]!, result })),
    ),
  );
}

function answer(command: SweepCommand): SweepReport | undefined {
  switch (command.kind) {
    case 'subject':
      return { kind: 'subject', subject: createSubject(command) };
    case 'plan':
      return { kind: 'plan', plan: createPlan(command.animal, command.spec) };
    case 'task':
      present = command;
      return undefined;
    case 'run': {
      const { task, taskHash } = present!;
      return { kind: 'result', index: command.index, result: runner.run(task, taskHash, command.job) };
    }
    case 'csv':
      return { kind: 'csv', text: createCsv(command) };
  }
}

scope.onmessage = ({ data }) => {
  try {
    const report = answer(data);
    if (report !== undefined) scope.postMessage(report);
  } catch (error) {
    scope.postMessage({ kind: 'refused', message: error instanceof Error ? error.message : String(error) });
  }
};
