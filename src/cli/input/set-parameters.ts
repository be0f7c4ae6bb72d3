/** `--set path=value` on a command line. */
import { applySettings, listRenamedSettings } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';

/** The description with settings as after `--set`. Names of older versions are taken, with a line of advice. */
export function setParameters(desc: AnimalDesc, settings: readonly string[]): AnimalDesc {
  if (settings.length === 0) return desc;
  for (const { from, to } of listRenamedSettings(desc, settings))
    process.stderr.write(`Note: ${from} is now written ${to}.\n`);
  return applySettings(desc, settings);
}
