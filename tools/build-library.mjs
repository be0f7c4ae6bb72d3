// What the package has beside its modules: their types, and the schema of creature files for editors.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runQuietly, StepError } from './workspace.mjs';

const writeSchema = `
import { writeFileSync } from 'node:fs';
const [library, file] = process.argv.slice(1);
const { createCreatureFileSchema } = await import(library);
writeFileSync(file, JSON.stringify(createCreatureFileSchema()));
`;

/** Adds them to the folder that the modules were built into. */
export async function finishLibrary(folder) {
  const library = pathToFileURL(join(folder, 'index.js')).href;
  const types = join(folder, 'types');
  const steps = [
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'src/library'), '--outDir', types],
    ['--input-type=module', '-e', writeSchema, library, join(folder, 'creature.schema.json')],
  ];
  for (const args of steps) {
    const { code, output } = await runQuietly(process.execPath, args);
    if (code !== 0) throw new StepError('The library could not be built.', output);
  }
  dropUnused(types);
}

/** The compiler writes types of every module it reads; most are of no use to who reads those of the package. */
function dropUnused(types) {
  const used = new Set();
  const add = (file) => {
    if (used.has(file)) return;
    used.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from |import\()['"](\.[^'"]+)['"]/gu)) {
      const found = resolve(dirname(file), specifier.replace(/\.(?:d\.)?tsx?$/u, '.d.ts'));
      if (existsSync(found)) add(found);
    }
  };
  const entries = join(types, 'library');
  for (const name of readdirSync(entries)) if (name.endsWith('.d.ts')) add(join(entries, name));
  const all = readdirSync(types, { recursive: true, withFileTypes: true });
  for (const entry of all) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !used.has(file)) rmSync(file);
  }
  // Folders from the deepest on, where nothing is left in them.
  const folders = all.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const folder of folders.sort((one, other) => other.length - one.length))
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}
