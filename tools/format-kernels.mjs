// Formats src/kernels/assembly/ with Biome, or with --check says which files are not formatted. AssemblyScript decorates
// functions (@inline), which no parser of TypeScript accepts, so Biome reads each decorator as a comment in its place.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from './workspace.mjs';

const folder = 'src/kernels/assembly';

/**
 * Decorators on lines of their own become comments, which keep their place.
 * @param {string} text
 */
export const hideDecorators = (text) => text.replace(/^([ \t]*)@(?=\w)/gm, '$1//@');
/** @param {string} text */
export const showDecorators = (text) => text.replace(/^([ \t]*)\/\/@(?=\w)/gm, '$1@');

/**
 * The text as Biome would write it.
 * @param {string} name
 * @param {string} text
 */
export function formatKernel(name, text) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  // Under a name outside the folder, which Biome is told to leave alone.
  const args = [biome, 'format', `--stdin-file-path=src/kernels/${name}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    input: hideDecorators(text),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`Biome cannot read ${folder}/${name}.\n${stderr}`);
  return showDecorators(stdout);
}

function formatKernels(check) {
  const changed = [];
  for (const name of readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'))) {
    const path = join(root, folder, name);
    const text = readFileSync(path, 'utf8');
    const formatted = formatKernel(name, text);
    if (formatted === text) continue;
    changed.push(`${folder}/${name}`);
    if (!check) writeFileSync(path, formatted);
  }
  if (changed.length > 0) say(`${check ? 'Not formatted (run npm run format)' : 'Formatted'}: ${changed.join(', ')}`);
  return check && changed.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  process.exitCode = formatKernels(process.argv.includes('--check'));
