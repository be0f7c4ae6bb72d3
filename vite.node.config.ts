/** The command line as one program for Node, with everything in it, so that it starts quickly and needs no packages. */
import { defineConfig } from 'vite';

export default defineConfig({
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist/cli',
    target: 'node20',
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: true, target: 'node' },
});
