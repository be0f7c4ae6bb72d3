// Finds misspelt words of documents, by a dictionary of British English and the project's own list, tools/spelling-words.txt: names, terms
// of the field and of the program. Code, links and generated pages are left out. Part of `npm run check`.
// Usage: node tools/check-spelling.mjs [--update] (puts all unknown words on the list: look at them)
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import dictionary from 'dictionary-en-gb';
import nspell from 'nspell';
import { keepProse, listDocuments } from './check-reading.mjs';
import { root, say } from './workspace.mjs';

const listFile = join(root, 'tools/spelling-words.txt');
const speller = nspell(dictionary);

/**
 * Words of a text that are in no list, each once. Words with digits, and names in capitals or with capitals inside, are not words.
 * @param {string} text
 * @param {ReadonlySet<string>} known
 */
export function listUnknownWords(text, known) {
  const words = keepProse(text)
    .replace(/https?:\S+/g, ' ')
    .match(/[\p{L}\p{N}][\p{L}\p{N}’']*/gu);
  const plain = [...new Set(words ?? [])]
    .filter((word) => word.length > 2 && /^[\p{Script=Latin}’']+$/u.test(word) && !/.\p{Lu}/u.test(word))
    .map((word) => word.replaceAll('’', "'").replace(/'s?$/, ''));
  return plain.filter((word) => !known.has(word) && !known.has(word.toLowerCase()) && !speller.correct(word));
}

function main(isUpdate) {
  const known = new Set(readFileSync(listFile, 'utf8').split('\n'));
  const found = listDocuments(root).flatMap((path) =>
    listUnknownWords(readFileSync(join(root, path), 'utf8'), known).map((word) => ({ path, word })),
  );
  if (isUpdate) {
    const all = new Set([...known, ...found.map(({ word }) => word)].filter((word) => word !== ''));
    writeFileSync(listFile, `${[...all].sort((a, b) => a.localeCompare(b, 'en')).join('\n')}\n`);
    return 0;
  }
  for (const { path, word } of found) {
    const [better] = speller.suggest(word);
    say(
      `${path}: “${word}”${better === undefined ? '' : `: did you mean “${better}”?`} A new term goes to tools/spelling-words.txt.`,
    );
  }
  return found.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = main(process.argv.includes('--update'));
