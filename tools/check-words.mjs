// Words that readers stop at, with plain ones to write instead (docs/glossary.md has the words that stay). Files that still have
// some are in tools/word-exceptions.json with their number, which may only fall: `--update` lowers it, by hand it is never raised.
// Plain Node; part of `npm run check`. Usage: node tools/check-words.mjs [--update] [FOLDER]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join, posix, resolve } from 'node:path';
import { root, say } from './workspace.mjs';

const folders = ['src', 'docs', 'tools', 'test', 'bench', 'deploy', 'examples', 'python'];
const endings = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.js', '.py', '.md']);
/** This file, which lists the words, and history, which stays as it was written. */
const unread = new Set(['tools/check-words.mjs', 'test/setup/check-words.test.ts', 'CHANGELOG.md']);
const exceptionsFile = 'tools/word-exceptions.json';

/** Adjectives, adverbs and prepositions that do not name what a constant measures. */
const namesOfNothing =
  `above across after again ahead alone along apart around aside away back before behind below beside best between
  beyond blindly deep deepest eager every far farther farthest fast fastest few flattest high highest large largest late least long
  longest low lowest many more most much near nearby nearest next only other over own same sharpest short shortest slow small smallest
  steepest still surely through together under until wide widest within worst worthwhile`.split(/\s+/);

/** What is looked for, and what to write instead. */
const words = [
  [/(?<!\bthere )\b(?:is|are|was|were) none\b(?! of\b)/g, 'say what it is: invalid, non-finite, missing, not one'],
  [/\banew\b/gi, 'again, from the start'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix, repair'],
  [/\bdear(?:er|est)?\b/gi, 'expensive, costly'],
  [/\b(?:go|goes|going|went|gone) on\b(?! (?:the|a|an|its|their|top|foot|land|agar|one|all)\b)/gi, 'continue, resume'],
  [/\bat the wheel\b/gi, 'the pilot, in control'],
  [/\blaw of one gain\b/gi, 'proportional controller'],
  [/\b(?:un)?w(?:eave|eaves|eaving|oven)\b/gi, 'interleave, deinterleave'],
  [/\bblindly\b/gi, 'at random, without observations'],
  [/\beager(?:ly)?\b/gi, 'name the number: a speed factor'],
  [/\bheadway\b/gi, 'progress, distance'],
  [/^(?:export )?const (?:most|least)(?=[A-Z])/gm, 'max…, min…'],
  [new RegExp(`^(?:export )?const (?:${namesOfNothing.join('|')})\\b`, 'gm'), 'a noun that says what is measured'],
];

/** All files below a folder, as paths with slashes. */
function listFiles(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : listFiles(base, path);
    return endings.has(extname(path)) ? [path] : [];
  });
}

/** The words of a text: line, what is there, what to write instead. */
function findWords(text) {
  return words
    .flatMap(([pattern, instead]) =>
      [...text.matchAll(pattern)].map((match) => ({
        line: text.slice(0, match.index).split('\n').length,
        found: match[0],
        instead,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

/** Files of a project with words from the list, by path. */
function findInProject(base) {
  const present = readdirSync(base, { withFileTypes: true });
  const names = present.filter((entry) => entry.isDirectory() && folders.includes(entry.name)).map(({ name }) => name);
  const documents = present.filter((entry) => entry.isFile() && entry.name.endsWith('.md')).map(({ name }) => name);
  const files = [...documents, ...names.flatMap((folder) => listFiles(base, folder))].filter(
    (path) => !unread.has(path),
  );
  const found = files.sort().map((path) => [path, findWords(readFileSync(join(base, path), 'utf8'))]);
  return new Map(found.filter(([, list]) => list.length > 0));
}

function readExceptions(base) {
  try {
    return JSON.parse(readFileSync(join(base, exceptionsFile), 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

const isUpdate = process.argv.includes('--update');
const base = resolve(process.argv.slice(2).find((argument) => argument !== '--update') ?? root);
const found = findInProject(base);
const allowed = readExceptions(base);
const problems = [];
for (const [path, list] of found) {
  if (list.length <= (allowed[path] ?? 0)) continue;
  problems.push(`${path}: ${list.length} words from the list, ${allowed[path] ?? 0} allowed`);
  for (const { line, found: word, instead } of list) problems.push(`  ${path}:${line}  "${word}": ${instead}`);
}
const lowered = Object.keys(allowed).filter((path) => (found.get(path)?.length ?? 0) < allowed[path]);
if (isUpdate) {
  const kept = Object.entries(allowed).map(([path, count]) => [path, Math.min(count, found.get(path)?.length ?? 0)]);
  const next = Object.fromEntries(kept.filter(([, count]) => count > 0));
  writeFileSync(join(base, exceptionsFile), `${JSON.stringify(next, null, 2)}\n`);
} else {
  for (const path of lowered)
    problems.push(
      `${path}: ${found.get(path)?.length ?? 0} words from the list, not ${allowed[path]} as in ${exceptionsFile}`,
    );
  if (lowered.length > 0) problems.push('Run `node tools/check-words.mjs --update`.');
}
if (problems.length > 0) {
  say(problems.join('\n'));
  process.exitCode = 1;
}
