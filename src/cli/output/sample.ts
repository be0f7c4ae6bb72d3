/** The animal of the examples in help texts: the first of all, with the first thing to try that takes settings. */
import { animalNames, describeAnimal } from '../../animals/registry.ts';

interface Sample {
  readonly name: string;
  readonly changes: readonly { readonly settings: string; readonly does: string }[];
}

let found: Sample | undefined;

/** Looked up when a help text is asked for, and not at every start. */
export function getSample(): Sample {
  found ??= createSample(animalNames[0]!);
  return found;
}

function createSample(name: string): Sample {
  const changes = describeAnimal(name).tryFirst.flatMap(({ label, set }) =>
    set.length === 0 ? [] : [{ settings: set.map(formatSetting).join(' '), does: label }],
  );
  return { name, changes: changes.slice(0, 1) };
}

/** As a shell takes it. */
function formatSetting(setting: string): string {
  return `--set ${/^[\w.=-]+$/u.test(setting) ? setting : `'${setting}'`}`;
}
