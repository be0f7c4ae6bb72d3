/**
 * Spaces of observations and actions: `Box` (n named numbers, each with limits) and `Discrete` (0, 1, … n − 1).
 *
 * Names are part of a Box, because a policy fits an environment only if its numbers mean the same in the same order.
 * The JSON form writes infinite limits as "Infinity" and "-Infinity".
 */
import { nextFloat, nextInt, nextNormal } from '../engine/math/rng.ts';
import { LearnError } from './learn-error.ts';

/** Chosen: more numbers or choices than any environment has. */
const maxNumbers = 100_000;

export interface Box {
  readonly kind: 'box';
  readonly names: readonly string[];
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** One action is one number that is an index. */
export interface Discrete {
  readonly kind: 'discrete';
  readonly count: number;
}

export type Space = Box | Discrete;

export type SpaceJson =
  | {
      readonly kind: 'box';
      readonly names: readonly string[];
      readonly low: readonly (number | string)[];
      readonly high: readonly (number | string)[];
    }
  | Discrete;

/** Limits are one number for all elements, or one for each. */
export function createBox(
  names: readonly string[],
  low: number | ArrayLike<number>,
  high: number | ArrayLike<number>,
): Box {
  const spread = (limit: number | ArrayLike<number>): Float64Array =>
    typeof limit === 'number' ? new Float64Array(names.length).fill(limit) : Float64Array.from(limit);
  const box: Box = { kind: 'box', names: [...names], low: spread(low), high: spread(high) };
  expectBox(box);
  return box;
}

export function createDiscrete(count: number): Discrete {
  if (!Number.isInteger(count) || count < 1)
    throw spaceError('count', String(count), 'A discrete space needs a whole number of at least 1.');
  return { kind: 'discrete', count };
}

/** How many numbers one point of the space is. */
export function countNumbers(space: Space): number {
  return space.kind === 'box' ? space.names.length : 1;
}

/** The index of the first number that is outside the space, or undefined. */
export function findOutside(space: Space, values: Float64Array, offset = 0): number | undefined {
  if (space.kind === 'discrete') {
    const index = values[offset]!;
    return Number.isInteger(index) && index >= 0 && index < space.count ? undefined : 0;
  }
  for (let i = 0; i < space.names.length; i++) {
    const value = values[offset + i]!;
    // Written so that NaN is outside.
    if (!(value >= space.low[i]! && value <= space.high[i]!)) return i;
  }
  return undefined;
}

/** A random point: uniform between finite limits, else normal about the finite limit or zero. */
export function setRandomPoint(out: Float64Array, space: Space, rng: Uint32Array, offset = 0): void {
  if (space.kind === 'discrete') {
    out[offset] = nextInt(rng, space.count);
    return;
  }
  for (let i = 0; i < space.names.length; i++) {
    const low = space.low[i]!;
    const high = space.high[i]!;
    if (low > -Infinity && high < Infinity) out[offset + i] = low + (high - low) * nextFloat(rng);
    else if (low > -Infinity) out[offset + i] = low + Math.abs(nextNormal(rng));
    else if (high < Infinity) out[offset + i] = high - Math.abs(nextNormal(rng));
    else out[offset + i] = nextNormal(rng);
  }
}

export function toSpaceJson(space: Space): SpaceJson {
  if (space.kind === 'discrete') return space;
  const print = (limits: Float64Array): (number | string)[] =>
    Array.from(limits, (limit) => (Number.isFinite(limit) ? limit : String(limit)));
  return { kind: 'box', names: space.names, low: print(space.low), high: print(space.high) };
}

/** Checks a space that comes from a file; `path` names it in errors. */
export function parseSpace(json: unknown, path: string): Space {
  if (typeof json !== 'object' || json === null) throw spaceError(path, typeof json, 'A space is an object.');
  const { kind, count, names, low, high } = json as Record<string, unknown>;
  if (kind === 'discrete' && typeof count === 'number') {
    if (count > maxNumbers) throw spaceError(`${path}.count`, String(count), `At most ${maxNumbers}.`);
    return createDiscrete(count);
  }
  if (kind !== 'box')
    throw spaceError(`${path}.kind`, typeof kind === 'string' ? kind : typeof kind, 'A space is "box" or "discrete".');
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw spaceError(`${path}.names`, typeof names, 'It is a list of texts.');
  if (names.length > maxNumbers) throw spaceError(`${path}.names`, `${names.length} names`, `At most ${maxNumbers}.`);
  return createBox(names, parseLimits(low, `${path}.low`), parseLimits(high, `${path}.high`));
}

/** Undefined where two spaces are the same, else what only the first has. */
export function findSpaceDifference(one: Space, other: Space): string | undefined {
  if (one.kind !== other.kind) return `a ${one.kind} space, not a ${other.kind} one`;
  if (one.kind === 'discrete' || other.kind === 'discrete')
    return one.kind === 'discrete' && other.kind === 'discrete' && one.count !== other.count
      ? `${one.count} choices, not ${other.count}`
      : undefined;
  if (one.names.length !== other.names.length) return `${one.names.length} numbers, not ${other.names.length}`;
  for (let i = 0; i < one.names.length; i++) {
    if (one.names[i] !== other.names[i]) return `"${one.names[i]!}" as number ${i}, not "${other.names[i]!}"`;
    if (one.low[i] !== other.low[i] || one.high[i] !== other.high[i])
      return `"${one.names[i]!}" from ${one.low[i]!} to ${one.high[i]!}, not from ${other.low[i]!} to ${other.high[i]!}`;
  }
  return undefined;
}

function parseLimits(limits: unknown, path: string): number[] {
  if (!Array.isArray(limits)) throw spaceError(path, typeof limits, 'It is a list of numbers.');
  return limits.map((limit: unknown, i) => {
    if (limit === 'Infinity') return Infinity;
    if (limit === '-Infinity') return -Infinity;
    if (typeof limit !== 'number') throw spaceError(`${path}[${i}]`, typeof limit, 'It is a number or "Infinity".');
    return limit;
  });
}

function expectBox({ names, low, high }: Box): void {
  if (low.length !== names.length || high.length !== names.length)
    throw spaceError('low, high', `${low.length} and ${high.length} limits`, `There are ${names.length} names.`);
  for (let i = 0; i < names.length; i++) {
    if (!(low[i]! <= high[i]!))
      throw spaceError(names[i]!, `${low[i]!} to ${high[i]!}`, 'The lower limit is at most the upper one.');
  }
}

function spaceError(path: string, got: string, hint: string): LearnError {
  return new LearnError({ code: 'out-of-range', path: `space, ${path}`, got, hint });
}
