// Accepts new golden hashes. They may only change on purpose, so a reason is asked for and becomes a line of the changelog.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readText, root, say } from './workspace.mjs';

const open = '## Unreleased';

/**
 * The changelog with the reason as the first entry of "Unreleased", which is begun where the newest section is a version.
 * @param {string} changelog
 * @param {string} reason
 */
export function addEntry(changelog, reason) {
  const entry = `- Hashes of runs change: ${reason}`;
  const newest = /^## .*$/m.exec(changelog);
  if (newest === null) return `${changelog.trimEnd()}\n\n${open}\n\n${entry}\n`;
  const isOpen = newest[0] === open;
  const before = changelog.slice(0, newest.index);
  const after = changelog.slice(newest.index + (isOpen ? open.length : 0)).replace(/^\n+/, '');
  return `${before}${open}\n\n${entry}\n${after.startsWith('- ') ? '' : '\n'}${after}`;
}

/** `writeGolden` runs the tests in the mode that writes the file. */
export async function bless(reason, writeGolden) {
  const golden = join(root, 'test/golden/hashes.json');
  const before = readText(golden);
  if (before !== undefined && reason.trim() === '') {
    say('Say why the results change: npm run bless -- "the reason, for the changelog".');
    return 2;
  }
  const code = await writeGolden();
  if (code !== 0) return code;
  if (readFileSync(golden, 'utf8') === before) {
    say('Nothing to bless: the hashes are as they were.');
    return 0;
  }
  if (before !== undefined) {
    const changelog = join(root, 'CHANGELOG.md');
    writeFileSync(changelog, addEntry(readText(changelog) ?? '# Changelog\n', reason.trim()));
  }
  say('Blessed test/golden/hashes.json; look at the difference before you commit it.');
  return 0;
}
