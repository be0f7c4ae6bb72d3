// Compiles src/kernels/assembly/ to one WebAssembly module and writes it, also as hexadecimal text in a TypeScript file so that
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

/** Modules with the kernels of one family of animals, for the package (src/library/substitutes/load.ts): files of assembly/. */
const sets = {
  spinal: ['finite', 'spinal'],
  stvk: ['finite', 'block-matvec', 'deflation', 'sections', 'stvk', 'stvk-prisms'],
  corotated: ['finite', 'corotated'],
  projective: [
    ...['finite', 'spinal', 'panels', 'water', 'reactive'],
    ...['projective', 'projective-rows', 'projective-corotated', 'projective-split'],
  ],
};

/** An index with the exports of some files only. */
function selectExports(index, files) {
  const exported = [...index.matchAll(/export \{[^}]*\} from '\.\/([\w-]+)';/gu)];
  return exported
    .filter(([, file]) => files.includes(file))
    .map(([text]) => text)
    .join('\n');
}

/** Bytes as text for modules of the package: src/kernels/byte-text.ts reads it. */
function encodeBytes(bytes) {
  const characters = [...bytes].map((byte) => {
    const place = (byte + 16) & 255;
    const code = 40 + (place % 86);
    // From "(" to "~" without the backslash: nothing has to be escaped between quotes.
    return ['', '!', '#'][Math.floor(place / 86)] + String.fromCharCode(code < 92 ? code : code + 1);
  });
  return characters.join('');
}

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
      ...Object.keys(sets).map((name) => readFile(path.join(generatedFolder, `${name}.ts`))),
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
  await writeWhole('wasm-bytes.ts', `export const kernelBytesHex: string =\n  '${bytes.toString('hex')}';\n`);
  for (const [name, files] of Object.entries(sets)) {
    const index = selectExports(sources.get('index.ts'), files);
    const made = await compile(new Map([...sources, ['index.ts', index]]));
    const text = encodeBytes(made.get('kernels.wasm'));
    await writeWhole(`${name}.ts`, `export const ${name}Kernels: string =\n  '${text}';\n`);
  }
  await writeWhole('source-hash', hash);
}
