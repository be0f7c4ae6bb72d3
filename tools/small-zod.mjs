// Puts the small reader of fields (src/library/substitutes/zod.ts) in the place of zod wherever the engine uses it, in the package and in
// the command line: a page loads less, and a command starts sooner. Settings of trainers and studies mix builders of fields with more
// of zod: they get builders that are made with it.
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { root } from './workspace.mjs';

const engine = join(root, 'src/engine');
const fields = join(engine, 'model/fields.ts');
const fieldsWithZod = `${fields}?zod`;

/**
 * @param {{ readonly external?: boolean }} [options] `external`: zod itself stays outside of what is built
 * @returns {import('vite').Plugin}
 */
export function useSmallZod({ external = false } = {}) {
  return {
    name: 'bestiary-small-zod',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined) return null;
      const isEngine = importer.startsWith(engine) && importer !== fieldsWithZod;
      if (id === 'zod') {
        if (isEngine) return join(root, 'src/library/substitutes/zod.ts');
        return external ? { id, external: true } : null;
      }
      const file = id.startsWith('.') ? resolve(dirname(importer), id) : id;
      return file === fields && !isEngine ? fieldsWithZod : null;
    },
    load: (id) => (id === fieldsWithZod ? { code: readFileSync(fields, 'utf8'), moduleType: 'ts' } : null),
  };
}
