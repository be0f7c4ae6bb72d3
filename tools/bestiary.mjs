#!/usr/bin/env node
// The `bestiary` command of a clone: hands over to the built program.
import { existsSync } from 'node:fs';
import module from 'node:module';

const program = new URL('../dist/cli/main.js', import.meta.url);
// Where Node can keep the compiled program, it starts faster from the second time on.
module.enableCompileCache?.();
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write('Bestiary is not built yet: run npm start or npm test once.\n');
  process.exitCode = 1;
}
