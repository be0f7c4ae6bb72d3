/**
 * The command line as one program for Node, with everything in it, so that it starts quickly and needs no packages. The
 * threads of executors and reproductions are entries beside it; what they share, and what few commands need, are chunks
 * in the same folder.
 */
import path from 'node:path';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { nodeStamps } from './tools/code-stamps.mjs';
import { useSmallZod } from './tools/small-zod.mjs';
import { notePackages } from './tools/third-party.mjs';

/** What `bestiary list` prints, so that it need not read a single description. */
const { module: summaries } = await runnerImport<typeof import('./src/animals/summaries.ts')>(
  path.join(import.meta.dirname, 'src/animals/summaries.ts'),
);

/** BullMQ's scripts for Redis without comments and indentation, which are half of them. */
const plainScripts: Plugin = {
  name: 'plain-scripts',
  transform(code, id) {
    if (!/\/bullmq\/dist\/\w+\/scripts\/[\w-]+\.js$/u.test(id)) return null;
    const bare = code.replace(/--\[\[[\s\S]*?\]\]/gu, '').replace(/^[ \t]*--.*$/gmu, '');
    return { code: bare.replace(/^[ \t]+/gmu, '').replace(/\n{2,}/gu, '\n'), map: null };
  },
};

/** Says that the files beside it are modules of the older kind, wherever the folder is. */
const kindOfModules: Plugin = {
  name: 'kind-of-modules',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** Letters beyond ASCII as escapes: Node reads a program of one byte a letter in a tenth of the time, and keeps half as much. */
const plainLetters: Plugin = {
  name: 'plain-letters',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replace(/[^\0-\x7f]/gu, (letter) =>
          Array.from(
            { length: letter.length },
            (_, i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`,
          ).join(''),
        );
  },
};

/**
 * Few files that many commands need, since each takes time to be found and read: the engine with its animals; and what is small
 * and needs none of it, so that neither a list nor a thread reads the engine, or the program, for that.
 */
const chunks = [
  {
    name: 'base',
    test: /rolldown\/runtime|\/package\.json$|\/src\/code-version\.ts$|\/cli\/(?:registry|command\/(?:arguments|command-error|style)|output\/(?:layout|progress)|learning\/policy-words)\.ts$|\/model\/(?:suggest|units)\.ts$|\/node\/(?:atomic-file|cpu-timer|file-error|interrupts|recording-file|run-folder)\.ts$/u,
    priority: 2,
  },
  {
    name: 'engine',
    test: /\/src\/(?:engine|kernels|animals|library\/substitutes)\/(?!.*\?zod$)|\/cli\/(?:input\/animal-input|output\/sample)\.ts$/u,
    priority: 1,
  },
];

export default defineConfig({
  plugins: [plainScripts, useSmallZod(), kindOfModules, plainLetters, notePackages()],
  define: {
    ...nodeStamps,
    BESTIARY_ANIMALS: JSON.stringify(summaries.summariseAnimals()),
  },
  build: {
    ssr: true,
    rolldownOptions: {
      // Looked for when it is asked for (src/node/recordings/load-hdf5.ts).
      external: ['h5wasm/node'],
      input: {
        main: 'src/cli/main.ts',
        'work-thread': 'src/node/executors/thread-program.ts',
        'reproduce-thread': 'src/node/reproduce/thread-program.ts',
      },
      // Modules of the older kind: Node starts them in a hundredth of a second less.
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        comments: false,
        // Names stay, for stacks in reports; a third less to read at every start.
        minify: {
          compress: { keepNames: { function: true, class: true } },
          mangle: { keepNames: true },
          codegen: { removeWhitespace: true },
        },
        codeSplitting: { includeDependenciesRecursively: false, groups: [...chunks] },
      },
    },
    outDir: 'dist/cli',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: true, target: 'node' },
});
