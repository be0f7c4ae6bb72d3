/** What a policy may change of a soft animal: every number of every cord, or turn, climb and effort of the whole body. */
import type { ActionSets, LearnAction, LearnHandle, LearnWrite } from '../../../contract/learning.ts';
import type { DrivePlan } from '../../../control/excitation/drive.ts';

/** How far actions reach, and how the proportional controller uses them. */
export interface Steering {
  readonly space: LearnHandle['space'];
  /** Reaches of Δμ, Δα, Δβ, Δκ for a cord, and of Δg. */
  readonly reach: readonly [number, number, number, number, number];
  /** Of the proportional controller: share of the reach for a target at a right angle. */
  readonly gain: number;
}

/** Share of its effort that a policy may add or take. */
const effortReach = 0.4;
/** Δκ of fins whose Δg turns too slowly: their wave runs faster on one side. Chosen on the plates of the examples and the manta: with 3 one plate went astray. */
const assistPasses = [1, 2];
/** Reach of the actions of models that drive whole cords or single segments. */
const wholeReach = 0.25;

/** Of ap-mem and cpg-mem: groups of actions, in the order of `reach`. */
const factors = [
  { group: 'Δμ', about: "Change of each cord's central signal." },
  { group: 'Δα', about: 'Change of the share of the signal that is passed on from segment to segment.' },
  { group: 'Δβ', about: 'Change of the share of the signal that a segment keeps.' },
  { group: 'Δκ', about: 'Change of how many segments the signal passes in a control step.' },
  { group: 'Δg', about: 'Change of the factor on the wave of each cord that bends either way.' },
] as const;
const segmentChange = { group: 'change', about: 'Change of the excitation of each cord or segment.' } as const;

export function createActionSets(
  steering: Steering,
  plan: DrivePlan,
  driven: readonly boolean[],
  names: readonly string[],
): ActionSets {
  const { model } = plan;
  return {
    default: listCordActions(steering, plan, driven, names),
    few: listFewActions(steering, plan, driven),
    paper: Array.from({ length: model.factorsAt ?? model.actionSize }, (_, i) =>
      createSingle(plan, i, model.high[i]!, undefined),
    ),
  };
}

/** One action of the excitation model as it is. */
function createSingle(
  { model, cords }: DrivePlan,
  index: number,
  reach: number,
  proportional: LearnAction['proportional'],
): LearnAction {
  const end = model.factorsAt ?? model.actionSize;
  const isFactor = index >= end;
  const row = isFactor
    ? factors[4]
    : model.name === 'ap-mem' || model.name === 'cpg-mem'
      ? factors[index % Math.max(1, end / cords.length)]!
      : segmentChange;
  return {
    name: model.nameAction(index),
    reach,
    group: row.group,
    about: row.about,
    writes: [{ array: 'actions', index, gain: 1 }],
    ...(proportional === undefined ? {} : { proportional }),
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
  { reach, gain }: Steering,
  plan: DrivePlan,
  driven: readonly boolean[],
  names: readonly string[],
): LearnAction[] {
  const { model } = plan;
  const factorsAt = model.factorsAt;
  const steerBy = (cord: number): LearnAction['proportional'] => {
    const strength = gain * reach[0] * getSign(plan, driven, cord);
    return { left: strength * plan.sides[cord]!, up: strength * plan.heights[cord]! };
  };
  if (factorsAt === undefined)
    return Array.from({ length: model.actionSize }, (_, i) =>
      createSingle(plan, i, wholeReach, steerBy(findCord(plan, i))),
    );
  const perCord = factorsAt / names.length;
  return names.flatMap((_, cord) => {
    const own = Array.from({ length: perCord }, (_, k) =>
      createSingle(plan, perCord * cord + k, reach[k]!, k === 0 && !isBending(plan, cord) ? steerBy(cord) : undefined),
    );
    if (!isBending(plan, cord)) return own;
    if (perCord > 3) own[3] = { ...own[3]!, assist: assistPasses.map((passes) => passes * plan.sides[cord]!) };
    // A fin does less on the side that it turns to.
    return [...own, createSingle(plan, factorsAt + cord, reach[4], { left: -gain * reach[4] * plan.sides[cord]! })];
  });
}

/** Cord of an action of a model with one for each cord or for each segment. */
function findCord({ cords, model }: DrivePlan, action: number): number {
  if (model.actionSize === cords.length) return action;
  return cords.findIndex(({ first, segments }) => action >= first && action < first + segments);
}

/** Turn, climb and effort of the whole body: noise cannot cancel out in them. */
function listFewActions({ reach, gain, space }: Steering, plan: DrivePlan, driven: readonly boolean[]): LearnAction[] {
  const bends = driven.some((isDriven, cord) => isDriven && isBending(plan, cord));
  const write = (places: Float64Array): LearnWrite[] =>
    plan.cords.flatMap((_, cord) => listTones(plan, cord, reach[0] * getSign(plan, driven, cord) * places[cord]!));
  const turn: LearnAction = {
    name: 'turn',
    reach: 1,
    about: bends
      ? 'Turns to the left: fins beat less on that side.'
      : 'Turns to the left: Δμ by the side of each cord.',
    proportional: { left: gain },
    writes: bends ? [{ control: 'control.turn', gain: 1 }, ...listRudder(plan, plan.sides)] : write(plan.sides),
  };
  const climb: LearnAction = {
    name: 'climb',
    reach: 1,
    about: bends ? 'Climbs: the waves of the fins.' : 'Climbs: Δμ by the height of each cord.',
    proportional: { up: gain },
    writes: bends ? [{ control: 'control.climb', gain: 1 }] : write(plan.heights),
  };
  const effort: LearnAction = {
    name: 'effort',
    reach: 1,
    about: `Adds up to ${effortReach} to the strength of the waves, or takes it away.`,
    writes: [{ control: 'control.effort', gain: effortReach }],
  };
  const climbs = space === 'sphere' || plan.climbGains.some((climbGain) => climbGain !== 0);
  return climbs ? [turn, climb, effort] : [turn, effort];
}

/** Tone of the arms of an animal that swims with fins: they bend to the side that it turns to, which costs less speed than its fins. */
const rudderTone = 1;

function listRudder(plan: DrivePlan, places: Float64Array): LearnWrite[] {
  const arms = plan.cords.flatMap((_, cord) => (isBending(plan, cord) ? [] : [cord]));
  const most = Math.max(...arms.map((cord) => Math.abs(places[cord]!)));
  return arms.flatMap((cord) =>
    listTones(plan, cord, ((plan.graspers[cord] === 1 ? -1 : 1) * rudderTone * places[cord]!) / most),
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

/** How firmly each arm closes, or all of them. */
export function createGripActions(plan: DrivePlan, names: readonly string[]): ActionSets {
  const closers = names.flatMap((name, cord) =>
    plan.graspers[cord] === 1 ? [{ name, writes: listTones(plan, cord, 1) }] : [],
  );
  return {
    default: closers.map(({ name, writes }) => ({
      name: `grip of ${name}`,
      reach: 1,
      group: 'grip',
      about: 'How firmly each arm closes.',
      writes,
    })),
    few: [
      {
        name: 'grip',
        reach: 1,
        about: 'How firmly all arms close.',
        writes: closers.flatMap(({ writes }) => writes),
      },
    ],
  };
}
