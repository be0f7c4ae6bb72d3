/**
 * Numbers and flags of a creature file that change nothing: each is changed by about an eighth, or to an end of its range, and the
 * run compared with that of the file as it is, in state, frame and signals. What a run warns of is left out.
 */
import { getJsonSchema, replaceValue } from '../engine/families/descriptions.ts';
import { resolveSchema } from '../engine/model/branches.ts';
import { findUnmet } from '../engine/model/conditions.ts';
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import { type JsonSchema, parsePath, readAt } from '../engine/model/field-tree.ts';
import { ModelError } from '../engine/model/problem.ts';
import { addToHash, createHasher, finishHash } from '../engine/math/hash.ts';
import { SimulationError } from '../engine/contract/guard.ts';
import { Simulation } from '../engine/sim/simulation.ts';

interface Field {
  readonly path: string;
  readonly schema: JsonSchema;
}

/** A share that changes results and seldom leaves the allowed range. */
const change = 0.13;
/** s: runs are compared at these times, and at their end. */
const lookAt = [0, 0.05, 0.3, 1, 2] as const;

/** Numbers and flags of a document, in the branches and items of lists that it has. */
function listChangeable(schema: JsonSchema, document: unknown, path = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, member]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const value = (document as Readonly<Record<string, unknown>> | undefined)?.[key];
    if (member.properties !== undefined) return listChangeable(member, value, at);
    if (Array.isArray(value) && member.items !== undefined)
      return value.flatMap((item, i) => listChangeable(resolveSchema(member.items!, item), item, `${at}[${i}]`));
    const isChangeable = ['number', 'integer', 'boolean'].includes(member.type ?? '') && member.const === undefined;
    return isChangeable ? [{ path: at, schema: member }] : [];
  });
}

/** Other values of a field, the likeliest first. */
function listOthers(
  { type, default: usual, minimum = 0, maximum = 1, multipleOf }: JsonSchema,
  value: unknown,
): unknown[] {
  if (type === 'boolean') return [value !== true];
  const present = typeof value === 'number' ? value : typeof usual === 'number' ? usual : undefined;
  // A number that is left out and derived from others: anything that is allowed.
  if (present === undefined) return [0.5, 0.25, 0.75, 0].map((share) => minimum + share * (maximum - minimum));
  const step = type === 'integer' ? (multipleOf ?? 1) : undefined;
  const far = present === 0 ? change * Math.min(1, maximum - minimum) : change * Math.abs(present);
  const way = step === undefined ? far : step * Math.max(1, Math.round(far / step));
  // The ends of the range as well: of some numbers only the sign counts, or that a limit is met.
  const others = [present + way, present - way, minimum, maximum];
  return others.filter((other) => other !== present && other >= minimum && other <= maximum);
}

/** State without the controls, which hold live numbers whether they are read or not; frame, signals and what is drawn once. */
function computeDigest(simulation: Simulation): string {
  const hasher = createHasher();
  const { specs, arrays } = simulation.state;
  for (const { name } of specs) if (name !== 'controls') addToHash(hasher, arrays[name]!);
  const frame = new Float32Array(simulation.frameLength);
  const signals = new Float64Array(simulation.signalLength);
  simulation.writeFrame(frame);
  simulation.writeSignals(signals);
  addToHash(hasher, frame);
  addToHash(hasher, signals);
  return finishHash(hasher);
}

function describeLayout({ system }: Simulation): string {
  return JSON.stringify([system.frame, system.signals.length, system.dt]);
}

/** Digests of a run at the times to look at; what has failed is another run. */
function* run(desc: AnimalDesc, seconds: number): Generator<string> {
  const simulation = new Simulation(desc, { seed: 1 });
  yield describeLayout(simulation);
  for (const time of [...lookAt.filter((at) => at < seconds), seconds]) {
    while (simulation.time < time - 1e-9) simulation.step();
    yield computeDigest(simulation);
  }
}

function isSameRun(reference: readonly string[], desc: AnimalDesc, seconds: number): boolean {
  try {
    let at = 0;
    for (const digest of run(desc, seconds)) if (digest !== reference[at++]) return false;
    return true;
  } catch (error) {
    if (error instanceof SimulationError || error instanceof ModelError) return false;
    throw error;
  }
}

/** A run that exercises something of an animal. */
export interface Exercise {
  /** As after `--set`. */
  readonly settings: readonly string[];
  readonly seconds: number;
}

/**
 * Paths whose change shows in none of the runs that have them; a value that is refused is not without effect. Only those that
 * `isTried` names are changed.
 */
export function listInert(
  runs: readonly { readonly desc: AnimalDesc; readonly seconds: number }[],
  isTried: (path: string) => boolean = () => true,
): string[] {
  const effective = new Set<string>();
  const met = new Set<string>();
  for (const { desc, seconds } of runs) {
    const reference = [...run(desc, seconds)];
    const whole = getJsonSchema(desc);
    for (const { path, schema } of listChangeable(whole, desc)) {
      if (findUnmet(whole, parsePath(path)!, (at) => readAt(desc, at)) !== undefined) continue;
      // Items of a list are alike: one that shows is enough.
      const name = path.replaceAll(/\[\d+\]/gu, '[i]');
      if (!isTried(name)) continue;
      met.add(name);
      if (effective.has(name)) continue;
      const changed = listOthers(schema, readAt(desc, path)).flatMap((value) => tryChange(desc, path, value));
      if (changed.length === 0 || changed.some((other) => !isSameRun(reference, other, seconds))) effective.add(name);
    }
  }
  return [...met].filter((path) => !effective.has(path));
}

function tryChange(desc: AnimalDesc, path: string, value: unknown): AnimalDesc[] {
  try {
    return [replaceValue(desc, path, value)];
  } catch (error) {
    if (error instanceof ModelError) return [];
    throw error;
  }
}
