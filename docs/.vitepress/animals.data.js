import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const ask = (...args) => JSON.parse(execFileSync(process.execPath, [program, ...args, '--json'], { encoding: 'utf8' }));

/** Names, titles and one sentence of every animal, read from the built program when the site is built. */
export default {
  load: () =>
    ask('list').map(({ name, title }) => ({ name, title, about: ask('describe', name).about.split(/(?<=[.!?]) /)[0] })),
};
