// Which pages of docs/ are written by programs. They are not in git: checks of what people write leave them out, and links to them
// are checked when the site is built (test/documents/site.test.ts).

/** Folders that tools/site-reference.mjs writes. */
export const generatedFolders = ['reference/commands', 'reference/creature-file', 'reference/animals', 'generated'];
/** Those that come from elsewhere: `npm run docs:api` writes the pages of the library, and the studio is put beside the pages. */
const otherFolders = ['reference/library', 'studio'];

/**
 * @param {string} path of a file, from the project's folder on, with slashes
 */
export function isGenerated(path) {
  return [...generatedFolders, ...otherFolders].some((folder) => path.startsWith(`docs/${folder}/`));
}
