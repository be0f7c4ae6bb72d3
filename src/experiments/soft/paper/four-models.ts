/**
 * [softcon Fig. 10]: the four excitation models learn to steer, each for the same CPU time, from three seeds.
 *
 * By return the paper's AP-MEM is third on the lamprey, second on the starfish and first on the octopus; what it claims for AP-MEM
 * is learning time and quality of movement (§5.2). For a fair comparison: the same observation, networks, reward and trainer; noise in
 * units of each action's reach; returns relative to the highest possible. Minutes of training, not days as in the paper.
 */
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import { excitationModelNames } from '../../../engine/control/excitation/models.ts';
import { createAnimalEnv } from '../../../learn/environments/animal-env.ts';
import { type AnimalEvaluation, evaluateAnimal } from '../../../learn/rollouts/evaluate.ts';
import { createIdlePolicy } from '../../../learn/policies/plain.ts';
import type { PolicyData } from '../../../learn/policies/policy.ts';
import { createPpo } from '../../../learn/trainers/ppo.ts';
import type { SetupSpec } from '../../../learn/environments/setup.ts';
import { createLocalPeer, createRolloutSource, type RolloutSource } from '../../../learn/rollouts/rollouts.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, ClaimFinding } from '../../kinds/claim.ts';
import { column, createSeries } from '../../reproduce/series.ts';
import { describeFooting, type Footing } from './four-models-footing.ts';
import { judgeMovement, type Movement, type Watched, watchPolicy } from './movement.ts';

type Model = (typeof excitationModelNames)[number];

const seeds = [1, 2, 3];
/** CPU seconds of each training, and its evaluation episodes. */
const cpuSecondsPerTraining = 60;
const evaluationOptions = { episodes: 8, seed: 5000 };
/** The highest return of an episode: w₁ + w₂ in each of 75 decisions, on either footing. */
const highestReturn = 1.5 * 75;
const lanes = 8;

interface Point {
  readonly cpuSeconds: number;
  readonly decisions: number;
  readonly reward: number;
}

interface ModelRun {
  readonly model: Model;
  readonly seed: number;
  readonly curve: readonly Point[];
  readonly evaluation: AnimalEvaluation;
  readonly movement: Movement;
}

function openSource(spec: SetupSpec, isJudged: boolean): Promise<RolloutSource> {
  return createRolloutSource([createLocalPeer(createAnimalEnv({ ...spec, lanes, judged: isJudged }))]);
}

/** One training, then its evaluation without noise. */
async function trainModel(
  cpuSeconds: ExperimentContext['cpuSeconds'],
  spec: SetupSpec,
  model: Model,
  seed: number,
  pattern: Watched,
): Promise<ModelRun> {
  const source = await openSource(spec, false);
  const trainer = await createPpo(source, { seed });
  const curve: Point[] = [];
  const start = cpuSeconds();
  while (cpuSeconds() - start < cpuSecondsPerTraining) {
    const { step, scalars } = await trainer.update();
    curve.push({ cpuSeconds: cpuSeconds() - start, decisions: step, reward: scalars['charts/reward']! });
  }
  source.close();
  const policy = trainer.getPolicy();
  const evaluation = await evaluateAnimal(await openSource(spec, true), policy, evaluationOptions);
  return { model, seed, curve, evaluation, movement: judgeMovement(watchPolicy(spec, policy), pattern) };
}

async function watchPattern(desc: AnimalDesc): Promise<Watched> {
  const spec = describeFooting(desc, 'ap-mem', 'ours');
  const { observationSpace, actionSpace } = await openSource(spec, true);
  const idle: PolicyData = createIdlePolicy(observationSpace, actionSpace);
  return watchPolicy(spec, idle);
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means over the seeds of a model; returns as shares of the highest. */
function summariseModel(runs: readonly ModelRun[], model: Model, best: number) {
  const own = runs.filter((run) => run.model === model);
  return {
    model,
    return: mean(own.map(({ evaluation }) => evaluation.return / highestReturn)),
    angle: mean(own.map(({ evaluation }) => evaluation.meanAngle)),
    worst: Math.max(...own.map(({ evaluation }) => evaluation.meanAngle)),
    decisions: mean(own.map(({ curve }) => curve.at(-1)!.decisions)),
    seconds: mean(own.map(({ curve }) => findTime(curve, 0.8 * best))),
    smoothness: mean(own.map(({ movement }) => movement.smoothness)),
    symmetry: mean(own.map(({ movement }) => movement.symmetry)),
    resemblance: mean(own.map(({ movement }) => movement.resemblance)),
  };
}

/** CPU seconds until the reward, as a mean of five updates, is there; the whole budget where it never is. */
function findTime(curve: readonly Point[], wanted: number): number {
  const at = curve.findIndex((_, i) => i >= 4 && mean(curve.slice(i - 4, i + 1).map(({ reward }) => reward)) >= wanted);
  return at < 0 ? cpuSecondsPerTraining : curve[at]!.cpuSeconds;
}

/** The highest reward that any of them learned, as a mean of its last five updates. */
function findBest(runs: readonly ModelRun[]): number {
  return Math.max(...runs.map(({ curve }) => mean(curve.slice(-5).map(({ reward }) => reward))));
}

export type Summary = ReturnType<typeof summariseModel>;

async function runModels(
  { describe, cpuSeconds }: ExperimentContext,
  animal: string,
  claims: readonly Claim[],
  footing: Footing,
) {
  const desc = describe(animal);
  const pattern = await watchPattern(desc);
  const runs: ModelRun[] = [];
  for (const model of excitationModelNames) {
    const spec = describeFooting(desc, model, footing);
    for (const seed of seeds) runs.push(await trainModel(cpuSeconds, spec, model, seed, pattern));
  }
  const best = findBest(runs);
  const summaries = excitationModelNames.map((model) => summariseModel(runs, model, best));
  return createResult(animal, nameTable(animal, footing), claims, runs, summaries);
}

const nameTable = (animal: string, footing: Footing): string =>
  `softcon-fig-10-${footing === 'ours' ? '' : `${footing}-`}${animal}`;

function createResult(
  animal: string,
  table: string,
  claims: readonly Claim[],
  runs: readonly ModelRun[],
  summaries: readonly Summary[],
): ExperimentResult {
  const note = summaries
    .map(({ model, return: share, angle, seconds }) =>
      [`${model} ${share.toFixed(2)}`, `${angle.toFixed(0)}°`, `${seconds.toFixed(0)} s`].join(', '),
    )
    .join('; ');
  const findings = claims.map(({ id }) => [id, { ...judgeClaim(id, summaries), note }] as const);
  const series = (name: keyof Omit<Summary, 'model'>, unit: string, about: string) =>
    column(name, unit, about, summaries, (summary) => summary[name]);
  const longest = Math.max(...runs.map(({ curve }) => curve.length));
  const curveOf = (model: Model, at: number): number | null => {
    const points = runs.flatMap((run) => (run.model === model && at < run.curve.length ? [run.curve[at]!.reward] : []));
    return points.length === 0 ? null : mean(points);
  };
  const timeOf = (model: Model, at: number): number | null => {
    const run = runs.find((one) => one.model === model && at < one.curve.length);
    return run === undefined ? null : run.curve[at]!.cpuSeconds;
  };
  const rows = Array.from({ length: longest }, (_, i) => i);
  return {
    findings: Object.fromEntries(findings),
    tables: [
      createSeries(table, [
        column('model', '', `Which, in this order: ${excitationModelNames.join(', ')}.`, summaries, (_, i) => i),
        series('return', '', 'Mean return over the highest there is.'),
        series('angle', '°', 'Mean angle off the target, second half of an episode.'),
        series('worst', '°', 'The same of the worst seed.'),
        series('decisions', '', 'Decisions in the time.'),
        series('seconds', 's', 'CPU seconds to 80 % of the best reward; the whole time where never.'),
        series('smoothness', '', 'Spectral arc length of the speed.'),
        series('symmetry', '', 'Of the excitations of both sides, straight ahead.'),
        series('resemblance', '', 'Correlation of excitations with those of the pattern.'),
      ]),
      createSeries(
        `${table}-curves`,
        excitationModelNames.flatMap((model) => [
          column(`${model} time`, 's', 'CPU seconds of the first seed.', rows, (at) => timeOf(model, at)),
          column(model, '', 'Reward of a decision, with noise, mean of the seeds.', rows, (at) => curveOf(model, at)),
        ]),
      ),
    ],
    plots: [
      {
        kind: 'lines',
        title: `Reward while learning, ${animal}`,
        table: `${table}-curves`,
        x: `${excitationModelNames[0]} time`,
        ys: [...excitationModelNames],
        y: { name: 'reward of a decision', unit: '' },
      },
    ],
    runs: [],
  };
}

/**
 * Mean angle below which a policy counts as steering, and above which it has learned nothing; without a policy it is about 90°.
 */
const steeringDegrees = 30;
const aimlessDegrees = 60;

/** Does not rank models that have all learned nothing: their order is random. */
export function judgeClaim(id: string, summaries: readonly Summary[]): ClaimFinding {
  const best = Math.min(...summaries.map(({ angle }) => angle));
  if (best > aimlessDegrees)
    return {
      ours: 'none steers yet',
      why: `After ${cpuSecondsPerTraining} CPU seconds the best of the four is ${best.toFixed(0)}° off on average, where no policy is 90° off: too short a time to tell them apart.`,
    };
  const of = (model: Model): Summary => summaries.find((summary) => summary.model === model)!;
  const order = [...summaries].sort((a, b) => b.return - a.return).map(({ model }) => model);
  const first = of(order[0]!);
  // Rewards with noise may come early to a model that has not learned to steer without it.
  const learned = summaries.filter(({ angle }) => angle <= aimlessDegrees);
  const fastest = [...learned].sort((a, b) => a.seconds - b.seconds)[0]!;
  if (id.endsWith('/return')) return judgeOrder(order, findPrinted(id));
  if (id.endsWith('/time'))
    return fastest.seconds >= cpuSecondsPerTraining
      ? { ours: 'none gets there', holds: false }
      : { ours: `${fastest.model} first`, holds: fastest.model === 'ap-mem' };
  if (id.endsWith('/quality')) return judgeQuality(summaries);
  if (id.endsWith('/structure')) {
    const [own, other] = [of('cpg-mem'), of('i-mem')];
    const ours = `cpg-mem ${sayQuality(own)}; i-mem ${sayQuality(other)}`;
    return { ours, holds: own.smoothness > other.smoothness && own.resemblance > other.resemblance };
  }
  if (id.includes('/simple')) {
    const share = of('i-mem').return / first.return;
    return { ours: `${share.toFixed(2)} of the best`, holds: share >= 0.8 };
  }
  const { worst } = of('cpg-mem');
  return { ours: `worst seed ${worst.toFixed(0)}°`, holds: worst > steeringDegrees };
}

/** The average returns of Fig. 10 as printed; CPG-MEM of the octopus has none. */
const printedReturns: Readonly<Record<string, Readonly<Partial<Record<Model, number>>>>> = {
  lamprey: { 'ap-mem': 798.98, 'i-mem': 3655.67, 's-mem': 937.25, 'cpg-mem': 29.39 },
  starfish: { 'ap-mem': 1684.5, 'i-mem': 1809.34, 's-mem': 146.43, 'cpg-mem': 40.22 },
  octopus: { 'ap-mem': 1503.55, 'i-mem': 8.56, 's-mem': 15.05 },
};
/** Hours of learning of Fig. 10 as printed. */
const printedHours: Readonly<Record<string, string>> = {
  lamprey: 'AP-MEM 19, I-MEM 350, S-MEM 45, CPG-MEM 47.85',
  starfish: 'AP-MEM 6, I-MEM 202, S-MEM 22, CPG-MEM 47.85',
  octopus: 'AP-MEM 47, I-MEM 156, S-MEM 57, CPG-MEM N/A',
};

/** Models from the highest printed return to the lowest. */
function listPrinted(animal: string): readonly Model[] {
  const returns = printedReturns[animal]!;
  return (Object.keys(returns) as Model[]).sort((a, b) => returns[b]! - returns[a]!);
}

const findPrinted = (id: string): readonly Model[] =>
  listPrinted(Object.keys(printedReturns).find((animal) => id.includes(`/${animal}/`)) ?? 'octopus');

function judgeOrder(order: readonly Model[], printed: readonly Model[]): ClaimFinding {
  const compared = order.filter((model) => printed.includes(model));
  return { ours: order.join(' > '), holds: compared.every((model, i) => model === printed[i]) };
}

const sayQuality = ({ smoothness, resemblance }: Summary): string =>
  `smoothness ${smoothness.toFixed(2)}, likeness to the pattern ${resemblance.toFixed(2)}`;

/** First by smoothness and by likeness to the pattern: "structured", in numbers. */
function judgeQuality(summaries: readonly Summary[]): ClaimFinding {
  const rank = (read: (summary: Summary) => number): Model =>
    summaries.reduce((best, one) => (read(one) > read(best) ? one : best)).model;
  const [smoothest, likest] = [rank(({ smoothness }) => smoothness), rank(({ resemblance }) => resemblance)];
  return {
    ours: smoothest === likest ? `${smoothest} first` : `${smoothest} smoothest, ${likest} most like the pattern`,
    holds: smoothest === 'ap-mem' && likest === 'ap-mem',
  };
}

const needs = `Trained without --quick alone: four models, three seeds, ${cpuSecondsPerTraining} CPU seconds each.`;
const why =
  'A minute of another trainer on another body with a pattern under every model is not the paper’s days; docs/learning.md says more.';

type Row = readonly [id: string, where: string, claim: string, theirs: string];

function createFigure(animal: string, claims: readonly Row[], footing: Footing = 'ours'): Experiment {
  const rows = claims.map(
    ([id, where, claim, theirs]): Claim => ({
      id: `softcon/fig-10/${id}`,
      where,
      claim,
      theirs,
      why,
      needs,
      tolerance: 'as said',
      kind: 'predicted',
    }),
  );
  return {
    id: nameTable(animal, footing).replace('-', '/'),
    title: `Four excitation models, ${animal}${footing === 'ours' ? '' : ', as the paper has them'}`,
    claims: rows,
    cost: [0, 1.2 * cpuSecondsPerTraining * seeds.length * excitationModelNames.length],
    timed: true,
    run: (context) =>
      context.quick ? { findings: {}, tables: [], plots: [], runs: [] } : runModels(context, animal, rows, footing),
  };
}

/** Rows of an animal: what Fig. 10 prints of it, and what §5.2 says of quality. */
function listRows(animal: string, prefix: string): Row[] {
  const returns = Object.entries(printedReturns[animal]!).map(([model, value]) => `${model.toUpperCase()} ${value}`);
  const print = `${returns.join(', ')}${animal === 'octopus' ? ', CPG-MEM N/A' : ''}`;
  return [
    [
      `${prefix}return`,
      'Fig. 10',
      `Order of the four models by average return, ${animal} (${print})`,
      listPrinted(animal).join(' > '),
    ],
    [`${prefix}time`, 'Fig. 10', `AP-MEM learns fastest, ${animal} (hours: ${printedHours[animal]!})`, 'AP-MEM first'],
    [
      `${prefix}quality`,
      '§5.2',
      `AP-MEM out-performs all alternatives in the quality of movements, ${animal}: smoothest, and most like the pattern`,
      'AP-MEM first',
    ],
    [
      `${prefix}structure`,
      '§5.2',
      `CPG-MEM moves in a more structured way than I-MEM, whose movements are noisy, ${animal}`,
      'CPG-MEM before I-MEM',
    ],
  ];
}

export const fourModels: readonly Experiment[] = [
  createFigure('octopus', [
    ...listRows('octopus', ''),
    ['cpg', '§5.2', 'CPG-MEM for the octopus is not robust even after two weeks of learning', 'not robust'],
  ]),
  createFigure('soft-lamprey', [
    ['simple-lamprey', '§5.2', 'I-MEM achieves a high return for the lamprey', 'high'],
    ...listRows('lamprey', 'lamprey/'),
  ]),
  createFigure('starfish', [
    ['simple-starfish', '§5.2', 'I-MEM achieves a high return for the starfish', 'high'],
    ...listRows('starfish', 'starfish/'),
  ]),
  ...(['lamprey', 'starfish'] as const).map((name) => {
    const [[, where, claim, theirs]] = listRows(name, '') as [Row];
    const row: Row = [`paper-footing/${name}/return`, where, `${claim}: the paper’s reaches and patterns`, theirs];
    return createFigure(name === 'lamprey' ? 'soft-lamprey' : name, [row], 'paper');
  }),
];
