/** [worm §8]: the paper has one time step. Does the gait depend on it? */
import { SimulationError } from '../../../engine/contract/guard.ts';
import { hypot } from '../../../engine/math/portable.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, Finding, RunRecord } from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';

const dependsOnStep =
  'Open: the speed grows as the step gets shorter, and strong pulses then turn elements inside out. A pulse is eight steps of 20 ms long, so that backward Euler takes part of it away, and friction slips once a step; which of the two it is has not been told apart (the swing of the body is in the note). The muscle drive in true units does not depend on its step.';

const claims: readonly Claim[] = [
  {
    id: 'worm/time-step',
    where: '§8, one step of 0.02 s',
    claim: 'What is seen is the model and not its step: speed at 0.01 s over that at 0.02 s, setting d',
    theirs: 1,
    tolerance: { low: 0.9, high: 1.1 },
    kind: 'predicted',
    why: dependsOnStep,
  },
  {
    id: 'worm/time-step/shortest',
    where: '§8, one step of 0.02 s',
    claim: 'Setting d crawls with steps of 0.005 s too',
    theirs: 'crawls',
    tolerance: 'the run comes to its end',
    kind: 'predicted',
    why: dependsOnStep,
  },
  {
    id: 'worm/time-step/weak',
    where: '§8, one step of 0.02 s',
    claim: 'The same with weaker pulses, α = 2: speed at 0.005 s over that at 0.02 s',
    theirs: 1,
    tolerance: { low: 0.9, high: 1.1 },
    kind: 'predicted',
    why: dependsOnStep,
  },
  {
    id: 'worm/time-step/muscle',
    where: 'beyond the paper',
    claim: 'The muscle drive does not depend on the step: speed at half of it over that at all of it',
    theirs: 1,
    tolerance: { low: 0.95, high: 1.05 },
    kind: 'predicted',
    why: 'Not known.',
  },
];

interface Crawl {
  /** mm/s over whole cycles. */
  readonly speed: number;
  /** mm, mean over the body. */
  readonly swing: number;
}

/** null where the run broke down. */
function crawl(context: ExperimentContext, settings: readonly string[], dt: number, runs: RunRecord[]): Crawl | null {
  // Two seconds are whole cycles of both drives: one second, and two.
  const [from, to] = [context.quick ? 1.5 : 2.5, context.quick ? 3.5 : 8.5];
  const start = { x: NaN, y: NaN };
  let end = { x: 0, y: 0 };
  let swing = 0;
  try {
    const { record, metrics } = observeRun(context, {
      animal: 'worm',
      seconds: to,
      settings: [...settings, `solver.dt=${dt}`],
      onSample: (t, signals) => {
        end = { x: signals.read('position.x'), y: signals.read('position.y') };
        if (Number.isNaN(start.x) && t >= from - 1e-9) Object.assign(start, end);
      },
    });
    runs.push(record);
    swing = 1000 * (metrics['amplitude'] ?? 0);
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return null;
  }
  return { speed: (1000 * hypot(end.x - start.x, end.y - start.y)) / (to - from), swing };
}

/** A ratio of speeds; a run that broke down does not agree with anything. */
function compare(a: Crawl | null | undefined, b: Crawl | null | undefined): Finding {
  return a && b ? { ours: a.speed / b.speed } : { ours: 'broke down', holds: false };
}

function run(context: ExperimentContext): ExperimentResult {
  const runs: RunRecord[] = [];
  const steps = [0.02, 0.01, 0.005];
  const modal = (alpha: number): string[] => [
    'drive.kind=modal',
    `drive.alpha=${alpha}`,
    'friction.low=0.1',
    'friction.high=1',
  ];
  const [strong, weak] = [5, 2].map((alpha) => steps.map((dt) => crawl(context, modal(alpha), dt, runs))) as [
    (Crawl | null)[],
    (Crawl | null)[],
  ];
  const muscle = [0.02, 0.01].map((dt) => crawl(context, [], dt, runs));
  const say = (crawls: readonly (Crawl | null)[]): string => {
    const list = (read: (one: Crawl) => number): string =>
      crawls.map((one) => (one === null ? 'broke down' : read(one).toFixed(4))).join(', ');
    return `At ${steps.join(', ')} s: ${list(({ speed }) => speed)} mm/s, swing ${list(({ swing }) => swing)} mm.`;
  };
  const listSpeeds = (crawls: readonly (Crawl | null)[]): (number | null)[] => crawls.map((one) => one?.speed ?? null);
  return {
    findings: {
      'worm/time-step': { ...compare(strong[1], strong[0]), note: say(strong) },
      'worm/time-step/shortest': {
        ours: strong[2] ? `${strong[2].speed.toFixed(4)} mm/s` : 'broke down',
        holds: Boolean(strong[2]),
      },
      'worm/time-step/weak': { ...compare(weak[2], weak[0]), note: say(weak) },
      'worm/time-step/muscle': compare(muscle[1], muscle[0]),
    },
    tables: [
      createSeries('worm-time-step', [
        column('dt', 's', 'Step.', steps),
        column('α 5', 'mm/s', 'Speed of setting d of Fig. 7.', listSpeeds(strong)),
        column('α 2', 'mm/s', 'Speed with weaker pulses.', listSpeeds(weak)),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        title: 'Speed of the modal gait by the time step (the paper’s is 0.02 s)',
        table: 'worm-time-step',
        x: 'dt',
        ys: ['α 5', 'α 2'],
        y: { name: 'speed', unit: 'mm/s' },
        dots: true,
      },
    ],
    runs,
  };
}

export const timeSteps: Experiment = {
  id: 'worm/time-steps',
  title: 'Dependence on the time step',
  claims,
  cost: [30, 80],
  run,
};
