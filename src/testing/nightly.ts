/** Long lists of cases are tried whole in the nightly run; every commit gets some of them, always the same. */
export const isNight = process.env['BESTIARY_NIGHTLY'] === '1';

/** Every `every`-th of them, from the first on; all of them at night. */
export function pickSome<T>(cases: readonly T[], every: number): T[] {
  return cases.filter((_, i) => isNight || i % every === 0);
}
