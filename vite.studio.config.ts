import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { runStamps } from './tools/code-stamps.mjs';
import { writeServiceWorker } from './tools/service-worker.mjs';
import { notePackages } from './tools/third-party.mjs';

/** What the gallery says of the animals, so that its first words do not wait for the engine. */
const { module: summaries } = await runnerImport<typeof import('./src/animals/summaries.ts')>(
  path.join(import.meta.dirname, 'src/animals/summaries.ts'),
);

/** Last of all, when every file is there. */
const offline: Plugin = {
  name: 'bestiary-offline',
  apply: 'build',
  writeBundle: {
    order: 'post',
    handler({ dir }) {
      if (dir !== undefined) writeServiceWorker(dir);
    },
  },
};

/**
 * Workers are built together with the page and share its files: by itself each of five would hold the engine again. A worker is what
 * is written as `new Worker(new URL('./file.ts', import.meta.url), …)`.
 */
const sharedWorkers: Plugin = {
  name: 'bestiary-shared-workers',
  apply: 'build',
  enforce: 'pre',
  async transform(code, id) {
    if (!code.includes('new Worker(')) return null;
    const pattern = /(new Worker\(\s*)new URL\('([^']+)', import\.meta\.url\)/gu;
    const found = [...code.matchAll(pattern)];
    const addresses = await Promise.all(
      found.map(async ([, , file]) => {
        const worker = await this.resolve(file!, id);
        if (worker === null) throw new Error(`${id} starts the worker ${file!}, which is not there.`);
        const reference = this.emitFile({ type: 'chunk', id: worker.id });
        return `import.meta.ROLLUP_FILE_URL_${reference}`;
      }),
    );
    let at = 0;
    return { code: code.replace(pattern, (_all, start: string) => `${start}${addresses[at++]!}`), map: null };
  },
};

/** The studio: static files that run from any folder of any server. */
export default defineConfig({
  root: 'src/studio',
  base: './',
  publicDir: 'public',
  define: { ...runStamps, BESTIARY_CARDS: JSON.stringify(summaries.createCards()) },
  plugins: [sharedWorkers, react(), tailwindcss(), notePackages(), offline],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    // The server's content policy allows no inline files.
    assetsInlineLimit: 0,
    // Workers share files with the page, and have no document to preload anything into.
    modulePreload: false,
    chunkSizeWarningLimit: 1100,
  },
});
