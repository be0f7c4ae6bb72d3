import { posix } from 'node:path';

/** Files outside of docs/ that are pages of the site too. */
const pages = {
  'ARCHITECTURE.md': '/explanation/architecture.md',
  'CONTRIBUTING.md': '/explanation/contributing.md',
  'CHANGELOG.md': '/explanation/changelog.md',
  'README.md': '/index.md',
  'python/README.md': '/reference/python.md',
};
/** Where a page stands whose text is a file outside of docs/. */
const origins = {
  'explanation/architecture.md': '',
  'explanation/contributing.md': '',
  'explanation/changelog.md': '',
  'reference/python.md': 'python',
};

/** The place of a link in the project, if it leaves docs/; undefined for others. */
function resolveOutside(page, target) {
  if (/^[a-z][a-z+.-]*:|^[#/]/i.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  const origin = origins[page];
  const folder = origin ?? posix.join('docs', posix.dirname(page));
  const file = posix.normalize(posix.join(folder, decodeURI(path)));
  if (origin === undefined && (file === 'docs' || file.startsWith('docs/'))) return undefined;
  return { file, anchor: anchor === undefined ? '' : `#${anchor}` };
}

/**
 * Links that leave docs/ lead to the page that shows the file, to the repository if package.json names one, and otherwise are plain text.
 */
export function linkOutside(markdown, manifest) {
  const repository = /https:\/\/[^#]*?(?=\.git$|$)/.exec(manifest.repository?.url ?? '')?.[0];
  markdown.core.ruler.push('outside-links', (state) => {
    const page = state.env.relativePath;
    for (const block of state.tokens) {
      const children = block.children ?? [];
      for (let i = 0; i < children.length; i++) {
        const token = children[i];
        if (token.type !== 'link_open') continue;
        const outside = resolveOutside(page, token.attrGet('href') ?? '');
        if (outside === undefined) continue;
        const { file, anchor } = outside;
        const inside = file.startsWith('docs/') ? `/${file.slice(5)}` : pages[file];
        if (inside !== undefined) token.attrSet('href', `${inside}${anchor}`);
        else if (repository !== undefined) token.attrSet('href', `${repository}/blob/main/${file}${anchor}`);
        else {
          const end = children.findIndex((other, at) => at > i && other.type === 'link_close');
          for (const at of [end, i]) children[at].hidden = true;
          Object.assign(token, { type: 'text', tag: '', content: '', nesting: 0 });
          Object.assign(children[end], { type: 'text', tag: '', content: '', nesting: 0 });
        }
      }
    }
  });
}
