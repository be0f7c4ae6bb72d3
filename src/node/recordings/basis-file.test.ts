import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { File, ready } from 'h5wasm/node';
import { afterAll, describe, expect, it } from 'vitest';
import { readBasis } from './basis-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-basis-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, contents: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, contents, 'latin1');
  return file;
}

async function writeHdf5(name: string, tables: readonly string[]): Promise<string> {
  await ready;
  const file = path.join(folder, name);
  const opened = new File(file, 'w');
  for (const table of tables)
    opened.create_dataset({ name: table, data: Float64Array.from({ length: 96 }, (_, i) => i % 2), shape: [48, 2] });
  opened.create_dataset({ name: 'note', data: 'shapes of a body' });
  opened.close();
  return file;
}

describe('a file of shapes', () => {
  it('is read from CSV, with or without a heading', async () => {
    const row = Array.from({ length: 12 }, (_, i) => i);
    const heading = row.map((i) => `a${i}`).join(',');
    for (const text of [`${row.join(',')}\n`, `${heading}\n${row.join(';')}\n`]) {
      const [shape] = await readBasis(write('shapes.csv', text));
      expect(shape).toHaveLength(48);
      expect(shape!.at(-1)).toBeCloseTo(11, 12);
    }
  });

  it('is refused where it only begins like HDF5', async () => {
    const damaged = write('damaged.mat', `\u0089HDF\r\n\u001a\n${'\0'.repeat(600)}`);
    await expect(readBasis(damaged)).rejects.toThrow(/damaged\.mat.*not HDF5.*as CSV/u);
  });

  it('is read from HDF5, by the name of the table where there are several', async () => {
    const [zeros, ones] = await readBasis(await writeHdf5('one.mat', ['EigenWorms']));
    expect([zeros!.every((value) => value === 0), ones!.every((value) => value === 1)]).toEqual([true, true]);
    const several = await writeHdf5('two.mat', ['first', 'second']);
    await expect(readBasis(several)).rejects.toThrow(/the tables first, second.*two\.mat#|--basis FILE#first/u);
    expect(await readBasis(`${several}#second`)).toHaveLength(2);
  });

  it('is refused with its name where it is something else', async () => {
    await expect(readBasis(write('words.csv', 'left,right\nup,down\n'))).rejects.toThrow(/words\.csv: row 1/u);
    await expect(readBasis(write('old.mat', 'MATLAB 5.0 MAT-file'))).rejects.toThrow(/-v7\.3/u);
    await expect(readBasis(path.join(folder, 'none.csv'))).rejects.toThrow(/no such file/u);
  });
});
