/** [lamprey §4 and §5]: what a simulated second costs, by the paper's own method, on this machine. */
import type { Claim, Experiment, ExperimentContext, ExperimentResult } from '../../kinds/claim.ts';
import { createRecord, createRun } from '../../reproduce/observe.ts';

const method = 'Dormand–Prince 8(5,3) with an error limit of 1e-3, as in the paper but for its error estimate';
const claims: readonly Claim[] = [
  {
    id: 'lamprey/time-10-s',
    where: '§4',
    claim: 'CPU time of 10 s simulated, 100 segments; AMD 1800 of 2006 against this machine',
    theirs: 620,
    unit: 's',
    tolerance: { low: 0, high: 620 },
    kind: 'predicted',
    why: method,
  },
  {
    id: 'lamprey/time-20-segments',
    where: '§5',
    claim: 'CPU time of 100 segments over that of 20 (78 s and 16 s)',
    theirs: 4.9,
    tolerance: { low: 3.5, high: 6.3 },
    kind: 'predicted',
    why: 'The chain of links and the error control take a larger share of so small a network here than they took there.',
  },
  {
    id: 'lamprey/time-10-segments',
    where: '§5',
    claim: 'CPU time of 100 segments over that of 10 (78 s and 13 s)',
    theirs: 6,
    tolerance: { low: 4.5, high: 10.5 },
    kind: 'predicted',
    why: 'The chain of links and the error control take a larger share of so small a network here than they took there.',
  },
];

function time(context: ExperimentContext, segments: number, seconds: number) {
  const plan = { animal: 'lamprey', seconds, settings: ['integration.method=reference', `segments=${segments}`] };
  const simulation = createRun(context, plan);
  // The first steps are slow until they are compiled.
  while (simulation.time < 0.5) simulation.step();
  const [start, from] = [context.cpuSeconds(), simulation.time];
  while (simulation.time < seconds) simulation.step();
  return { cost: (context.cpuSeconds() - start) / (simulation.time - from), record: createRecord(plan, simulation) };
}

export const timing: Experiment = {
  id: 'lamprey/timing',
  title: 'Cost of simulation',
  claims,
  cost: [6, 12],
  timed: true,
  run: (context): ExperimentResult => {
    const seconds = context.quick ? 3 : 10.5;
    const [hundred, twenty, ten] = [100, 20, 10].map((segments) => time(context, segments, seconds));
    return {
      findings: {
        'lamprey/time-10-s': { ours: 10 * hundred!.cost, note: method },
        'lamprey/time-20-segments': { ours: hundred!.cost / twenty!.cost },
        'lamprey/time-10-segments': { ours: hundred!.cost / ten!.cost },
      },
      tables: [],
      plots: [],
      runs: [hundred!.record, twenty!.record, ten!.record],
    };
  },
};
