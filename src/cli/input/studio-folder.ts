import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built studio in the folder of the package, from the sources as well as from the built program. */
export function findStudioFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  // Not the next package.json: the built program has one of its own, for what kind of modules it is made of.
  while (!existsSync(join(folder, 'tools/bestiary.cjs')) && dirname(folder) !== folder) folder = dirname(folder);
  return join(folder, 'dist/studio');
}
