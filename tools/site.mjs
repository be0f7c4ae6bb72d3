// Builds the site of the documents into docs/.vitepress/dist: reference pages from the built program, pages by VitePress, the studio
// beside them. The result runs from any folder of any static server. `npm run docs`; `npm run docs -- --serve` serves it as well.
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { placeholder, relocateSite } from './site-relocate.mjs';
import { writeReference } from './site-reference.mjs';
import { computeStamp, readText, root, runInForeground, runQuietly, say, StepError } from './workspace.mjs';

const output = join(root, 'docs/.vitepress/dist');

/** All files below a folder. */
function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

/** Everything that a page of the site may depend on. */
function computeSiteStamp() {
  const built = join('docs', '.vitepress', 'dist');
  const pages = listFiles(join(root, 'docs'))
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith(built) && !file.startsWith(join('docs', '.vitepress', 'cache')))
    .sort();
  const texts = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'python/README.md', 'src/animals'];
  const programs = [
    'dist/cli/.stamp',
    'dist/studio/.stamp',
    'tools/site.mjs',
    'tools/site-relocate.mjs',
    'package-lock.json',
  ];
  return computeStamp(root, [...programs, ...texts, ...pages]);
}

/** Builds what is stale; gives the folder of the site. */
export async function buildSite() {
  await writeReference();
  const stamp = computeSiteStamp();
  if (readText(join(output, '.stamp')) === stamp) return output;
  say('Building the site …');
  rmSync(output, { recursive: true, force: true });
  const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');
  const { code, output: printed } = await runQuietly(process.execPath, [vitepress, 'build', 'docs'], {
    env: { ...process.env, BESTIARY_SITE_BASE: placeholder, NO_COLOR: '1' },
  });
  if (code !== 0) throw new StepError('The site could not be built.', printed);
  await relocateSite(output);
  cpSync(join(root, 'dist/studio'), join(output, 'studio'), {
    recursive: true,
    filter: (path) => !path.endsWith('.stamp') && !path.endsWith('.map'),
  });
  cpSync(join(root, 'src/studio/icon.svg'), join(output, 'icon.svg'));
  mkdirSync(join(output, 'posters'), { recursive: true });
  cpSync(join(root, 'src/studio/gallery/posters'), join(output, 'posters'), { recursive: true });
  writeFileSync(join(output, '.nojekyll'), '');
  writeFileSync(join(output, '.stamp'), stamp);
  return output;
}

/** @param {readonly string[]} args */
export async function runSite(args) {
  const folder = await buildSite();
  say(
    `The site: ${relative(root, folder)} (${listFiles(folder).filter((file) => file.endsWith('.html')).length} pages).`,
  );
  if (!args.includes('--serve')) return 0;
  const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');
  const rest = args.filter((arg) => arg !== '--serve');
  return runInForeground(process.execPath, [vitepress, 'preview', 'docs', ...rest], { cwd: root });
}
