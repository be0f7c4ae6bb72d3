// What the package has beside its modules: their types, and the schema of creature files for editors.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runQuietly, StepError } from './workspace.mjs';

const writeSchema = `
import { writeFileSync } from 'node:fs';
const [library, file] = process.argv.slice(1);
const { createCreatureFileSchema } = await import(library);
writeFileSync(file, JSON.stringify(createCreatureFileSchema(), null, 1));
`;

/** Adds them to the folder that the modules were built into. */
export async function finishLibrary(folder) {
  const library = pathToFileURL(join(folder, 'index.js')).href;
  const steps = [
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'src/library'), '--outDir', join(folder, 'types')],
    ['--input-type=module', '-e', writeSchema, library, join(folder, 'creature.schema.json')],
  ];
  for (const args of steps) {
    const { code, output } = await runQuietly(process.execPath, args);
    if (code !== 0) throw new StepError('The library could not be built.', output);
  }
}
