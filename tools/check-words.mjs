// Finds words that readers stop at, and says what to write instead; docs/glossary.md explains the words that stay.
// Plain Node; part of `npm run check`.
// Usage: node tools/check-words.mjs [FOLDER]
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix, resolve } from 'node:path';
import { isGenerated } from './generated-pages.mjs';
import { root, say } from './workspace.mjs';

const folders = new Set(['src', 'docs', 'tools', 'test', 'bench', 'deploy', 'examples', 'python']);
const extensions = new Set(['.ts', '.tsx', '.mjs', '.cjs', '.js', '.py', '.md']);
/** Folders that programs write. */
const unread = new Set(['node_modules', 'dist', 'cache']);
/** The list itself with its test, and history, which stays as it was written. */
const ignored = new Set(['tools/check-words.mjs', 'test/setup/check-words.test.ts', 'CHANGELOG.md']);

/** Adjectives, adverbs and prepositions, which do not say what a constant measures. */
const adjectives =
  `above across after again ahead alone along apart around aside away back before behind below beside best between
  beyond blindly deep deepest eager every far farther farthest fast fastest few flattest high highest large largest late least long
  longest low lowest many more most much near nearby nearest next only other over own same sharpest short shortest slow small smallest
  steepest still surely through together under until wide widest within worst worthwhile`.split(/\s+/);

/** What is looked for, and what to write instead. "Goes on the ground" is fine, and so is 'eager' as a value of HTML. */
const words = [
  { pattern: /\b(?:is|are|was|were) none\b/g, instead: 'invalid, non-finite, missing, not one, without' },
  { pattern: /\banew\b/gi, instead: 'again, from the start' },
  { pattern: /\bmend(?:s|ed|ing)?\b/gi, instead: 'fix, repair' },
  { pattern: /\bdear(?:er|est)?\b/gi, instead: 'expensive' },
  {
    pattern: /\b(?:go|goes|going|went|gone) on\b(?! (?:the|a|an|its|their|top|foot|land|agar|one|all)\b)/gi,
    instead: 'continue, resume',
  },
  { pattern: /\bat the wheel\b/gi, instead: 'pilot, in control' },
  { pattern: /\blaws? of one gain\b/gi, instead: 'proportional controller' },
  { pattern: /\b(?:un)?w(?:eave|eaves|eaving|oven)\b/gi, instead: 'interleave, deinterleave' },
  { pattern: /\bblindly\b/gi, instead: 'at random, without observations' },
  { pattern: /\beager(?:ly)?\b(?!'|: true)/gi, instead: 'the name of the number, such as a speed factor' },
  { pattern: /\bheadway\b/gi, instead: 'progress, distance' },
];
/** The same for names of constants outside tests. */
const names = [
  { pattern: /^(?:export )?const (?:most|least)(?=[A-Z])/gm, instead: 'max…, min…' },
  {
    pattern: new RegExp(`^(?:export )?const (?:${adjectives.join('|')})\\b`, 'gm'),
    instead: 'a noun that says what is measured',
  },
];

/** All texts below a folder, as paths with slashes. */
function listFiles(base, folder) {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return unread.has(entry.name) || isGenerated(`${path}/`) ? [] : listFiles(base, path);
    return extensions.has(extname(path)) ? [path] : [];
  });
}

/** All texts of a project that are checked. */
function listTexts(base) {
  return readdirSync(base, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.isDirectory()) return folders.has(entry.name) ? listFiles(base, entry.name) : [];
      return extname(entry.name) === '.md' ? [entry.name] : [];
    })
    .filter((path) => !ignored.has(path))
    .sort();
}

/** A line for each word of the list in a file. */
function listFindings(base, path) {
  const text = readFileSync(join(base, path), 'utf8');
  const isTest = path.startsWith('test/') || path.endsWith('.test.ts');
  return (isTest ? words : [...words, ...names]).flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: word, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `  ${path}:${line} "${word}": write ${instead}.`;
    }),
  );
}

const base = resolve(process.argv[2] ?? root);
const findings = listTexts(base).flatMap((path) => listFindings(base, path));
if (findings.length > 0) {
  say(['Words that readers stop at:', ...findings].join('\n'));
  process.exitCode = 1;
}
