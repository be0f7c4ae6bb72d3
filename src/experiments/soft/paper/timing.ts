/** [softcon §6]: "3 to 5 times slower than real-time" on a desktop computer of 2019. */
import type { Experiment, ExperimentContext } from '../../kinds/claim.ts';
import { createRecord, createRun } from '../../reproduce/observe.ts';

const publishedSettings = [
  'solver.rate=240',
  'solver.iterations=10',
  'solver.tolerance=0',
  'solver.method=plain',
  'solver.integrator=euler',
];

function time(context: ExperimentContext, settings: readonly string[]) {
  const plan = { animal: 'octopus', seconds: context.quick ? 1.5 : 4, settings };
  const simulation = createRun(context, plan);
  while (simulation.time < 0.3) simulation.step();
  const [start, from] = [context.cpuSeconds(), simulation.time];
  while (simulation.time < plan.seconds) simulation.step();
  const factor = (simulation.time - from) / (context.cpuSeconds() - start);
  return { factor, record: createRecord(plan, simulation) };
}

export const realTime: Experiment = {
  id: 'softcon/timing',
  title: 'Real time',
  claims: [
    {
      id: 'softcon/real-time/paper',
      where: '§6',
      claim:
        'Times real time, octopus, ten plain iterations at 240 Hz; "3 to 5 times slower … if self-collision is not considered" is 0.2 to 0.33',
      theirs: '0.2 to 0.33',
      tolerance: { low: 0.2, high: Infinity },
      kind: 'predicted',
      why: 'The machine was slower or busy.',
    },
    {
      id: 'softcon/real-time/ours',
      where: '§6',
      claim: 'The same with our default solver, which is as accurate',
      theirs: '0.2 to 0.33',
      tolerance: { low: 1, high: Infinity },
      kind: 'predicted',
      why: 'The machine was slower or busy.',
    },
  ],
  cost: [3, 6],
  timed: true,
  run: (context) => {
    const [paper, ours] = [time(context, publishedSettings), time(context, [])];
    return {
      findings: { 'softcon/real-time/paper': { ours: paper.factor }, 'softcon/real-time/ours': { ours: ours.factor } },
      tables: [],
      plots: [],
      runs: [paper.record, ours.record],
    };
  },
};
