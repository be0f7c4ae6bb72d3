/** Tables of raw series, as experiments fill them: a column of numbers for each quantity. */
import type { NamedTable } from '../kinds/claim.ts';

export interface SeriesColumn {
  readonly name: string;
  readonly unit: string;
  readonly about: string;
  readonly values: readonly (number | null)[];
}

/** Columns of equal length; what was not measured is null. */
export function createSeries(name: string, columns: readonly SeriesColumn[]): NamedTable {
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  return {
    name,
    table: {
      rows,
      columns: columns.map(({ values, ...column }) => ({
        ...column,
        type: 'number',
        cells: Array.from({ length: rows }, (_, row) => toCell(values[row])),
      })),
    },
  };
}

function toCell(value: number | null | undefined): number | null {
  return value === null || value === undefined || !Number.isFinite(value) ? null : value;
}

/** A column of numbers, or of what `read` takes from each of some rows. */
export function column<T = number | null>(
  name: string,
  unit: string,
  about: string,
  rows: readonly T[] = [],
  read: (row: T, index: number) => number | null = (row) => row as number | null,
): SeriesColumn & { readonly values: (number | null)[] } {
  return { name, unit, about, values: rows.map(read) };
}
