// Licences of what the built programs contain: the build notes which packages its modules come from, and this writes their texts to
// THIRD-PARTY-NOTICES.md, or says that the file is not current (`--check`).
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readText, root, say, StepError } from './workspace.mjs';

const target = join(root, 'THIRD-PARTY-NOTICES.md');
const programs = ['cli', 'studio', 'library'];
const noteName = '.packages.json';

/**
 * Notes the packages of a program in its folder.
 * @returns {import('vite').Plugin}
 */
export function notePackages() {
  return {
    name: 'bestiary-note-packages',
    apply: 'build',
    generateBundle(_options, bundle) {
      const names = new Set();
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk') for (const id of Object.keys(chunk.modules)) names.add(findPackage(id));
      names.delete(undefined);
      this.emitFile({ type: 'asset', fileName: noteName, source: `${JSON.stringify([...names].sort())}\n` });
    },
  };
}

/** The package of a module's path: the last folder of packages in it counts. */
function findPackage(id) {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//u.exec(id.replaceAll('\\', '/'))?.[1];
}

/** What the compiler of the studio's styles and the packages' helpers leave in the output without being a module of it. */
const alsoInside = { cli: [], studio: ['tailwindcss'], library: [] };

function listPackages() {
  const found = new Map();
  for (const program of programs) {
    const note = readText(join(root, 'dist', program, noteName));
    if (note === undefined) throw new StepError(`dist/${program} is not built: run npm run build.`);
    for (const name of [...JSON.parse(note), ...alsoInside[program]])
      found.set(name, [...(found.get(name) ?? []), program]);
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
}

function readLicence(name) {
  const folder = join(root, 'node_modules', name);
  const { version, license, repository, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:[.-](?:md|txt|mit))?$/iu.test(entry));
  const text =
    file === undefined
      ? readText(join(root, 'tools/licences', `${name.replace('/', '+')}.txt`))
      : readText(join(folder, file));
  if (text === undefined)
    throw new StepError(
      `The package ${name} has no licence text. Put it into tools/licences/${name.replace('/', '+')}.txt.`,
    );
  const address = homepage ?? (typeof repository === 'string' ? repository : repository?.url);
  return { version, license: license ?? 'see below', address: cleanAddress(address ?? ''), text: text.trim() };
}

function cleanAddress(address) {
  return address
    .replace(/^git\+/u, '')
    .replace(/\.git$/u, '')
    .replace(/^git:\/\//u, 'https://')
    .replace(/^([\w-]+\/[\w-]+)$/u, 'https://github.com/$1');
}

function createNotices() {
  const parts = listPackages().map(([name, where]) => {
    const { version, license, address, text } = readLicence(name);
    const fenced = text
      .replaceAll('\r\n', '\n')
      .split('\n')
      .map((line) => (line.trim() === '' ? '' : `    ${line.trimEnd()}`))
      .join('\n');
    return `## ${name} ${version}\n\n${license}; in ${where.join(', ')}${address === '' ? '' : `; <${address}>`}\n\n${fenced}\n`;
  });
  return `# Third-party notices\n\nThe command line (cli), the studio and the library contain these packages. Written by \`node tools/third-party.mjs\` from what the\nbuild put into them.\n\n${parts.join('\n')}`;
}

export function writeNotices() {
  writeFileSync(target, createNotices());
}

/** Throws a StepError where the file is not current. */
export function checkNotices() {
  if (!existsSync(target) || readText(target) !== createNotices())
    throw new StepError('THIRD-PARTY-NOTICES.md is not current: run node tools/third-party.mjs.');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    if (process.argv.includes('--check')) checkNotices();
    else writeNotices();
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    say(error.message);
    process.exitCode = 1;
  }
}
