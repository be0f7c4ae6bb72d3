/** All papers: every figure, table and sentence with a number in it, as rows. Finds experiments by id. */
import { suggestSentence } from '../engine/model/suggest.ts';
import type { Experiment, Paper, Selected } from './kinds/claim.ts';
import { lampreyPaper } from './lamprey/paper/paper.ts';
import { myriapodPaper } from './myriapod/paper/paper.ts';
import { softPaper } from './soft/paper/paper.ts';
import { wormPaper } from './worm/paper/paper.ts';

export const papers: readonly Paper[] = [wormPaper, lampreyPaper, softPaper, myriapodPaper];

/** Experiments behind a paper, a figure or a single claim; all of them without a word. Else a sentence that says what there is. */
export function selectExperiments(word: string | undefined): readonly Selected[] | string {
  const isChosen = (id: string): boolean => word === undefined || id === word || id.startsWith(`${word}/`);
  const selected = papers.flatMap((paper) =>
    paper.experiments.flatMap((experiment) => {
      const all = word === paper.name || isChosen(experiment.id);
      const claims = experiment.claims.map(({ id }) => id).filter((id) => all || isChosen(id));
      return claims.length === 0 ? [] : [{ paper, experiment, claims: new Set(claims) }];
    }),
  );
  if (selected.length > 0) return selected;
  const known = papers.flatMap((paper) => [
    paper.name,
    ...paper.experiments.flatMap(({ id, claims }) => [id, ...claims.map((claim) => claim.id)].flatMap(listParents)),
  ]);
  return `Nothing is called '${word!}'. ${suggestSentence(word!, [...new Set(known)])} See: bestiary reproduce --list`;
}

/** 'lamprey/fig-4/forward' → 'lamprey/fig-4' and itself. */
function listParents(id: string): string[] {
  const parts = id.split('/');
  return parts.slice(1).map((_, i) => parts.slice(0, i + 2).join('/'));
}

export function findExperiment(id: string): Experiment | undefined {
  return papers.flatMap(({ experiments }) => experiments).find((experiment) => experiment.id === id);
}
