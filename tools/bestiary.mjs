#!/usr/bin/env node
// The `bestiary` command of a clone: hands over to the built program.
import { existsSync } from 'node:fs';

const program = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(program)) {
  await import(program.href);
} else {
  process.stderr.write('Bestiary is not built yet: run npm start or npm test once.\n');
  process.exitCode = 1;
}
