import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, runnerImport } from 'vite';
import { runStamps } from './tools/code-stamps.mjs';
import { writeServiceWorker } from './tools/service-worker.mjs';

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

/** The studio: static files that run from any folder of any server. */
export default defineConfig({
  root: 'src/studio',
  base: './',
  publicDir: 'public',
  define: { ...runStamps, BESTIARY_CARDS: JSON.stringify(summaries.createCards()) },
  plugins: [react(), tailwindcss(), offline],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/studio',
    emptyOutDir: true,
    target: 'es2022',
    // The server's content policy allows no inline files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
});
