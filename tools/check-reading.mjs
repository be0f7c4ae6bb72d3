// Finds sentences of documents that are too long to read aloud. A file that still has some is counted in tools/reading-exceptions.json;
// a count may only fall, which `--update` does. Generated pages and history are left out. Plain Node; part of `npm run check`.
// Usage: node tools/check-reading.mjs [--update] [FOLDER]
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles } from './check-links.mjs';
import { isGenerated } from './generated-pages.mjs';
import { root, say } from './workspace.mjs';

export const maxWords = 35;
/** History stays as it was written, licences are those of others, and reports of the library's surface are written by a program. */
const ignored = /^(?:CHANGELOG\.md|THIRD-PARTY-NOTICES\.md|docs\/api\/|policies\/|test\/)/;

/**
 * The documents of a project that people write.
 * @param {string} base
 */
export function listDocuments(base) {
  return listFiles(base)
    .filter((path) => path.endsWith('.md') && !isGenerated(path) && !ignored.test(path))
    .sort();
}

/** A text with everything blank that is not prose; lines keep their numbers. */
export function keepProse(text) {
  const blank = (part) => part.replace(/[^\n]+/g, '');
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, blank)
    .replace(/^([ \t]*)```[\s\S]*?^\1```/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/<\/?[A-Za-z][^>]*>/g, ' ')
    .replace(/^:::.*$/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/`[^`\n]*`/g, (code) => `X${code.includes('\n') ? '\n' : ''}`);
}

/** Pieces of a text that stand for themselves: paragraphs, list items, headings, cells of tables. */
function listPieces(text) {
  /** @type {{ line: number, text: string }[]} */
  const pieces = [];
  let open = false;
  keepProse(text)
    .split('\n')
    .forEach((line, at) => {
      const plain = line.trim();
      if (plain.startsWith('|')) {
        for (const cell of plain.split(/(?<!\\)\|/)) pieces.push({ line: at + 1, text: cell });
        open = false;
      } else if (plain === '' || plain.startsWith('#')) {
        if (plain !== '') pieces.push({ line: at + 1, text: plain });
        open = false;
      } else if (open && !/^(?:[-*+]|\d+\.) /.test(plain)) {
        pieces.at(-1).text += ` ${plain}`;
      } else {
        pieces.push({ line: at + 1, text: plain });
        open = true;
      }
    });
  return pieces;
}

/**
 * The sentences of a document with more words than `maxWords`, each with the line on which its paragraph begins.
 * @param {string} text
 */
export function listLongSentences(text) {
  return listPieces(text).flatMap(({ line, text: piece }) =>
    piece
      .split(/(?<=[.!?]["”’)*]*)\s+(?=["“‘(*]*[A-Z])/u)
      .map((sentence) => ({
        line,
        sentence,
        words: sentence.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,/×−–-]*/gu)?.length ?? 0,
      }))
      .filter(({ words }) => words > maxWords),
  );
}

function main(args) {
  const isUpdate = args.includes('--update');
  const base = resolve(args.find((argument) => argument !== '--update') ?? root);
  const file = join(base, 'tools/reading-exceptions.json');
  const allowed = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const documents = listDocuments(base);
  /** @type {Record<string, number>} */
  const counts = {};
  const problems = [];
  for (const path of documents) {
    const found = listLongSentences(readFileSync(join(base, path), 'utf8'));
    if (found.length > 0) counts[path] = found.length;
    if (found.length <= (allowed[path] ?? 0)) continue;
    problems.push(
      `${path}: ${found.length} sentences of more than ${maxWords} words, allowed are ${allowed[path] ?? 0}.`,
    );
    for (const { line, sentence, words } of found)
      problems.push(`  ${path}:${line} (${words} words) ${sentence.slice(0, 90)}…`);
  }
  if (isUpdate) {
    const lowered = Object.fromEntries(
      Object.entries(counts)
        .filter(([path]) => (allowed[path] ?? 0) > 0)
        .map(([path, count]) => [path, Math.min(count, allowed[path])]),
    );
    writeFileSync(file, `${JSON.stringify(lowered, null, 2)}\n`);
    return 0;
  }
  const stale = Object.keys(allowed).filter((path) => (counts[path] ?? 0) < allowed[path]);
  for (const path of stale)
    problems.push(`${path}: ${counts[path] ?? 0} long sentences, allowed are ${allowed[path]}.`);
  if (stale.length > 0) problems.push('Lower these counts: node tools/check-reading.mjs --update');
  if (problems.length > 0) say(problems.join('\n'));
  return problems.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main(process.argv.slice(2));
