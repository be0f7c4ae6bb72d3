/**
 * How soft animals are taught. Numbers per shape are from runs of this engine: meshes and tolerances that train fast and still
 * swim alike, reaches that keep the solver quick under noise, and gains of the law that steers without learning.
 */
import type {
  ActionSet,
  LearnAction,
  LearnBall,
  LearnHandle,
  LearnPlace,
  LearnSettings,
  LearnWrite,
} from '../../contract/learning.ts';
import { velocityAt } from '../../bodies/projective/contact/ball.ts';
import { createTouchingNodes } from '../../bodies/projective/contact/contact.ts';
import type { DrivePlan } from '../../control/excitation/drive.ts';
import { excitationModelNames } from '../../control/excitation/models.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { chooseSampleNodes } from './derived/sample-nodes.ts';
import type { SoftScene } from './places/scene.ts';
import type { SoftDesc } from './schema.ts';
import { isSecondOrder } from './derived/solver-options.ts';

/** What differs between shapes. */
interface Teaching {
  /** Cells of the mesh to train on, by path; never more than the animal has. */
  readonly coarse: Readonly<Record<string, number>>;
  readonly space: LearnHandle['space'];
  /** Reaches of Δμ, Δα, Δβ, Δκ for a cord, and of Δg. */
  readonly reach: readonly [number, number, number, number, number];
  /** Of the law: share of the reach for a target at a right angle. */
  readonly gain: number;
  readonly advice: NonNullable<LearnHandle['advice']>;
}

/** Noise on many cords cancels out: a network learns from a few numbers for the whole body. */
const few = { actions: 'few' } as const;
/**
 * Chosen: half the decisions for an update, less noise and a shorter view than PPO's usual settings. Six trainings of the eel were at 10
 * to 17° after one CPU minute; the octopus, whose strokes are longer, was at 54° after 2.6 where the usual settings had come to 27°.
 */
const brisk = { ...few, ppo: { tuplesPerUpdate: 256, gamma: 0.93, logStd: -2 } } as const;
/** Chosen: of trainings that asked for 1.13 to 1.25 the first ended fastest; farther off the reward has less of a slope. */
const eager = { ...brisk, eager: 1.13 } as const;

const arms: Teaching = { coarse: {}, space: 'sphere', reach: [0.5, 0.1, 0.05, 0.5, 0.6], gain: 0.8, advice: few };
const plain: Teaching = { coarse: {}, space: 'sphere', reach: [0.25, 0.1, 0.05, 0.5, 0.6], gain: 0.4, advice: few };
const teachings: Readonly<Partial<Record<SoftDesc['body']['shape'], Teaching>>> = {
  eel: { ...plain, coarse: { 'body.sizes.cells': 24 }, advice: eager },
  octopus: { ...arms, coarse: { 'body.sizes.armCells': 8 } },
  starfish: { ...arms, coarse: { 'body.sizes.armCells': 8 }, advice: brisk },
  plate: { coarse: {}, space: 'plane', reach: [0.1, 0.4, 0.05, 3, 0.6], gain: 1.5, advice: few },
  cuttlefish: {
    coarse: { 'body.sizes.armCells': 4 },
    space: 'plane',
    reach: [0.1, 0.1, 0.05, 0.5, 2],
    gain: 2,
    advice: few,
  },
};

/** Chosen: tolerances below this one cost time in training, and above it too. */
const trainingTolerance = 0.02;
/** Ticks for which an action is held: noise in every tick averages out over a stroke. */
const repeat = 4;
/** Share of its effort that a policy may add or take. */
const effortReach = 0.4;
/** Reach of the actions of models that drive whole cords or single segments. */
const wholeReach = 0.25;

export function createSoftLearning(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene): LearnHandle {
  const teaching = teachings[desc.body.shape] ?? plain;
  const driven = Array.from(plan.waveOf, (w) => w >= 0 && getWave(desc, w).height > 0);
  const first = plan.waveOf[driven.indexOf(true)] ?? -1;
  const period = first >= 0 ? getWave(desc, first).period : 0.5;
  const names = body.cords.map((cord) => cord.name);
  return {
    settings: { 'controller.actions': 'bounded' },
    training: createTrainingSettings(desc, teaching),
    models: { path: 'controller.model', names: excitationModelNames },
    engage: { 'target.follow': 0 },
    space: teaching.space,
    period,
    ...{ window: 1, horizon: 10, runUp: 4, tick: plan.tick, repeat },
    // Where there is no up to be kept, the sphere is the same all around.
    upright: teaching.space === 'plane' ? 0.2 : 0,
    ...(first >= 0 ? { phase: { array: 'phases', index: first } } : {}),
    actions: createActionSets(teaching, plan, driven, names),
    advice: teaching.advice,
    senses: {
      signals: [],
      elements: listExcitations(plan, names),
      nodes: { positions: 'positions', velocities: 'velocities', indices: chooseSampleNodes(body) },
    },
    push: {
      node: 'poke.node',
      force: ['poke.x', 'poke.y', 'poke.z'],
      index: findHead(body),
      newtons: [5, 20],
      seconds: 0.67,
    },
    ...(desc.water.model !== 'none' && desc.water.current.kind === 'uniform'
      ? { current: ['water.current.x', 'water.current.y', 'water.current.z'] as const }
      : {}),
    places: listPlaces(desc, body, plan, scene),
  };
}

function getWave({ controller: { waves } }: SoftDesc, index: number) {
  return waves[index]!;
}

function createTrainingSettings({ body, solver }: SoftDesc, { coarse }: Teaching): LearnSettings {
  const sizes: Readonly<Record<string, unknown>> = 'sizes' in body ? { ...body.sizes } : {};
  const coarser = Object.entries(coarse).filter(([path, cells]) => {
    const now = sizes[path.slice(path.lastIndexOf('.') + 1)];
    return typeof now === 'number' && now > cells;
  });
  return {
    ...Object.fromEntries(coarser),
    ...(solver.tolerance < trainingTolerance ? { 'solver.tolerance': trainingTolerance } : {}),
    'solver.patience': 1,
  };
}

function createActionSets(
  teaching: Teaching,
  plan: DrivePlan,
  driven: readonly boolean[],
  names: readonly string[],
): Readonly<Partial<Record<ActionSet, readonly LearnAction[]>>> {
  return {
    default: listCordActions(teaching, plan, driven, names),
    few: listFewActions(teaching, plan, driven),
    paper: Array.from({ length: plan.model.factorsAt ?? plan.model.actionSize }, (_, i) => ({
      name: plan.model.nameAction(i),
      reach: plan.model.high[i]!,
      writes: [{ array: 'actions', index: i, gain: 1 }],
    })),
  };
}

/** Sign of Δμ that steers: cords that close an arm work against those that open it. */
function getSign(plan: DrivePlan, driven: readonly boolean[], cord: number): number {
  if (!driven[cord]) return 0;
  return plan.graspers[cord] === 1 ? -1 : 1;
}

function isBending(plan: DrivePlan, cord: number): boolean {
  return plan.cords[cord]!.lowest < 0;
}

/** Every number of every cord. */
function listCordActions(
  { reach, gain }: Teaching,
  plan: DrivePlan,
  driven: readonly boolean[],
  names: readonly string[],
): LearnAction[] {
  const { model } = plan;
  const factorsAt = model.factorsAt;
  const single = (index: number, most: number, law?: LearnAction['law']): LearnAction => ({
    name: model.nameAction(index),
    reach: most,
    writes: [{ array: 'actions', index, gain: 1 }],
    ...(law === undefined ? {} : { law }),
  });
  const lawOf = (cord: number): LearnAction['law'] => {
    const strength = gain * reach[0] * getSign(plan, driven, cord);
    return { left: strength * plan.sides[cord]!, up: strength * plan.heights[cord]! };
  };
  if (factorsAt === undefined)
    return Array.from({ length: model.actionSize }, (_, i) => single(i, wholeReach, lawOf(findCord(plan, i))));
  const perCord = factorsAt / names.length;
  return names.flatMap((_, cord) => {
    const own = Array.from({ length: perCord }, (_, k) =>
      single(perCord * cord + k, reach[k]!, k === 0 && !isBending(plan, cord) ? lawOf(cord) : undefined),
    );
    if (!isBending(plan, cord)) return own;
    // A fin does less on the side that it turns to.
    return [...own, single(factorsAt + cord, reach[4], { left: -gain * reach[4] * plan.sides[cord]! })];
  });
}

/** Cord of an action of a model with one for each cord or for each segment. */
function findCord({ cords, model }: DrivePlan, action: number): number {
  if (model.actionSize === cords.length) return action;
  return cords.findIndex(({ first, segments }) => action >= first && action < first + segments);
}

/** Turn, climb and effort of the whole body: what noise cannot cancel out in. */
function listFewActions({ reach, gain, space }: Teaching, plan: DrivePlan, driven: readonly boolean[]): LearnAction[] {
  const bends = driven.some((isDriven, cord) => isDriven && isBending(plan, cord));
  const write = (places: Float64Array): LearnWrite[] =>
    plan.cords.flatMap((_, cord) => listTones(plan, cord, reach[0] * getSign(plan, driven, cord) * places[cord]!));
  const turn: LearnAction = {
    ...{ name: 'turn', reach: 1, law: { left: gain } },
    writes: bends ? [{ control: 'control.turn', gain: 1 }, ...listRudder(plan, plan.sides)] : write(plan.sides),
  };
  const climb: LearnAction = {
    ...{ name: 'climb', reach: 1, law: { up: gain } },
    writes: bends ? [{ control: 'control.climb', gain: 1 }] : write(plan.heights),
  };
  const effort: LearnAction = {
    ...{ name: 'effort', reach: 1 },
    writes: [{ control: 'control.effort', gain: effortReach }],
  };
  const climbs = space === 'sphere' || plan.climbGains.some((climbGain) => climbGain !== 0);
  return climbs ? [turn, climb, effort] : [turn, effort];
}

/** Tone of the arms of an animal that swims with fins: they bend to the side that it turns to, which costs less speed than its fins. */
const rudder = 1;

function listRudder(plan: DrivePlan, places: Float64Array): LearnWrite[] {
  const arms = plan.cords.flatMap((_, cord) => (isBending(plan, cord) ? [] : [cord]));
  const most = Math.max(...arms.map((cord) => Math.abs(places[cord]!)));
  return arms.flatMap((cord) =>
    listTones(plan, cord, ((plan.graspers[cord] === 1 ? -1 : 1) * rudder * places[cord]!) / most),
  );
}

/** Where Δμ of a cord goes in the actions of its model. */
function listTones({ cords, model }: DrivePlan, cord: number, gain: number): LearnWrite[] {
  if (gain === 0) return [];
  const { first, segments } = cords[cord]!;
  const size = model.factorsAt ?? model.actionSize;
  if (model.name === 'i-mem')
    return Array.from({ length: segments }, (_, i) => ({ array: 'actions', index: first + i, gain }));
  return [{ array: 'actions', index: (cord * size) / cords.length, gain }];
}

/** Three segments of each cord: near its root, in its middle, near its tip. */
function listExcitations({ cords }: DrivePlan, names: readonly string[]): LearnHandle['senses']['elements'] {
  return cords.flatMap(({ first, segments }, cord) =>
    [0, 1, 2].map((k) => ({
      array: 'excitations',
      index: first + Math.floor(((2 * k + 1) * segments) / 6),
      name: `excitation ${k + 1} of ${names[cord]!}`,
    })),
  );
}

/** The foremost node. */
function findHead({ positions }: SoftBody): number {
  let head = 0;
  for (let node = 1; 3 * node < positions.length; node++) if (positions[3 * node]! > positions[3 * head]!) head = node;
  return head;
}

/** How firmly each arm closes, or all of them. */
function createGripActions(plan: DrivePlan, names: readonly string[]): LearnHandle['actions'] {
  const closers = names.flatMap((name, cord) =>
    plan.graspers[cord] === 1 ? [{ name, writes: listTones(plan, cord, 1) }] : [],
  );
  return {
    default: closers.map(({ name, writes }) => ({ name: `grip of ${name}`, reach: 1, writes })),
    few: [{ name: 'grip', reach: 1, writes: closers.flatMap(({ writes }) => writes) }],
  };
}

function listPlaces(desc: SoftDesc, body: SoftBody, plan: DrivePlan, scene: SoftScene): LearnHandle['places'] {
  const { exit, path } = scene;
  const walls: readonly LearnPlace[] = [
    {
      task: 'bottle',
      settings: { 'scene.kind': 'bottle' },
      about: 'Leave the bottle by its neck, with the whole body.',
      pushes: 'contactPushes',
      ...(exit === undefined ? {} : { escape: { array: 'positions', beyond: exit } }),
    },
    {
      task: 'valley',
      // The way is the policy's to follow.
      settings: { 'scene.kind': 'valley', 'scene.lead': 0 },
      about: 'Follow a winding valley, narrower than the animal, to its end.',
      pushes: 'contactPushes',
      ...(path === undefined ? {} : { route: path }),
    },
  ];
  const hasArms = plan.graspers.includes(1);
  return hasArms
    ? [
        ...walls,
        {
          task: 'grasp',
          // No waves, and no grip of its own: all is left to the policy.
          settings: { 'scene.kind': 'grasp', 'control.effort': 0, 'control.grasp': 0 },
          about: 'Hold a ball with the arms.',
          pushes: 'ballPushes',
          ball: createLearnBall(desc, body, plan, scene),
          actions: createGripActions(
            plan,
            body.cords.map(({ name }) => name),
          ),
        },
      ]
    : walls;
}

function createLearnBall(desc: SoftDesc, body: SoftBody, { graspers }: DrivePlan, { ball }: SoftScene): LearnBall {
  const radius = ball?.radius ?? 0;
  return {
    arrays: isSecondOrder(desc) ? ['ball', 'ballBefore'] : ['ball'],
    velocityAt,
    mass: (4 / 3) * Math.PI * radius * radius * radius * (desc.scene.kind === 'grasp' ? desc.scene.ballDensity : 0),
    arms: ball === undefined ? [] : listArms(body, graspers),
  };
}

/** Nodes that can touch, of the elements that each closing cord moves. */
function listArms({ cords, tets, surface, plates }: SoftBody, graspers: Uint8Array): number[][] {
  const touching = createTouchingNodes(surface, plates);
  return cords.flatMap(({ elements }, cord) => {
    if (graspers[cord] !== 1) return [];
    const own = new Set(Array.from(elements).flatMap((tet) => Array.from(tets.subarray(4 * tet, 4 * tet + 4))));
    return [Array.from(touching).flatMap((node, i) => (own.has(node) ? [3 * i] : []))];
  });
}
