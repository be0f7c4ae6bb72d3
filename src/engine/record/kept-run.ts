/**
 * Saved runs, as links, run files and page reloads store them. A run is its start, its seed and every edit with its step; the
 * engine recomputes the rest. Such data are untrusted, so everything in them is checked before use.
 */
import type { Edit } from '../sim/edit-paths.ts';
import { isObject, shorten } from '../model/problem.ts';

/** A parameter and its value, in SI units. */
export type Setting = readonly [path: string, value: unknown];

/** View settings of a run. The page checks the words, which it defines. */
export interface KeptLook {
  readonly camera?: string;
  /** Of the camera: azimuth, elevation (rad), distance as a share of the usual. */
  readonly arm?: readonly [number, number, number];
  readonly colouring?: string;
  readonly channel?: string;
  readonly parts?: boolean;
  readonly sets?: readonly string[];
  /** Seconds that the plots show. */
  readonly window?: number;
  readonly panel?: string;
  readonly inset?: boolean;
  readonly speed?: number;
}

export interface KeptRun {
  readonly animal: string;
  /** What differs from the animal's own at time zero. */
  readonly settings: readonly Setting[];
  /** A creature file in place of the animal's own. */
  readonly creature?: Readonly<Record<string, unknown>>;
  readonly seed: number;
  readonly edits: readonly Edit[];
  /** Where it stood. */
  readonly step: number;
  /** Of the state there. */
  readonly hash?: string;
  /** Of states on the way, in order. */
  readonly hashes?: readonly (readonly [step: number, hash: string])[];
  readonly look?: KeptLook;
}

/** A run of several: its place in the tree. */
export interface KeptBranch extends KeptRun {
  readonly id: number;
  readonly parent?: number;
  /** Step at which it forked from its parent. */
  readonly from: number;
  readonly title: string;
}

/** All runs that a page has. */
export interface KeptRuns {
  readonly current: number;
  readonly branches: readonly KeptBranch[];
}

export const keptRunVersion = 1;
const fileFormat = 'bestiary-runs';
const maxEdits = 50_000;
const maxBranches = 64;
const maxSettings = 2000;
const maxSteps = 1e9;
const maxText = 300;

/** Why data are not a valid saved run: a sentence. */
export class KeptRunError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'KeptRunError';
  }
}

type Json = Readonly<Record<string, unknown>>;

function refuse(what: string, got: unknown): never {
  const text = JSON.stringify(got) as string | undefined;
  throw new KeptRunError(`${what}: got ${text === undefined ? 'nothing' : shorten(text)}.`);
}

function readText(value: unknown, what: string): string {
  return typeof value === 'string' && value.length <= maxText ? value : refuse(`${what} is a short text`, value);
}

function readCount(value: unknown, what: string): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= maxSteps
    ? value
    : refuse(`${what} is a whole number from 0 to ${maxSteps}`, value);
}

function readList(value: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) return refuse(`${what} is a list`, value);
  if (value.length > max) throw new KeptRunError(`${what} has ${value.length} items: at most ${max} are read.`);
  return value as readonly unknown[];
}

function readHash(value: unknown, what: string): string {
  return typeof value === 'string' && /^[0-9a-f]{16}$/u.test(value) ? value : refuse(`${what} is a hash`, value);
}

function readSetting(value: unknown): Setting {
  const [path, to] = readList(value, 'A setting', 2);
  return [readText(path, 'The path of a setting'), to];
}

function readEdit(value: unknown): Edit {
  const [step, path, to] = readList(value, 'A change', 3);
  return { step: readCount(step, 'The step of a change'), path: readText(path, 'The path of a change'), value: to };
}

/** A kept run out of JSON. Throws a KeptRunError. */
export function parseKeptRun(document: unknown): KeptRun {
  if (!isObject(document)) return refuse('A kept run is an object', document);
  const { animal, settings = [], creature, seed = 1, schedule = [], step = 0, hash, hashes, look } = document;
  if (typeof animal !== 'string' || !/^[a-z][a-z0-9-]{0,60}$/u.test(animal))
    return refuse('The animal of a run is a name', animal);
  if (!Number.isSafeInteger(seed)) return refuse('A seed is a whole number', seed);
  if (creature !== undefined && !isObject(creature)) return refuse('The creature of a run is an object', creature);
  const edits = readList(schedule, 'The schedule', maxEdits).map(readEdit);
  if (edits.some((edit, i) => edit.step < (edits[i - 1]?.step ?? 0)))
    throw new KeptRunError('The schedule is not in the order of its steps.');
  return {
    animal,
    settings: readList(settings, 'The settings', maxSettings).map(readSetting),
    seed: seed as number,
    edits,
    step: readCount(step, 'The step of a run'),
    ...(creature === undefined ? {} : { creature }),
    ...(hash === undefined ? {} : { hash: readHash(hash, 'The hash of a run') }),
    ...(hashes === undefined ? {} : { hashes: readList(hashes, 'The list of hashes', 200).map(readCheck) }),
    ...(isObject(look) ? { look: readLook(look) } : {}),
  };
}

function readCheck(value: unknown): readonly [number, string] {
  const [step, hash] = readList(value, 'A hash on the way', 2);
  return [readCount(step, 'The step of a hash'), readHash(hash, 'A hash on the way')];
}

/** View settings only: unknown ones are left out. */
function readLook(look: Json): KeptLook {
  const text = (key: string) => (typeof look[key] === 'string' ? { [key]: look[key].slice(0, maxText) } : {});
  const flag = (key: string) => (typeof look[key] === 'boolean' ? { [key]: look[key] } : {});
  const number = (key: string, low: number, high: number) =>
    typeof look[key] === 'number' && look[key] >= low && look[key] <= high ? { [key]: look[key] } : {};
  const { arm, sets } = look;
  return {
    ...text('camera'),
    ...text('colouring'),
    ...text('channel'),
    ...text('panel'),
    ...flag('parts'),
    ...flag('inset'),
    ...number('window', 1e-3, 1e4),
    ...number('speed', 0.01, 16),
    ...(isArm(arm) ? { arm } : {}),
    ...(Array.isArray(sets)
      ? { sets: sets.filter((set): set is string => typeof set === 'string').slice(0, 100) }
      : {}),
  };
}

function isArm(arm: unknown): arm is readonly [number, number, number] {
  return (
    Array.isArray(arm) &&
    arm.length === 3 &&
    arm.every((number) => typeof number === 'number' && Math.abs(number) < 1e3)
  );
}

/** As JSON: short, because it stands in addresses. */
export function createKeptRunDocument({ edits, settings, hashes, ...run }: KeptRun): Json {
  return {
    ...run,
    ...(settings.length === 0 ? {} : { settings }),
    ...(edits.length === 0 ? {} : { schedule: edits.map(({ step, path, value }) => [step, path, value]) }),
    ...(hashes === undefined || hashes.length === 0 ? {} : { hashes }),
  };
}

export function formatKeptRuns({ current, branches }: KeptRuns): string {
  const document = {
    format: fileFormat,
    version: keptRunVersion,
    current,
    branches: branches.map((branch) => createKeptRunDocument(branch)),
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** Whether a file claims to hold runs; its content is not checked. */
export function isKeptRunsDocument(document: unknown): boolean {
  return isObject(document) && document['format'] === fileFormat;
}

/** Throws a KeptRunError. */
export function parseKeptRuns(document: unknown): KeptRuns {
  if (!isObject(document) || document['format'] !== fileFormat)
    throw new KeptRunError('This is not a file of runs: its format says otherwise.');
  if (document['version'] !== keptRunVersion)
    throw new KeptRunError(
      `Runs of version ${shorten(JSON.stringify(document['version'] ?? null))} are unknown; this program reads version ${keptRunVersion}.`,
    );
  const branches = readList(document['branches'], 'The list of runs', maxBranches).map(readBranch);
  const current = readCount(document['current'], 'The number of the current run');
  const ids = new Set(branches.map(({ id }) => id));
  if (branches.length === 0 || ids.size < branches.length)
    throw new KeptRunError('The runs of the file have no numbers of their own.');
  if (!ids.has(current)) throw new KeptRunError(`Run ${current} is not in the file.`);
  if (branches.some(({ id, parent }) => parent !== undefined && !(parent < id && ids.has(parent))))
    throw new KeptRunError('A run of the file came from one that is not in it.');
  return { current, branches };
}

function readBranch(value: unknown): KeptBranch {
  if (!isObject(value)) return refuse('A run of the file is an object', value);
  const { id, parent, from = 0, title = '' } = value;
  return {
    ...parseKeptRun(value),
    id: readCount(id, 'The number of a run'),
    from: readCount(from, 'The step where a run begins'),
    title: readText(title, 'The title of a run'),
    ...(parent === undefined ? {} : { parent: readCount(parent, 'The number of the run before') }),
  };
}
