// The reference of the library as Markdown, for the documentation site: docs/reference/library/ (not in git).
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, runInForeground } from './workspace.mjs';

const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Every module of the package but the former names. */
const entries = Object.entries(exports)
  .filter(([name, { types }]) => types !== undefined && name !== './exports')
  .map(([, { types }]) => types.replace('./dist/library/types/', 'src/').replace('.d.ts', '.ts'));

const out = join(root, 'docs/reference/library');
rmSync(out, { recursive: true, force: true });
process.exitCode = await runInForeground(process.execPath, [
  join(root, 'node_modules/typedoc/bin/typedoc'),
  ...entries.map((entry) => join(root, entry)),
  ...['--tsconfig', join(root, 'src/library/tsconfig.json'), '--plugin', 'typedoc-plugin-markdown'],
  ...['--out', out, '--readme', 'none', '--name', 'Library', '--entryFileName', 'index', '--hideBreadcrumbs'],
  ...['--disableSources', '--excludePrivate', '--excludeExternals', '--githubPages', 'false', '--logLevel', 'Error'],
]);
