/** Postures as WCON, the Worm tracker Commons Object Notation: JSON with units and, per animal, times and centre lines. */
export interface WconPostures {
  readonly id: string;
  /** s */
  readonly times: readonly number[];
  /** Centre lines from head to tail, m: one row per time. */
  readonly xs: readonly ArrayLike<number>[];
  readonly ys: readonly ArrayLike<number>[];
  /** Name and version of the program. */
  readonly software: string;
}

/** Millimetres with a tenth of a nanometre. */
function toMillimetres(row: ArrayLike<number>): number[] {
  return Array.from(row, (value) => Number((1e3 * value).toFixed(7)));
}

export function createWcon({ id, times, xs, ys, software }: WconPostures): Record<string, unknown> {
  const [name, version] = software.split(' ');
  return {
    units: { t: 's', x: 'mm', y: 'mm' },
    metadata: {
      id,
      species: 'Caenorhabditis elegans',
      stage: 'adult',
      sex: 'hermaphrodite',
      software: { name, version: version ?? '' },
    },
    data: [
      {
        id,
        t: times.map((t) => Number(t.toFixed(6))),
        x: xs.map(toMillimetres),
        y: ys.map(toMillimetres),
        head: 'L',
        ventral: 'CW',
      },
    ],
  };
}
