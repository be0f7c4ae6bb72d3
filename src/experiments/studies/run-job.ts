/** Runs jobs, one at a time, and keeps compiled animals: a warm worker compiles a body once, not for every job. */
import { applySettings, listLiveControls, replaceValue } from '../../engine/families/descriptions.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import {
  countSteps,
  formatCanonical,
  type Job,
  type JobResult,
  type Rule,
  type Series,
  type StudyTask,
} from './job.ts';

/** Compiled animals kept at a time; a soft body may take a hundred megabytes. */
const maxSimulations = 4;
const secondsBetweenMetricChecks = 0.1;

export class JobRunner {
  /** Least recently used first. */
  readonly #simulations = new Map<string, Simulation>();
  readonly #live = new WeakMap<AnimalDesc, ReadonlySet<string>>();
  #compiled = 0;

  /** How often an animal was compiled. */
  get compiled(): number {
    return this.#compiled;
  }

  /** `taskHash` names the task, so that its creature is not hashed again for every job. */
  run(task: StudyTask, taskHash: string, job: Job): JobResult {
    let simulation: Simulation;
    try {
      simulation = this.#prepare(task, taskHash, job);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const reason = { code: error.problems[0]?.code ?? 'invalid', message: error.message };
      return { key: job.key, status: 'failed', steps: 0, seconds: 0, hash: '', metrics: {}, reason };
    }
    const result = runJob(simulation, task, job.key);
    // After a breakdown memory may hold anything.
    if (result.status === 'failed') this.#forget(simulation);
    return result;
  }

  /** A simulation at its start. Live controls need no compiling, so they are no part of what is looked up. */
  #prepare(task: StudyTask, taskHash: string, job: Job): Simulation {
    const live = this.#getLive(task.creature);
    const controls: Record<string, number> = {};
    const compiledIn: [string, unknown][] = [];
    for (const [path, value] of Object.entries(job.parameters)) {
      if (typeof value === 'number' && live.has(path)) controls[path] = value;
      else compiledIn.push([path, value]);
    }
    const name = `${taskHash} ${formatCanonical(compiledIn)}`;
    let simulation = this.#simulations.get(name);
    if (simulation === undefined) {
      const desc = compiledIn.reduce((at, [path, value]) => setValue(at, path, value), task.creature);
      simulation = new Simulation(desc, { seed: job.seed });
      this.#compiled++;
    }
    this.#simulations.delete(name);
    if (this.#simulations.size >= maxSimulations) this.#simulations.delete(this.#simulations.keys().next().value!);
    this.#simulations.set(name, simulation);
    simulation.restart(job.seed, controls);
    return simulation;
  }

  #getLive(creature: AnimalDesc): ReadonlySet<string> {
    let live = this.#live.get(creature);
    if (live === undefined) this.#live.set(creature, (live = new Set(listLiveControls(creature))));
    return live;
  }

  #forget(simulation: Simulation): void {
    for (const [name, kept] of this.#simulations) if (kept === simulation) this.#simulations.delete(name);
  }
}

/** Text as `--set` takes it, so that units and choices work; everything else as it is. */
export function setValue(desc: AnimalDesc, path: string, value: unknown): AnimalDesc {
  return typeof value === 'string' ? applySettings(desc, [`${path}=${value}`]) : replaceValue(desc, path, value);
}

function runJob(simulation: Simulation, task: StudyTask, key: string): JobResult {
  const { dt } = simulation.system;
  const steps = countSteps(task.seconds, dt);
  const metrics = new RunMetrics(simulation, steps * dt);
  const recorder = task.record.signals.length === 0 ? undefined : new Recorder(simulation, task.record);
  const findHolding = createRuleCheck(simulation, metrics, task.stop);
  let stoppedBy: Rule | undefined;
  let failure: SimulationError | undefined;
  metrics.observe();
  recorder?.observe();
  while (simulation.stepCount < steps && stoppedBy === undefined) {
    try {
      simulation.step();
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      failure = error;
      simulation.restore(simulation.lastGood);
      break;
    }
    metrics.observe();
    recorder?.observe();
    stoppedBy = findHolding();
  }
  const reason =
    failure !== undefined
      ? { code: failure.code, message: failure.message }
      : stoppedBy !== undefined
        ? { code: 'stopped', message: formatRule(stoppedBy) }
        : undefined;
  return {
    key,
    status: failure !== undefined ? 'failed' : stoppedBy !== undefined ? 'stopped' : 'complete',
    steps: simulation.stepCount,
    seconds: simulation.time,
    hash: simulation.hash(),
    metrics: metrics.read(),
    ...(reason === undefined ? {} : { reason }),
    ...(recorder === undefined ? {} : { series: recorder.read() }),
  };
}

function formatRule(rule: Rule): string {
  return `${rule.name} ${rule.side} ${rule.limit}`;
}

/** True when the rule holds for a value; nothing holds for what was not measured. */
function holds(rule: Rule, value: number | null | undefined): boolean {
  if (value === null || value === undefined) return false;
  return rule.side === 'above' ? value > rule.limit : value < rule.limit;
}

function createRuleCheck(simulation: Simulation, metrics: RunMetrics, rules: readonly Rule[]): () => Rule | undefined {
  if (rules.length === 0) return () => undefined;
  const stepsBetween = Math.max(1, Math.round(secondsBetweenMetricChecks / simulation.system.dt));
  const offsets = simulation.signalOffsets;
  const bySignal = rules.filter((rule) => rule.of === 'signal');
  const byMetric = rules.filter((rule) => rule.of === 'metric');
  return () => {
    const held = bySignal.find((rule) => holds(rule, metrics.signals[offsets[rule.name]!]));
    if (held !== undefined || byMetric.length === 0 || simulation.stepCount % stepsBetween !== 0) return held;
    const values = metrics.read();
    return byMetric.find((rule) => holds(rule, values[rule.name]));
  };
}

/** Samples of some signals, from the start on. */
class Recorder {
  readonly #simulation: Simulation;
  readonly #signals: Float64Array;
  readonly #stepsBetween: number;
  readonly #time: number[] = [];
  readonly #columns: { readonly name: string; readonly offset: number; readonly values: number[] }[];

  constructor(simulation: Simulation, record: StudyTask['record']) {
    this.#simulation = simulation;
    this.#stepsBetween = Math.max(1, Math.round(record.every / simulation.system.dt));
    const wanted = simulation.system.signals.filter((signal) => record.signals.includes(signal.name));
    const needsDetails = wanted.some((signal) => signal.detail === true);
    this.#signals = new Float64Array(needsDetails ? simulation.signalLength : simulation.coreSignalLength);
    this.#columns = wanted.flatMap((signal) =>
      listColumns(signal).map((name, i) => ({ name, offset: simulation.signalOffsets[signal.name]! + i, values: [] })),
    );
  }

  observe(): void {
    if (this.#simulation.stepCount % this.#stepsBetween !== 0) return;
    this.#simulation.writeSignals(this.#signals);
    this.#time.push(this.#simulation.time);
    for (const column of this.#columns) column.values.push(this.#signals[column.offset]!);
  }

  read(): Series {
    const columns = Object.fromEntries(this.#columns.map((column) => [column.name, column.values]));
    return { time: this.#time, columns };
  }
}

/** Names of the columns of one signal: itself, or one for each of its numbers. */
export function listColumns(signal: { readonly name: string; readonly size: number }): string[] {
  return signal.size === 1 ? [signal.name] : Array.from({ length: signal.size }, (_, i) => `${signal.name}[${i}]`);
}
