/** Many random creatures of one animal, and what went wrong with them: the same for every commit and for the nightly run. */
import { describeAnimal } from '../../animals/registry.ts';
import { getJsonSchema, parseDesc } from '../../engine/families/descriptions.ts';
import { createRng } from '../../engine/math/rng.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { breakAtRandom, changeAtRandom, listPlaces } from './creatures.ts';
import { type Fate, listPathFaults, type Patience, tryCreature } from './runs.ts';

/** How many fields are changed, in turn: one alone, a few, many. */
const changeCounts = [1, 3, 8, 20];

export interface RandomPlan extends Patience {
  readonly count: number;
  /** Beginnings of paths of fields that stay as they are. */
  readonly leaveOut?: readonly string[];
  readonly onFate?: (fate: Fate, changes: string) => void;
}

/** A line for each creature that did not do as promised. */
export function listRandomFaults(name: string, { count, leaveOut, onFate, ...patience }: RandomPlan): string[] {
  const base = describeAnimal(name);
  const places = listPlaces(base, getJsonSchema(base), leaveOut);
  const rng = createRng(1, `random ${name}`);
  return Array.from({ length: count }, (_, i) => {
    const { document, changes } = changeAtRandom(base, places, changeCounts[i % changeCounts.length]!, rng);
    try {
      const fate = tryCreature(document, base, patience);
      onFate?.(fate, changes);
      return fate.faults.map((fault) => `${fault}: ${changes}`);
    } catch (error) {
      return [`${String(error)}: ${changes}`];
    }
  }).flat();
}

/** A line for each broken file that was not refused at a place of its own. */
export function listBrokenFaults(name: string, count: number): string[] {
  const base = describeAnimal(name);
  const schema = getJsonSchema(base);
  const places = listPlaces(base, schema);
  const rng = createRng(1, `broken ${name}`);
  return Array.from({ length: count }, () => {
    const { document, changes } = breakAtRandom(base, places, rng);
    try {
      // Some of what is thrown in is allowed where it lands.
      parseDesc(document);
      return [];
    } catch (error) {
      if (!(error instanceof ModelError)) return [`${String(error)}: ${changes}`];
      return listPathFaults(error.problems, document, base).map((fault) => `${fault} ← ${changes}`);
    }
  }).flat();
}
