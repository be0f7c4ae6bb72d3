/** Runs an animal for an experiment: metrics, sampled signals, and the command that repeats the run. */
import { applySettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import type { RunRecord } from '../kinds/claim.ts';
import { countSteps } from '../studies/job.ts';

export interface RunPlan {
  readonly animal: string;
  readonly seconds: number;
  /** As after `--set`. */
  readonly settings?: readonly string[];
  readonly seed?: number;
  /** Simulated seconds between two calls of `onSample`; every step if left out. */
  readonly every?: number;
  onSample?(time: number, signals: SignalView, simulation: Simulation): void;
}

/** The signals at one time, without the details. */
export interface SignalView {
  readonly values: Float64Array;
  /** Where a signal begins in `values`. */
  at(name: string): number;
  /** A number of a signal, by its index where it has several. */
  read(name: string, index?: number): number;
}

export interface ObservedRun {
  readonly simulation: Simulation;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly record: RunRecord;
}

export interface Describing {
  readonly describe: (animal: string) => AnimalDesc;
}

/** A simulation at its start. Throws a ModelError for settings that the animal does not have. */
export function createRun({ describe }: Describing, { animal, settings = [], seed = 1 }: RunPlan): Simulation {
  return new Simulation(applySettings(describe(animal), settings), { seed });
}

/** Runs it to the end. A run that breaks down throws a SimulationError. */
export function observeRun(describing: Describing, plan: RunPlan): ObservedRun {
  const simulation = createRun(describing, plan);
  const { dt } = simulation.system;
  const steps = countSteps(plan.seconds, dt);
  const metrics = new RunMetrics(simulation, steps * dt);
  const stepsBetween = plan.every === undefined ? 1 : Math.max(1, Math.round(plan.every / dt));
  const at = (name: string): number => simulation.signalOffsets[name]!;
  const view: SignalView = {
    values: metrics.signals,
    at,
    read: (name, index = 0) => metrics.signals[at(name) + index]!,
  };
  metrics.observe();
  plan.onSample?.(0, view, simulation);
  while (simulation.stepCount < steps) {
    simulation.step();
    metrics.observe();
    if (simulation.stepCount % stepsBetween === 0) plan.onSample?.(simulation.time, view, simulation);
  }
  return { simulation, metrics: metrics.read(), record: createRecord(plan, simulation) };
}

export function createRecord(plan: RunPlan, simulation: Simulation): RunRecord {
  return {
    command: formatRunCommand(plan),
    seed: plan.seed ?? 1,
    seconds: simulation.time,
    hash: simulation.hash(),
  };
}

/** `bestiary run lamprey --seconds 10 --set segments=20`. */
function formatRunCommand({ animal, seconds, settings = [], seed = 1 }: RunPlan): string {
  const sets = settings.map((setting) => `--set ${/^[\w./:=@%+,-]+$/u.test(setting) ? setting : `'${setting}'`}`);
  const seeded = seed === 1 ? [] : [`--seed ${seed}`];
  return ['bestiary run', animal, `--seconds ${seconds}`, ...seeded, ...sets].join(' ');
}
