/** Outcome of a creature file: refused with a message, stopped with a message, or run with finite numbers. */
import { SimulationError } from '../../engine/contract/guard.ts';
import { getJsonSchema, parseDesc } from '../../engine/families/descriptions.ts';
import { isInFile } from '../../engine/model/locate.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { listWarnings } from '../../engine/sim/warnings.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import type { JsonDocument } from './creatures.ts';

export interface Fate {
  readonly kind: 'ran' | 'refused' | 'stopped';
  /** What is wrong with how it went; empty when all is as promised. */
  readonly faults: readonly string[];
  /** Why it was refused or stopped. */
  readonly why: string;
}

export interface Patience {
  readonly seconds: number;
  /** Steps times bytes of the state: bodies of thousands of nodes get fewer steps. */
  readonly work: number;
}

/** m: farther than anything swims, falls or drifts in seconds, and nearer than what flies apart. */
const maxDistance = 5000;
const stepsBetweenLooks = 10;

export function tryCreature(
  document: JsonDocument,
  base: Parameters<typeof getJsonSchema>[0],
  patience: Patience,
): Fate {
  let simulation: Simulation;
  try {
    simulation = new Simulation(parseDesc(document), { seed: 1 });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { kind: 'refused', faults: listPathFaults(error.problems, document, base), why: error.message };
  }
  try {
    return { kind: 'ran', faults: runAndLook(simulation, patience), why: '' };
  } catch (error) {
    // What is valid must not be refused later.
    if (!(error instanceof SimulationError)) throw error;
    return { kind: 'stopped', faults: error.hint === '' ? ['no hint'] : [], why: error.message };
  }
}

/** Problems whose path is nowhere in the file. */
export function listPathFaults(
  problems: readonly Problem[],
  document: JsonDocument,
  base: Parameters<typeof getJsonSchema>[0],
): string[] {
  const schema = getJsonSchema(base);
  return problems
    .filter(({ path, code, hint }) => {
      const isThere = code === 'unknown-parameter' ? isInDocument(path, document) : isInFile(path, document, schema);
      return !isThere || hint === '';
    })
    .map(({ path, code, got, hint }) => `${code} at '${path}': got ${got}. ${hint}`);
}

/** A name that is no parameter stands in the file all the same, though not in the schema. */
function isInDocument(path: string, document: JsonDocument): boolean {
  const parent = path.replace(/\.?[^.]*$/u, '');
  const at = parent.split(/[.[\]]+/u).filter((key) => key !== '');
  return at.reduce<unknown>((value, key) => (value as JsonDocument | undefined)?.[key], document) !== undefined;
}

function runAndLook(simulation: Simulation, { seconds, work }: Patience): string[] {
  const { system, state } = simulation;
  const steps = Math.min(Math.ceil(seconds / system.dt), Math.max(10, Math.floor(work / state.bytes.length)));
  const metrics = new RunMetrics(simulation, steps * system.dt);
  const frame = new Float32Array(simulation.frameLength);
  const signals = new Float64Array(simulation.signalLength);
  const faults = new Set<string>();
  const look = (): void => {
    simulation.writeFrame(frame);
    simulation.writeSignals(signals);
    if (!frame.every((value) => Number.isFinite(value))) faults.add('a non-finite number in the frame');
    if (!signals.every((value) => Number.isFinite(value))) faults.add('a non-finite number in the signals');
    if (frame.some((value) => Math.abs(value) > maxDistance && value !== frame[0])) faults.add('exploded');
  };
  metrics.observe();
  look();
  for (let step = 1; step <= steps; step++) {
    simulation.step();
    metrics.observe();
    if (step % stepsBetweenLooks === 0 || step === steps) look();
  }
  const read = metrics.read();
  const inverted = read['invertedMax'] ?? 0;
  const { desc, metrics: specs } = system;
  if (inverted > 0 && listWarnings({ desc, metrics: specs, validated: [] }, read).length === 0)
    faults.add('inside out without a warning');
  return [...faults];
}
