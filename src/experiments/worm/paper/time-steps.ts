/** [worm §8]: the paper has one time step. Does the gait depend on it? */
import { SimulationError } from '../../../engine/contract/guard.ts';
import { hypot } from '../../../engine/math/portable.ts';
import type {
  Claim,
  Experiment,
  ExperimentContext,
  ExperimentResult,
  ClaimFinding,
  RunRecord,
} from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';
import { column, createSeries } from '../../reproduce/series.ts';

const dependsOnStep =
  'A step moves nodes in straight lines, which stretches sections that turn (by half the square of the angle; this is most of it), and backward Euler damps as tissues do that relax in one more step; friction, evaluated once a step, comes last. A shorter step therefore bends farther, and strong pulses then turn elements inside out. solver.stepping=consistent takes all three away. The muscle drive does not depend on its step.';

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
    id: 'worm/time-step/consistent-bend',
    where: 'beyond the paper',
    claim:
      'With consistent steps and a stated damping of 0.1 s (α = 2) the bend does not depend on the step: 0.02 s over 0.005 s',
    theirs: 1,
    tolerance: { low: 0.97, high: 1.03 },
    kind: 'predicted',
    why: 'Not known.',
  },
  {
    id: 'worm/time-step/consistent-speed',
    where: 'beyond the paper',
    claim: 'The same, speed',
    theirs: 1,
    tolerance: { low: 0.9, high: 1.1 },
    kind: 'predicted',
    why: 'Friction that changes with the direction of sliding is of first order in the step.',
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
  /** 1/mm, the largest. */
  readonly bend: number;
}

/** null where the run broke down. */
function crawl(context: ExperimentContext, settings: readonly string[], dt: number, runs: RunRecord[]): Crawl | null {
  // Two seconds are whole cycles of both drives: one second, and two.
  const [from, to] = [context.quick ? 1.5 : 2.5, context.quick ? 3.5 : 8.5];
  const start = { x: NaN, y: NaN };
  let end = { x: 0, y: 0 };
  let [swing, bend] = [0, 0];
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
    bend = (metrics['bend'] ?? 0) / 1000;
  } catch (error) {
    if (!(error instanceof SimulationError)) throw error;
    return null;
  }
  return { speed: (1000 * hypot(end.x - start.x, end.y - start.y)) / (to - from), swing, bend };
}

/** A ratio of speeds; a run that broke down does not agree with anything. */
function compare(a: Crawl | null | undefined, b: Crawl | null | undefined): ClaimFinding {
  return a && b ? { ours: a.speed / b.speed } : { ours: 'broke down', holds: false };
}

const divideBends = (a: Crawl | null | undefined, b: Crawl | null | undefined): number | null =>
  a && b ? a.bend / b.bend : null;

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
  const smooth = ['friction.model=lagged', 'friction.slipSpeed=1e-3', 'solver.stepping=consistent'];
  const steady = steps.map((dt) => crawl(context, [...modal(2), ...smooth], dt, runs));
  const muscle = [0.02, 0.01].map((dt) => crawl(context, [], dt, runs));
  const say = (crawls: readonly (Crawl | null)[]): string => {
    const list = (read: (one: Crawl) => number): string =>
      crawls.map((one) => (one === null ? 'broke down' : read(one).toFixed(4))).join(', ');
    return `At ${steps.join(', ')} s: ${list(({ speed }) => speed)} mm/s, swing ${list(({ swing }) => swing)} mm, bend ${list(({ bend }) => bend)} 1/mm.`;
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
      'worm/time-step/consistent-bend': { ours: divideBends(steady[0], steady[2]), note: say(steady) },
      'worm/time-step/consistent-speed': compare(steady[0], steady[2]),
      'worm/time-step/muscle': compare(muscle[1], muscle[0]),
    },
    tables: [
      createSeries('worm-time-step', [
        column('dt', 's', 'Step.', steps),
        column('α 5', 'mm/s', 'Speed of setting d of Fig. 7.', listSpeeds(strong)),
        column('α 2', 'mm/s', 'Speed with weaker pulses.', listSpeeds(weak)),
        column('α 2 consistent', 'mm/s', 'The same with consistent steps.', listSpeeds(steady)),
      ]),
    ],
    plots: [
      {
        kind: 'lines',
        title: 'Speed of the modal gait by the time step (the paper’s is 0.02 s)',
        table: 'worm-time-step',
        x: 'dt',
        ys: ['α 5', 'α 2', 'α 2 consistent'],
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
  cost: [40, 110],
  run,
};
