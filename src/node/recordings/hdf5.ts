/** Tables of numbers from HDF5 files, MATLAB 7.3 among them. The reader is a package of its own, which only they need. */
import { throwProblem } from '../../engine/model/problem.ts';
import { loadHdf5 } from './load-hdf5.ts';

/** The table with this name, or the only one there is. Throws a ModelError. */
export async function readHdf5Table(file: string, name: string | undefined): Promise<number[][]> {
  const { Dataset, File } = await loadHdf5();
  const opened = new File(file, 'r');
  try {
    const found = listKeys(opened).flatMap((key) => {
      const table = opened.get(key);
      return table instanceof Dataset && table.shape?.length === 2 && ArrayBuffer.isView(table.value)
        ? [{ key, table }]
        : [];
    });
    const chosen = name === undefined && found.length === 1 ? found[0] : found.find(({ key }) => key === name);
    if (chosen === undefined)
      return refuse(
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

/** The library opens what is no HDF5, and only then fails. */
function listKeys(opened: { keys(): string[] }): string[] {
  try {
    return opened.keys();
  } catch {
    throwProblem('damaged', '', 'bytes that are not HDF5', 'Write the file again, or give the table as CSV.');
  }
}

function refuse(name: string | undefined, keys: readonly string[]): never {
  const got = keys.length === 0 ? 'no table of numbers' : `the tables ${keys.join(', ')}`;
  const hint = keys.length === 0 ? 'A basis is a table of shapes by angles.' : `Name one: --basis FILE#${keys[0]!}.`;
  throwProblem('missing', name ?? '', got, hint);
}
