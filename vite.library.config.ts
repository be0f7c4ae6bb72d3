/**
 * The package for other programs: modules for Node, browsers and bundlers, one file for each of ours, so that a bundler leaves out
 * what a program does not use. three.js and zod stay outside; what reads glTF is inside, because it is loaded only for such files.
 */
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { runStamps } from './tools/code-stamps.mjs';
import { useSmallZod } from './tools/small-zod.mjs';
import { notePackages } from './tools/third-party.mjs';

const source = (file: string): string => path.join(import.meta.dirname, 'src', file);

/** What the package has in the place of files of ours, so that a program pays only for what it imports (see their headers). */
const substitutes: ReadonlyMap<string, string> = new Map([
  [source('engine/families/soft/body/drawn.ts'), source('library/substitutes/drawn.ts')],
  [source('engine/families/soft/learning/learning.ts'), source('library/substitutes/soft-learning.ts')],
  [source('engine/families/registry.ts'), source('library/substitutes/families.ts')],
  [source('kernels/load.ts'), source('library/substitutes/load.ts')],
  [source('kernels/twin.ts'), source('library/substitutes/twin.ts')],
]);

const substitute: Plugin = {
  name: 'library-substitutes',
  enforce: 'pre',
  resolveId(id, importer) {
    // Parts bring what a substitute waits for.
    if (importer === undefined || !id.startsWith('.') || importer.startsWith(source('library/parts'))) return null;
    return substitutes.get(path.resolve(path.dirname(importer), id)) ?? null;
  },
};

const entries = [
  ...['index', 'lamprey', 'worm', 'soft', 'myriapod', 'viewer', 'learn', 'studies', 'import', 'export', 'exports'],
  ...['twins', 'worker', 'worker-program', 'worker-node', 'worker-program-node'],
];

export default defineConfig({
  plugins: [useSmallZod({ external: true }), substitute, notePackages()],
  define: runStamps,
  build: {
    outDir: 'dist/library',
    target: 'es2022',
    minify: false,
    // Addresses of files beside a module stay as they are written: whoever bundles the package looks after them.
    ssr: true,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, source(`library/${name}.ts`)])),
      external: ['three', /^node:/u, 'fs', 'path'],
      output: {
        format: 'es',
        // Names stay, so that errors can be read; a bundler does the rest.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        comments: { legal: true, annotation: true, jsdoc: false },
        preserveModules: true,
        preserveModulesRoot: source(''),
        // npm packs no folder of that name.
        entryFileNames: ({ name }) => `${name.replace(/^.*node_modules\//u, 'vendor/')}.js`,
        chunkFileNames: '[name].js',
      },
    },
  },
  ssr: { noExternal: true, external: ['three', 'zod'], target: 'webworker' },
});
