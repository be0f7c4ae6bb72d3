// The checklist of docs/releasing.md: `npm run release -- --dry-run` runs every step that a machine can check, in order, and publishes
// nothing. Without --dry-run the tag is made after them; the workflow of the tag publishes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.mjs';
import { checkNotices } from './third-party.mjs';
import { readText, root, runQuietly, say, StepError } from './workspace.mjs';

export const maxUnpackedBytes = 12e6;

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

async function run(program, args, sentence) {
  const { code, output } = await runQuietly(program, args, { shell: program.endsWith('.cmd') });
  if (code !== 0) throw new StepError(sentence, output);
  return output;
}

function checkFields() {
  const wanted = [
    'name',
    'version',
    'description',
    'license',
    'author',
    'repository',
    'homepage',
    'bugs',
    'keywords',
    'files',
  ];
  const missing = wanted.filter((key) => manifest[key] === undefined);
  if (missing.length > 0) throw new StepError(`package.json has no ${missing.join(', ')}.`);
  if (manifest.private === true) throw new StepError('package.json says "private": remove it.');
}

function checkVersion() {
  const { version } = manifest;
  if (!/^\d+\.\d+\.\d+$/u.test(version)) throw new StepError(`The version ${version} is not MAJOR.MINOR.PATCH.`);
  const cited = /^version: (.*)$/mu.exec(readText(join(root, 'CITATION.cff')))?.[1];
  if (cited !== version) throw new StepError(`CITATION.cff says version ${cited}, package.json ${version}.`);
  if (!new RegExp(`^## \\[?${version.replaceAll('.', '\\.')}\\b`, 'mu').test(readText(join(root, 'CHANGELOG.md'))))
    throw new StepError(`CHANGELOG.md has no section "## ${version}": give the unreleased one this title and a date.`);
}

async function checkTree() {
  const changed = await run('git', ['status', '--porcelain'], 'git does not answer here.');
  if (changed.trim() !== '') throw new StepError('Some changes are not committed.', changed);
  const { output } = await runQuietly('git', ['tag', '--points-at', 'HEAD']);
  const { code } = await runQuietly('git', ['rev-parse', '--verify', '--quiet', `v${manifest.version}`]);
  if (code === 0 && !output.split('\n').includes(`v${manifest.version}`))
    throw new StepError(`The tag v${manifest.version} is on another commit: raise the version.`);
}

async function checkSurface() {
  await run(
    process.execPath,
    [join(root, 'tools/api-report.mjs'), '--check'],
    'The public surface is not as docs/api says.',
  );
}

async function checkPack() {
  const printed = await run(npm, ['pack', '--dry-run', '--json', '--ignore-scripts'], 'npm could not pack.');
  const [{ unpackedSize, files }] = JSON.parse(printed.slice(printed.indexOf('[')));
  if (unpackedSize > maxUnpackedBytes)
    throw new StepError(
      `The package has ${(unpackedSize / 1e6).toFixed(1)} MB unpacked; ${maxUnpackedBytes / 1e6} are allowed.`,
    );
  const names = files.map(({ path }) => path);
  for (const needed of [
    'LICENSE',
    'README.md',
    'THIRD-PARTY-NOTICES.md',
    'dist/cli/main.js',
    'dist/studio/index.html',
    'dist/library/index.js',
  ])
    if (!names.includes(needed)) throw new StepError(`The package has no ${needed}.`);
  return `${(unpackedSize / 1e6).toFixed(1)} MB unpacked, ${files.length} files`;
}

/**
 * What npm would complain of. That nobody is logged in is no complaint: the workflow of the tag proves who it is when it publishes.
 * @param {string} output
 */
export function listPublishWarnings(output) {
  return output.split('\n').filter((line) => /npm warn publish (?!.*requires you to be logged in)/u.test(line));
}

async function checkPublish() {
  const output = await run(
    npm,
    ['publish', '--dry-run', '--ignore-scripts', '--access', 'public'],
    'npm would not publish it.',
  );
  const warnings = listPublishWarnings(output);
  if (warnings.length > 0) throw new StepError('npm would publish it with warnings.', warnings.join('\n'));
}

/** In the order of docs/releasing.md, which names them. */
export const steps = [
  { name: 'fields of package.json', check: checkFields },
  { name: 'version in package.json, CITATION.cff and CHANGELOG.md', check: checkVersion },
  { name: 'everything committed, tag free', check: checkTree },
  { name: 'build', check: buildAll },
  { name: 'third-party notices', check: checkNotices },
  { name: 'public surface', check: checkSurface },
  { name: 'size and files of the package', check: checkPack },
  { name: 'npm publish --dry-run', check: checkPublish },
];

async function main() {
  const isDry = process.argv.includes('--dry-run');
  let failed = 0;
  for (const { name, check } of steps) {
    try {
      const note = await check();
      say(`✓ ${name}${typeof note === 'string' ? `: ${note}` : ''}`);
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      failed += 1;
      say(`✗ ${name}: ${error.message}${error.output === '' ? '' : `\n${error.output.trimEnd()}`}`);
    }
  }
  if (failed > 0) return 1;
  const tag = `v${manifest.version}`;
  if (isDry) say(`Ready: npm run release makes the tag ${tag}; push it, and the workflow "release" publishes.`);
  else
    await run(
      'git',
      ['tag', '--annotate', tag, '--message', `Bestiary ${manifest.version}`],
      `The tag ${tag} could not be made.`,
    );
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main();
