import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The studio: static files that run from any folder of any server. */
export default defineConfig({
  root: 'src/studio',
  base: './',
  publicDir: false,
  plugins: [react(), tailwindcss()],
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
