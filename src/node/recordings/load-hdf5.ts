/** The HDF5 library: six megabytes that few need, so that it is not part of the program and is looked for when it is asked for. */
import { throwProblem } from '../../engine/model/problem.ts';

/** Ready to use. Throws a ModelError where it is not installed. */
export async function loadHdf5(): Promise<typeof import('h5wasm/node')> {
  const hdf5 = await import('h5wasm/node').catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    throwProblem(
      'missing',
      'h5wasm',
      'no HDF5 library beside Bestiary',
      'Install it where Bestiary is installed: npm install h5wasm (with -g if Bestiary is global). CSV needs none.',
    );
  });
  await hdf5.ready;
  return hdf5;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
