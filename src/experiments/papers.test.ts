import { describe, expect, it } from 'vitest';
import { papers, selectExperiments } from './papers.ts';

const experiments = papers.flatMap((paper) => paper.experiments.map((experiment) => ({ paper, experiment })));
const claims = experiments.flatMap(({ paper, experiment }) =>
  experiment.claims.map((claim) => ({ paper, experiment, claim })),
);

describe('the registry of claims', () => {
  it('names every paper, experiment and claim once, under its paper', () => {
    const ids = [...experiments.map(({ experiment }) => experiment.id), ...claims.map(({ claim }) => claim.id)];
    expect(new Set(ids).size).toBe(ids.length);
    for (const { paper, claim } of claims) expect(claim.id.startsWith(`${paper.name}/`), claim.id).toBe(true);
  });

  it('has a row for every figure, table and sentence that was asked for', () => {
    const wanted = {
      worm: ['fig-1', 'fig-5', 'fig-7', 'mode-choice', 'momentum', '25-fps', 'time-step', 'tets/tissues'],
      lamprey: [
        'table-1',
        'table-2',
        'fig-2',
        'fig-3',
        'fig-4',
        'frequency',
        'amplitude',
        'waves',
        'time-10-s',
        'equations',
        'error-limit',
        'head-excitation/speed',
      ],
      softcon: ['table-1', 'table-2', 'fig-2', 'fig-4', 'fig-7', 'fig-8', 'fig-9', 'fig-10', 'real-time'],
      myriapoda: ['fig-1', 'fig-2', 'fig-4', 'fig-10', 'fig-12', 'fig-13', 'steps', 'lag', 'wave/support'],
    };
    for (const [paper, figures] of Object.entries(wanted))
      for (const figure of figures) {
        const id = `${paper}/${figure}`;
        expect(
          claims.some(({ claim }) => claim.id === id || claim.id.startsWith(`${id}/`)),
          id,
        ).toBe(true);
      }
  });

  it('can judge every claim: a range that holds a number, words for the experiment, or what it still needs', () => {
    for (const { experiment, claim } of claims) {
      if (typeof claim.tolerance !== 'string')
        expect(claim.tolerance.low, claim.id).toBeLessThanOrEqual(claim.tolerance.high);
      if (experiment.run === undefined) expect(claim.needs, claim.id).toBeDefined();
    }
  });

  it('finds papers, figures and rows, and says what there is for a word it does not know', () => {
    const count = (word: string | undefined): number => {
      const selected = selectExperiments(word);
      return typeof selected === 'string' ? -1 : selected.reduce((sum, one) => sum + one.claims.size, 0);
    };
    expect(count(undefined)).toBe(claims.length);
    expect(count('lamprey')).toBe(claims.filter(({ paper }) => paper.name === 'lamprey').length);
    expect(count('lamprey/fig-4')).toBe(16);
    expect(count('lamprey/fig-4/forward')).toBe(1);
    expect(count('worm/fig-7')).toBe(5);
    expect(selectExperiments('lamprey/fig-5')).toMatch(/lamprey\/fig-[234]/u);
  });
});
