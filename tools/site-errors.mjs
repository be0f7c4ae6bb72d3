// Codes of errors with the titles that the program prints, and what to do about each.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** By code; a code without a sentence stops the build of the documents. */
const advice = {
  unreadable: 'The file is not there, is a folder, or may not be read. Check the path.',
  damaged: 'A recording was changed after it was written. Everything before the damage can still be read.',
  syntax: 'The text is not JSON. The message says where; a missing comma or quote is the usual reason.',
  'too-large': 'More items or bytes than the format allows. The message gives the limit.',
  'unsafe-key': 'A key such as `__proto__`, which no creature file needs. Remove it.',
  'unknown-animal': '`bestiary list` prints the names. A near miss is suggested.',
  'unknown-kind': 'The `kind` of a part is not one that exists. The message lists those that do.',
  'unknown-version': 'The file is newer than the program, or its `schemaVersion` is wrong. Update the program.',
  'unknown-parameter': '`bestiary describe ANIMAL --parameters` prints the paths. A near miss is suggested.',
  'other-kind':
    'The parameter belongs to another kind, such as the neck of a bottle in open water. The message says what it needs.',
  'unknown-metric': '`bestiary describe ANIMAL --metrics` prints the names.',
  'unknown-signal': '`bestiary describe ANIMAL --signals` prints the names.',
  'unknown-unit': 'The unit does not exist or measures something else. Write the number alone for SI units.',
  missing: 'A value that has no default is not there. The message names it.',
  'wrong-type': 'A text where a number belongs, or the like.',
  'not-finite': 'A number is infinite or not a number.',
  'out-of-range': 'The message gives the range and what the number means.',
  'not-allowed': 'The value is well formed but not possible here. The message says why.',
  inconsistent: 'Two parts of the file contradict each other. The message names both.',
};

/** The codes of the program, in its order. */
export function listErrorCodes() {
  const source = readFileSync(join(root, 'src/engine/model/problem.ts'), 'utf8');
  const titles = /const titles[^{]*\{([\s\S]*?)\n\};/.exec(source)?.[1] ?? '';
  const codes = [...titles.matchAll(/^ {2}'?([\w-]+)'?: '([^']*)',$/gm)].map(([, name, title]) => ({ name, title }));
  if (codes.length === 0) throw new Error('src/engine/model/problem.ts has no titles of errors.');
  return codes.map(({ name, title }) => {
    if (advice[name] === undefined) throw new Error(`tools/site-errors.mjs has no sentence for the error '${name}'.`);
    return { name, title, advice: advice[name] };
  });
}
