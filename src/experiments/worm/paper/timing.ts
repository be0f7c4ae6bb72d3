/** [worm §8]: 25 frames of 0.02 s a second on a desktop computer of 2018. */
import type { Experiment } from '../../kinds/claim.ts';
import { createRecord, createRun } from '../../reproduce/observe.ts';

export const frameRate: Experiment = {
  id: 'worm/timing',
  title: 'Frames per second',
  claims: [
    {
      id: 'worm/25-fps',
      where: '§8',
      claim: 'Steps of 0.02 s per second, setting d; Core i5-4590 with a GTX 750 against one core of this machine',
      theirs: 25,
      unit: '1/s',
      tolerance: { low: 25, high: Infinity },
      kind: 'predicted',
      why: 'The machine was slower or busy.',
    },
  ],
  cost: [4, 8],
  timed: true,
  run: (context) => {
    const plan = { animal: 'worm', seconds: context.quick ? 2.5 : 6, settings: ['drive.kind=modal', 'solver.dt=0.02'] };
    const simulation = createRun(context, plan);
    while (simulation.time < 0.7) simulation.step();
    const [start, from] = [context.cpuSeconds(), simulation.stepCount];
    while (simulation.time < plan.seconds) simulation.step();
    const rate = (simulation.stepCount - from) / (context.cpuSeconds() - start);
    return {
      findings: { 'worm/25-fps': { ours: rate, note: 'Steps per CPU second, solved to 1e-6.' } },
      tables: [],
      plots: [],
      runs: [createRecord(plan, simulation)],
    };
  },
};
