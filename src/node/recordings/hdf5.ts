/** Tables of numbers from HDF5 files, MATLAB 7.3 among them. The reader is four megabytes, so this file is loaded only when needed. */
import { Dataset, File, ready } from 'h5wasm/node';
import { ModelError } from '../../engine/model/problem.ts';

/** The table with this name, or the only one there is. Throws a ModelError. */
export async function readHdf5Table(file: string, name: string | undefined): Promise<number[][]> {
  await ready;
  const opened = new File(file, 'r');
  try {
    const found = opened.keys().flatMap((key) => {
      const table = opened.get(key);
      return table instanceof Dataset && table.shape?.length === 2 && ArrayBuffer.isView(table.value)
        ? [{ key, table }]
        : [];
    });
    const chosen = name === undefined && found.length === 1 ? found[0] : found.find(({ key }) => key === name);
    if (chosen === undefined)
      throw refuse(
        name,
        found.map(({ key }) => key),
      );
    const [rows, columns] = chosen.table.shape as [number, number];
    const values = Array.from(chosen.table.value as Float64Array, Number);
    return Array.from({ length: rows }, (_, i) => values.slice(i * columns, (i + 1) * columns));
  } finally {
    opened.close();
  }
}

function refuse(name: string | undefined, keys: readonly string[]): ModelError {
  const got = keys.length === 0 ? 'no table of numbers' : `the tables ${keys.join(', ')}`;
  const hint = keys.length === 0 ? 'A basis is a table of shapes by angles.' : `Name one: --basis FILE#${keys[0]!}.`;
  return new ModelError([{ code: 'missing', path: name ?? '', got, hint }]);
}
