/** Documents with one to three values replaced by hostile ones: what a stranger could write under a right checksum. */
import { isNight } from './nightly.ts';
import { fc } from './property.ts';

/** Cases of each format: all of them at night. */
const forgedCases = isNight ? 2000 : 200;

/** Of one case. */
const maxCpuSeconds = 2;
const maxBytes = 256 * 1024 * 1024;

/** JSON cannot say it, but a number that is too large is read as infinite. */
const infinite = '1e999';
const placeholder = '__infinite__';

const hostile: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  -1,
  0,
  0.5,
  1e9,
  1e308,
  placeholder,
  [],
  [1e9],
  {},
  { length: 1e9 },
  'y'.repeat(5000),
  Array.from({ length: 5000 }, () => 1),
  JSON.parse(`${'['.repeat(1000)}${']'.repeat(1000)}`),
  undefined,
];

type Keys = readonly string[];

function listPlaces(value: unknown, keys: Keys = []): Keys[] {
  if (typeof value !== 'object' || value === null) return [keys];
  const inside = Object.entries(value).slice(0, 20);
  return [keys, ...inside.flatMap(([key, item]) => listPlaces(item, [...keys, key]))];
}

function replace(value: unknown, [key, ...rest]: Keys, to: unknown): unknown {
  if (key === undefined) return to;
  if (typeof value !== 'object' || value === null) return value;
  // An earlier change may have put something else there.
  if (Array.isArray(value) && !Object.hasOwn(value, key)) return value;
  const inside = replace((value as Record<string, unknown>)[key], rest, to);
  return Array.isArray(value) ? value.with(Number(key), inside) : { ...value, [key]: inside };
}

/** The document changed, as a value; undefined means left out. */
export function forgeDocument(document: object): fc.Arbitrary<unknown> {
  const places = listPlaces(document).slice(1);
  const change = fc.tuple(fc.nat(places.length - 1), fc.nat(hostile.length - 1));
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) =>
      changes.reduce<unknown>(
        (value, [place, to]) => replace(value, places[place]!, hostile[to]),
        JSON.parse(JSON.stringify(document)),
      ),
    );
}

/** As a file would have it, with numbers that are too large. */
export function printForged(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${placeholder}"`, infinite);
}

type ErrorClass = abstract new (...args: never[]) => Error;

/** Lets `act` do what it likes within bounds, as long as all that it throws is one of `allowed`. */
export function expectOwnErrors(allowed: readonly ErrorClass[], act: () => void): void {
  const checkCost = startMeter();
  try {
    act();
  } catch (error) {
    if (!allowed.some((kind) => error instanceof kind)) throw error;
  }
  checkCost();
}

/** The same for what has to be waited for; gives the error. */
export async function awaitOwnErrors(allowed: readonly ErrorClass[], act: () => Promise<void>): Promise<unknown> {
  const checkCost = startMeter();
  let thrown: unknown;
  try {
    await act();
  } catch (error) {
    if (!allowed.some((kind) => error instanceof kind)) throw error;
    thrown = error;
  }
  checkCost();
  return thrown;
}

/** Gives the function that throws if too much was used since. */
function startMeter(): () => void {
  const cpu = process.cpuUsage();
  const before = process.memoryUsage();
  const { maxRSS } = process.resourceUsage();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const after = process.memoryUsage();
    const kept = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
    // What was let go again counts too, where it is more than the process ever had.
    const bytes = Math.max(kept, 1024 * (process.resourceUsage().maxRSS - maxRSS));
    if ((user + system) / 1e6 > maxCpuSeconds) throw new Error(`It took ${(user + system) / 1e6} CPU seconds.`);
    if (bytes > maxBytes) throw new Error(`It took ${bytes} bytes.`);
  };
}

export function assertForged<T>(arbitrary: fc.Arbitrary<T>, check: (forged: T) => void): void {
  fc.assert(fc.property(arbitrary, check), { numRuns: forgedCases });
}

export async function awaitForged<T>(arbitrary: fc.Arbitrary<T>, check: (forged: T) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: forgedCases });
}
