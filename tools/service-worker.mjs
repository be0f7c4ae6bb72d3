// Puts the list of a build's files, and a version made of their contents, before src/studio/offline/service-worker.js.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const name = 'service-worker.js';

/**
 * Writes it into the folder of a finished build.
 * @param {string} folder
 */
export function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && !entry.name.startsWith('.'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => file !== name)
    .sort();
  const program = readFileSync(join(root, 'src/studio/offline', name), 'utf8');
  const hash = createHash('sha256').update(program);
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  // The page is asked for by the folder's name: some hosts send who asks for index.html elsewhere.
  const asked = files.map((file) => (file === 'index.html' ? '' : file));
  const lines = [
    `const version = ${JSON.stringify(hash.digest('hex').slice(0, 16))};`,
    `const files = ${JSON.stringify(asked)};`,
  ];
  writeFileSync(join(folder, name), `${lines.join('\n')}\n${program}`);
}
