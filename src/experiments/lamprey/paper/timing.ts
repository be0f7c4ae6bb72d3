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
  {
    id: 'lamprey/time-linear',
    where: '§5',
    claim: 'Execution time is "essentially linear with the number of segments": cost of 60 over the mean of 20 and 100',
    theirs: 1,
    tolerance: { low: 0.8, high: 1.2 },
    kind: 'predicted',
    why: 'The number of adaptive steps changes with the cord too.',
  },
  {
    id: 'lamprey/time-body',
    where: '§5',
    claim:
      'Physical simulation takes "around 9 s" of the 78 s: a cord of no segments, on the line through 10 and 100, over 100',
    theirs: 0.115,
    tolerance: { low: 0.06, high: 0.2 },
    kind: 'predicted',
    why: 'The body takes another share of the time here.',
  },
  {
    id: 'lamprey/time-combined',
    where: '§3',
    claim: 'One combined system "is faster" than network and body in turn: cost of `reference` over that of `fast`',
    theirs: 'below 1',
    tolerance: { low: 0, high: 0.9999 },
    kind: 'predicted',
    why: 'Here the split wins: nothing acts back on the network, and its output is interpolated within a step of the body, so that there is no sawtooth to step around.',
  },
];

function time(context: ExperimentContext, segments: number, seconds: number, methodName = 'reference') {
  const plan = { animal: 'lamprey', seconds, settings: [`integration.method=${methodName}`, `segments=${segments}`] };
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
    const [hundred, sixty, twenty, ten] = [100, 60, 20, 10].map((segments) => time(context, segments, seconds));
    const split = time(context, 100, seconds, 'fast');
    return {
      findings: {
        'lamprey/time-10-s': { ours: 10 * hundred!.cost, note: method },
        'lamprey/time-20-segments': { ours: hundred!.cost / twenty!.cost },
        'lamprey/time-linear': { ours: sixty!.cost / ((twenty!.cost + hundred!.cost) / 2) },
        'lamprey/time-body': { ours: (ten!.cost - (hundred!.cost - ten!.cost) / 9) / hundred!.cost },
        'lamprey/time-combined': { ours: hundred!.cost / split.cost },
        'lamprey/time-10-segments': { ours: hundred!.cost / ten!.cost },
      },
      tables: [],
      plots: [],
      runs: [hundred!, sixty!, twenty!, ten!, split].map(({ record }) => record),
    };
  },
};
