import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { linkOutside } from './outside-links.js';

const docs = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** The title of a page: its own, or its first heading. */
function readTitle(path) {
  const text = readFileSync(`${docs}${path}`, 'utf8');
  const [, named] = /^title: "?(.*?)"?$/m.exec(text.slice(0, 400)) ?? [];
  return named ?? /^# (.*)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path;
}

/** Pages of a folder by their names, after those that are named first. */
function listPages(folder, first = []) {
  if (!existsSync(`${docs}${folder}`)) return [];
  const names = readdirSync(`${docs}${folder}`)
    .filter((name) => name.endsWith('.md') && name !== 'index.md')
    .map((name) => name.slice(0, -3))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [...first, ...names.filter((name) => !first.includes(name))].map((name) => page(posix.join(folder, name)));
}

const page = (path, text = readTitle(`${path}.md`)) => ({ text, link: `/${path}` });
/** A page that may not be there. */
const listIf = (path) => (existsSync(`${docs}${path}.md`) ? [page(path)] : []);
const group = (text, link, items) => ({ text, ...(link === undefined ? {} : { link }), collapsed: true, items });

const sidebar = [
  {
    text: 'Tutorials',
    link: '/tutorials/',
    items: listPages('tutorials', ['student', 'biologist', 'game-developer', 'rl-researcher']),
  },
  { text: 'How-to', link: '/how-to/', collapsed: false, items: listPages('how-to', ['own-creature']) },
  {
    text: 'Reference',
    link: '/reference/',
    collapsed: false,
    items: [
      group('Commands', '/reference/commands/', listPages('reference/commands')),
      group('Creature file', '/reference/creature-file/', listPages('reference/creature-file')),
      group('Parameters, signals, metrics', '/reference/animals/', listPages('reference/animals')),
      page('reference/library/index', 'Library'),
      page('reference/python', 'Python'),
      page('reference/file-formats', 'File formats'),
      page('reference/errors', 'Errors'),
      page('glossary'),
    ],
  },
  {
    text: 'Explanation',
    link: '/explanation/',
    collapsed: false,
    items: [
      page('explanation/solvers'),
      ...listIf('water'),
      page('reproducibility'),
      page('learning'),
      page('studies'),
      page('reproduce'),
      page('scale'),
      page('numbers'),
      page('benchmarks'),
      page('explanation/architecture', 'Architecture'),
      page('explanation/contributing', 'Contributing'),
      ...listIf('releasing'),
      page('explanation/changelog', 'Changes'),
      group(
        'Decisions',
        '/decisions/README',
        listPages('decisions').filter(({ link }) => !link.endsWith('README')),
      ),
    ],
  },
  { text: 'Animals', link: '/animals/', collapsed: true, items: listPages('animals') },
  {
    text: 'Papers',
    link: '/papers/',
    collapsed: true,
    items: listPages('papers', ['lamprey', 'worm', 'softcon', 'myriapoda']),
  },
];

/** Everything of a page is in the site's own folder: no fonts, scripts or pictures from elsewhere. */
export default defineConfig({
  title: 'Bestiary',
  description: manifest.description,
  lang: 'en',
  base: process.env.BESTIARY_SITE_BASE ?? '/',
  srcExclude: ['generated/**', 'api/**'],
  // The studio is put beside the pages when they are built.
  ignoreDeadLinks: [/studio\/index$/],
  metaChunk: true,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${process.env.BESTIARY_SITE_BASE ?? '/'}icon.svg` }]],
  markdown: {
    config: (markdown) => linkOutside(markdown, manifest),
    theme: { light: 'github-light', dark: 'github-dark' },
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Tutorials', link: '/tutorials/' },
      { text: 'How-to', link: '/how-to/' },
      { text: 'Reference', link: '/reference/' },
      { text: 'Animals', link: '/animals/' },
      { text: 'Studio', link: '/studio/index.html', target: '_blank' },
    ],
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
    footer: { message: 'MIT licence', copyright: `Bestiary ${manifest.version}` },
    externalLinkIcon: true,
  },
});
