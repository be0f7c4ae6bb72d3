/** The package for other programs: modules for Node, browsers and bundlers. three.js stays outside; the user has it. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    outDir: 'dist/library',
    target: 'es2022',
    minify: false,
    lib: {
      entry: {
        index: 'src/library/index.ts',
        viewer: 'src/library/viewer.ts',
        exports: 'src/library/exports.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: ['three'] },
  },
});
