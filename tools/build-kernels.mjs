// Compiles src/kernels/assembly/ to one WebAssembly module and writes it, also as base64 in a TypeScript file so that
// Node, workers and pages load it in the same way, to src/kernels/generated/. Does nothing when the sources are unchanged.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const assemblyFolder = path.join(root, 'src/kernels/assembly');
const generatedFolder = path.join(root, 'src/kernels/generated');

// The host owns the memory and sizes it; nothing else is imported. Plain SIMD only: relaxed SIMD may round differently
// from machine to machine.
const flags = [
  '-O3',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--disable',
  'relaxed-simd',
  '--importMemory',
  '--noExportMemory',
  '--use',
  'abort=',
];

async function readSources() {
  const names = (await readdir(assemblyFolder)).filter((name) => name.endsWith('.ts')).sort();
  const sources = new Map();
  for (const name of names) sources.set(name, await readFile(path.join(assemblyFolder, name), 'utf8'));
  return sources;
}

async function computeSourceHash(sources) {
  const compiler = await readFile(path.join(root, 'node_modules/assemblyscript/package.json'), 'utf8');
  const hash = createHash('sha256');
  hash.update(await readFile(fileURLToPath(import.meta.url)));
  hash.update(JSON.parse(compiler).version);
  for (const [name, text] of sources) hash.update(`\0${name}\0${text}`);
  return hash.digest('hex');
}

async function isUpToDate(hash) {
  try {
    const written = await Promise.all([
      readFile(path.join(generatedFolder, 'source-hash'), 'utf8'),
      readFile(path.join(generatedFolder, 'kernels.wasm')),
      readFile(path.join(generatedFolder, 'kernels.wat')),
      readFile(path.join(generatedFolder, 'wasm-bytes.ts')),
    ]);
    return written[0] === hash;
  } catch {
    return false;
  }
}

async function compile(sources) {
  const { default: asc } = await import('assemblyscript/asc');
  const outputs = new Map();
  const messages = [];
  const { error } = await asc.main(['index.ts', '--outFile', 'kernels.wasm', '--textFile', 'kernels.wat', ...flags], {
    readFile: (name) => sources.get(path.basename(name)) ?? null,
    writeFile: (name, contents) => void outputs.set(path.basename(name), contents),
    listFiles: () => [],
    stdout: { write: (text) => messages.push(text) },
    stderr: { write: (text) => messages.push(text) },
  });
  if (error) throw new Error(`The kernels do not compile.\n${messages.join('')}${error.message}`);
  return outputs;
}

/** A reader never sees half a file: two builds may run at once. */
async function writeWhole(name, contents) {
  const target = path.join(generatedFolder, name);
  const partial = `${target}.${process.pid}.tmp`;
  await writeFile(partial, contents);
  await rename(partial, target);
}

const sources = await readSources();
const hash = await computeSourceHash(sources);
if (!(await isUpToDate(hash))) {
  const outputs = await compile(sources);
  const bytes = Buffer.from(outputs.get('kernels.wasm'));
  await mkdir(generatedFolder, { recursive: true });
  await writeWhole('kernels.wasm', bytes);
  await writeWhole('kernels.wat', outputs.get('kernels.wat'));
  await writeWhole('wasm-bytes.ts', `export const kernelBytesBase64 =\n  '${bytes.toString('base64')}';\n`);
  await writeWhole('source-hash', hash);
}
