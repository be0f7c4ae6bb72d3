/** Tables as Parquet, which keeps every bit of a number; units and sentences are in the file's metadata. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Cell, Column, Table } from '../../experiments/tables/table.ts';

const types = { number: 'DOUBLE', whole: 'INT64', text: 'STRING' } as const;

/** `metadata` is kept beside the units of the columns, which are `unit:NAME` and `about:NAME`. */
export function encodeParquet(table: Table, metadata: Readonly<Record<string, string>>): Uint8Array {
  const notes = table.columns.flatMap(({ name, unit, about }) => [
    { key: `unit:${name}`, value: unit },
    { key: `about:${name}`, value: about },
  ]);
  const buffer = parquetWriteBuffer({
    columnData: table.columns.map((column) => ({
      name: column.name,
      type: types[column.type],
      data: column.cells.map((cell) => convert(column, cell)),
    })),
    kvMetadata: [...Object.entries(metadata).map(([key, value]) => ({ key, value })), ...notes],
  });
  return new Uint8Array(buffer);
}

function convert(column: Column, cell: Cell): number | bigint | string | null {
  if (cell === null) return null;
  if (column.type === 'whole') return BigInt(cell);
  return column.type === 'text' ? String(cell) : (cell as number);
}
