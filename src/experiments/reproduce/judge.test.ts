import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { SimulationError } from '../../engine/contract/guard.ts';
import type { Claim, Experiment, ExperimentContext } from '../kinds/claim.ts';
import { createRows, emptyResult, judge, runExperiment } from './judge.ts';
import { createReproductionPage } from './report-page.ts';
import { createSeries, column } from './series.ts';

const context: ExperimentContext = { describe: describeAnimal, quick: true, cpuSeconds: () => 0 };
const claim: Claim = {
  id: 'paper/speed',
  where: '§1',
  claim: 'Speed',
  theirs: 10,
  unit: 'mm/s',
  tolerance: { low: 9, high: 11 },
  kind: 'predicted',
  why: 'The <b>start</b> is not given.',
};
const experiment: Experiment = {
  id: 'paper/run',
  title: 'A run',
  claims: [claim],
  cost: [1, 1],
  run: () => ({
    findings: { 'paper/speed': { ours: 12, note: 'Fast.' } },
    tables: [createSeries('way', [column('time', 's', '', [0, 1]), column('x', 'mm', '', [0, 12])])],
    plots: [{ kind: 'lines', title: 'Way', table: 'way', x: 'time', ys: ['x'], y: { name: 'x', unit: 'mm' } }],
    runs: [{ command: 'bestiary run x', seed: 1, seconds: 1, hash: 'abc' }],
  }),
};
const facts = { paper: 'paper', version: '1', quick: true };
const finish = (result: Awaited<ReturnType<typeof runExperiment>>) => ({
  experiment: 'paper/run',
  result,
  seconds: 2,
  time: 'now',
});

describe('a verdict', () => {
  it('takes the reason of the run before that of the claim', async () => {
    const unclear = {
      ...experiment,
      run: () => ({ ...emptyResult, findings: { 'paper/speed': { ours: 'unclear', why: 'Too short.' } } }),
    };
    const [row] = createRows(unclear, finish(await runExperiment(unclear, context)), facts);
    expect(row).toMatchObject({ verdict: 'cannot be checked', why: 'Too short.' });
  });

  it('is by the range, by what the experiment says, or none', () => {
    expect(judge(claim, { ours: 9 })).toBe('agrees');
    expect(judge(claim, { ours: 11.01 })).toBe('differs');
    expect(judge(claim, { ours: null })).toBe('cannot be checked');
    expect(judge(claim, { ours: 'words' })).toBe('cannot be checked');
    expect(judge(claim, { ours: 10, holds: false })).toBe('differs');
    expect(judge({ ...claim, tolerance: 'as said' }, { ours: 'words', holds: true })).toBe('agrees');
  });
});

describe('rows', () => {
  it('say why they differ, how to run them again, and where they come from', async () => {
    const [row] = createRows(experiment, finish(await runExperiment(experiment, context)), facts);
    expect(row).toMatchObject({ verdict: 'differs', ours: 12, why: claim.why, note: 'Fast.', hash: 'abc', seconds: 2 });
    expect(row!.tolerance).toBe('9 to 11 mm/s');
    expect(row!.command).toBe('bestiary reproduce paper/speed --quick');
  });

  it('of what needs something cannot be checked, and say what', async () => {
    const later: Experiment = {
      id: 'paper/later',
      title: '',
      claims: [{ ...claim, needs: 'Needs a policy.' }],
      cost: [0, 0],
    };
    const [row] = createRows(later, finish(await runExperiment(later, context)), facts);
    expect(row).toMatchObject({ verdict: 'cannot be checked', why: 'Needs a policy.', time: '', hash: '' });
  });

  it('differ where the run broke down, with its message', async () => {
    const broken: Experiment = {
      ...experiment,
      run: () => {
        throw new SimulationError({
          ...{ code: 'solver-failed', time: 1, step: 2, array: '', index: -1, element: '', stage: 'solve' },
          ...{ detail: 'It fell apart.', hint: 'Shorter steps.' },
        });
      },
    };
    const [row] = createRows(broken, finish(await runExperiment(broken, context)), facts);
    expect(row!.verdict).toBe('differs');
    expect(row!.note).toMatch(/It fell apart/u);
  });
});

it('the page holds every row with its plot, and text stays text', async () => {
  const outcome = finish(await runExperiment(experiment, context));
  const paper = { name: 'paper', title: 'A paper', experiments: [experiment] };
  const rows = createRows(experiment, outcome, facts);
  const page = createReproductionPage([{ paper, experiment, claims: new Set([claim.id]), outcome, rows }], {
    ...{ version: '1', quick: true, machine: 'mine' },
  });
  expect(page).toContain('<svg');
  expect(page).toContain('bestiary run x');
  expect(page).toContain('1 differ');
  expect(page).not.toContain('<b>start</b>');
  expect(page).not.toMatch(/<script|https?:/u);
});
