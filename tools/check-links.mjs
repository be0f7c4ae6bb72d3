// Finds what documents and comments name and the project does not have: relative links and their #headings, paths in
// `code` such as engine/math/rng.ts, and files that a comment refers to. Plain Node; part of `npm run check`.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isGenerated } from './generated-pages.mjs';
import { root, say } from './workspace.mjs';

const unread = new Set(['.git', 'node_modules', 'dist', 'cache', 'coverage', 'artefacts']);
const sourceName = /\.(?:tsx?|mjs|cjs|md)$/;

/** @typedef {{ path: string, line: number, text: string, problem: string }} Problem */
/** @typedef {ReturnType<typeof createTree>} Tree */

/**
 * All files below the folder `base`, as paths with slashes.
 * @param {string} base
 * @returns {string[]}
 */
export function listFiles(base, folder = '') {
  return readdirSync(join(base, folder), { withFileTypes: true }).flatMap((entry) => {
    if (unread.has(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? listFiles(base, path) : [path];
  });
}

/** `{a,b}` written out. */
function expandBraces(pattern) {
  const match = /^(.*?)\{([^{}]*)\}(.*)$/.exec(pattern);
  if (match === null) return [pattern];
  return match[2].split(',').flatMap((choice) => expandBraces(match[1] + choice + match[3]));
}

/** A pattern as an expression: `*` within a name, `**` over folders; NAME stands for any name. */
function toExpression(pattern) {
  return pattern
    .split('/')
    .map((part) => (/^[A-Z]{2,}$/.test(part) ? '*' : part))
    .join('/')
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/\*\*|\*/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));
}

/**
 * The files of a project and their folders, with the questions that the checks ask.
 * @param {readonly string[]} files
 */
export function createTree(files) {
  const folders = new Set(['']);
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  const paths = [...files, ...folders];
  /** @type {(pattern: string, before: string) => boolean} */
  const some = (pattern, before) =>
    expandBraces(pattern.replace(/\/$/, '')).every((part) => {
      const expression = new RegExp(`^${before}${toExpression(part)}$`);
      return paths.some((path) => expression.test(path));
    });
  return {
    /**
     * Is there a file or folder of this path?
     * @param {string} pattern
     */
    has: (pattern) => some(posix.normalize(pattern), ''),
    /**
     * Does some path end with this one? engine/math/rng.ts is short for src/engine/math/rng.ts.
     * @param {string} pattern
     */
    endsWith: (pattern) => some(pattern, '(?:.*/)?'),
    /**
     * Is there such a file in this folder or below it?
     * @param {string} folder
     * @param {string} name
     */
    isBelow: (folder, name) => some(name, `${toExpression(folder === '.' ? '' : `${folder}/`)}(?:.*/)?`),
    /**
     * Does a path that begins with this name begin where readers expect it?
     * @param {string} name
     */
    isHead: (name) => ['', 'src', 'src/engine'].some((above) => folders.has(posix.join(above, name))),
  };
}

/**
 * The #anchors of a document, as GitHub makes them of its headings.
 * @param {string} text
 * @returns {Set<string>}
 */
export function listAnchors(text) {
  const counts = new Map();
  const anchors = new Set();
  for (const [, heading] of withoutFences(text).matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
    const slug = plain
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    anchors.add(count === 0 ? slug : `${slug}-${count}`);
  }
  return anchors;
}

/** The same text with code blocks blank, so that numbers of lines stay. */
function withoutFences(text) {
  let inside = false;
  return text
    .split('\n')
    .map((line) => {
      const fence = /^\s*(```|~~~)/.test(line);
      const blank = inside || fence;
      if (fence) inside = !inside;
      return blank ? '' : line;
    })
    .join('\n');
}

/** [text](target), [name]: target, and HTML. */
const linkForms = [/\]\(\s*<?([^)\s>]+)>?[^)]*\)/g, /^\s*\[[^\]]+\]:\s+(\S+)/g, /\b(?:src|href)="([^"]+)"/g];

/** What is wrong with a link target, or undefined. */
function judgeLink(path, target, tree, readAnchors) {
  if (/^[a-z][a-z+.-]*:/i.test(target) || target.startsWith('//')) return undefined;
  const [name, anchor] = target.split('#');
  const file = name === '' ? path : posix.join(posix.dirname(path), decodeURI(name));
  if (isGenerated(file)) return undefined;
  if (!tree.has(file)) return `no file ${file}`;
  if (anchor === undefined || anchor === '' || !file.endsWith('.md')) return undefined;
  return readAnchors(file).has(anchor) ? undefined : `no heading #${anchor} in ${file}`;
}

/**
 * What is wrong with a path in `code`, or undefined. `near` is the folder of the last path of the same line: a name alone
 * is a file there or below, or, without such a file, any of that name.
 */
function judgePath(path, token, near, alone, tree) {
  if (!/^[\w.@*{}][\w.@*{},/-]*$/.test(token)) return undefined;
  if (token.startsWith('./') || token.startsWith('../'))
    return tree.has(posix.join(posix.dirname(path), token)) ? undefined : 'no such path from here';
  if (token.includes('/')) {
    if (!tree.isHead(token.split('/')[0]) && !sourceName.test(token)) return undefined;
    return tree.endsWith(token) ? undefined : 'no such path';
  }
  if (!alone || !sourceName.test(token) || token.startsWith('.')) return undefined;
  if (near === undefined) return tree.endsWith(token) ? undefined : 'no such file';
  return tree.has(token) || tree.endsWith(`${near}/${token}`) || tree.endsWith(`${near}/**/${token}`)
    ? undefined
    : `no such file in ${near}`;
}

/** A token without the marks of a sentence around it and the number of a line behind it. */
const trimToken = (token) => token.replace(/^[('"]+|[)'";,.:]+$/g, '').replace(/:\d+(-\d+)?$/, '');

/**
 * Problems of a Markdown text; `readAnchors` gives those of another document.
 * @param {string} path
 * @param {string} text
 * @param {Tree} tree
 * @param {(file: string) => ReadonlySet<string>} readAnchors
 * @returns {Problem[]}
 */
export function checkMarkdown(path, text, tree, readAnchors) {
  const found = [];
  const lines = text.split('\n');
  const prose = withoutFences(text).split('\n');
  const report = (index, mention, problem) => {
    if (problem !== undefined) found.push({ path, line: index + 1, text: mention, problem });
  };
  prose.forEach((line, index) => {
    const plain = line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
    for (const form of linkForms)
      for (const [, target] of plain.matchAll(form)) report(index, target, judgeLink(path, target, tree, readAnchors));
    // History names files that were there.
    if (path === 'CHANGELOG.md') return;
    let near;
    for (const [, code] of line.matchAll(/`([^`]+)`/g)) {
      const tokens = code.split(/\s+/).map(trimToken);
      for (const token of tokens) {
        report(index, token, judgePath(path, token, near, tokens.length === 1, tree));
        if (token.includes('/') && tokens.length === 1)
          near = sourceName.test(token) ? posix.dirname(token) : token.replace(/\/$/, '');
      }
    }
  });
  // In code blocks only what cannot be anything else.
  lines.forEach((line, index) => {
    if (prose[index] !== '' || line === '') return;
    for (const [, token] of line.matchAll(/(?:^|[\s('"])((?:src|test|tools|docs|bench)\/[\w.@*{},/-]*)/g))
      report(index, trimToken(token), judgePath(path, trimToken(token), undefined, false, tree));
  });
  return found;
}

const withoutStrings = (line) => line.replace(/'[^']*'|"[^"]*"|`[^`]*`/g, '');

/**
 * Problems of the comments of a source: files named by ./ or ../, by the end of a path, or as one of this folder or below.
 * @param {string} path
 * @param {string} text
 * @param {Tree} tree
 * @returns {Problem[]}
 */
export function checkComments(path, text, tree) {
  const here = posix.dirname(path);
  return text.split('\n').flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\/\*|\*)(.*)$/.exec(line)?.[1] ?? /\s\/\/\s(.*)$/.exec(withoutStrings(line))?.[1];
    if (comment === undefined) return [];
    return [...comment.matchAll(/(?<![\w.*/-])((?:[\w.*-]+\/)*[\w*-][\w.*-]*\.(?:tsx?|mjs|md))(?![\w/-])/g)].flatMap(
      ([, token]) => {
        const isThere = token.startsWith('.')
          ? tree.has(posix.join(here, token))
          : token.includes('/')
            ? tree.endsWith(token)
            : tree.isBelow(here, token) || tree.has(token);
        return isThere
          ? []
          : [{ path, line: index + 1, text: token, problem: 'a comment names it, and it is not there' }];
      },
    );
  });
}

/**
 * All problems of the project in the folder `base`.
 * @param {string} base
 */
export function checkProject(base) {
  const files = listFiles(base);
  const tree = createTree(files);
  const read = (path) => readFileSync(join(base, path), 'utf8');
  const documents = files.filter((path) => path.endsWith('.md') && !isGenerated(path));
  const sources = files.filter((path) => /^(src|test|tools|bench)\/.*\.(tsx?|mjs)$/.test(path));
  const problems = [
    ...documents.flatMap((path) => checkMarkdown(path, read(path), tree, (file) => listAnchors(read(file)))),
    ...sources.filter((path) => !path.includes('/generated/')).flatMap((path) => checkComments(path, read(path), tree)),
  ];
  return { documents, sources, problems };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { documents, sources, problems } = checkProject(root);
  for (const { path, line, text, problem } of problems) say(`${path}:${line}: ${text}: ${problem}`);
  say(
    `${problems.length} broken of all links and paths in ${documents.length} documents and ${sources.length} sources.`,
  );
  process.exitCode = problems.length === 0 ? 0 : 1;
}
