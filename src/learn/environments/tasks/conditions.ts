/**
 * What differs between episodes in the open besides the body: the target and its speed, a current, a push at the head. All of it is
 * drawn here, once when an episode begins, from the stream of its lane.
 */
import type { LearnHandle, LearnPush, TaskLane } from '../../../engine/contract/learning.ts';
import { drawBetween, drawDirection } from '../../../engine/math/space/directions.ts';
import { nextFloat } from '../../../engine/math/rng.ts';

type Range = readonly [least: number, most: number];

export interface Conditions {
  /** Shares of its own speed, through the water, that it is asked for. */
  readonly speeds: Range;
  /** Of the current along the target, as shares of its own speed. What it is asked for is over ground, so that it has to notice. */
  readonly currents: Range;
  /** Share of the episodes with a push. */
  readonly pushes: number;
}

/** Shares of its own speed that it is asked for. Chosen: within what effort can do. */
export const paces: Range = [0.7, 1.2];
/** Speed of a current, as a share of the animal's own. Chosen: it can be overcome. */
export const currentShare = 0.3;

export const plainConditions: Conditions = { speeds: [1, 1], currents: [0, 0], pushes: 0 };
/** Of `steer` while training: a policy has no answer to what it never met. */
export const variedConditions: Conditions = {
  speeds: paces,
  currents: [-currentShare, currentShare],
  pushes: 0.5,
};

/** Shares of the horizon for which a target stays while training: every state then is the start of something. */
const targetShares: Range = [0.3, 0.7];

/** Numbers that these functions keep at the beginning of a task's memory. */
export const conditionsLength = 5;
/** When the target ends and when the push begins, s of the episode, and its force, N. */
const places = { end: 0, push: 1, force: 2 } as const;

/** Draws all of it, with a target in any direction. */
export function beginConditions(lane: TaskLane, handle: LearnHandle, { speeds, currents, pushes }: Conditions): void {
  const { target, rng, memory, training } = lane;
  const { horizon, push } = handle;
  drawDirection(target.direction, 0, handle.space, rng);
  target.speed[0] = drawIn(lane, speeds);
  memory[places.end] = training ? horizon * drawIn(lane, targetShares) : Infinity;
  beginCurrent(lane, handle, currents);
  if (push === undefined || pushes === 0) return;
  if (nextFloat(rng) < pushes) drawPush(lane, push, [0, Math.min(memory[places.end]!, horizon)]);
  else skipPush(lane, push);
}

function drawIn({ rng }: TaskLane, [least, most]: Range): number {
  return least === most ? least : drawBetween(rng, least, most);
}

function beginCurrent(lane: TaskLane, handle: LearnHandle, range: Range): void {
  if (handle.setCurrent === undefined || (range[0] === 0 && range[1] === 0)) return;
  const { target, reference, simulation } = lane;
  const share = drawIn(lane, range);
  target.speed[0]! += share;
  const [x, y, z] = Array.from(target.direction, (part) => share * reference * part);
  handle.setCurrent(simulation, x!, y!, z!);
}

/** Whether the animal is to get another target. */
export function isTargetOver({ seconds, memory }: TaskLane): boolean {
  return seconds >= memory[places.end]!;
}

/** A push from any side that begins between two times of the episode. */
export function drawPush(lane: TaskLane, push: LearnPush, times: Range): void {
  const { memory, rng, simulation } = lane;
  memory[places.push] = drawIn(lane, times);
  drawDirection(memory, places.force, 'sphere', rng);
  const newtons = push.weight * drawIn(lane, push.shares);
  for (let k = 0; k < 3; k++) memory[places.force + k]! *= newtons;
  // That of the episode before may not be over.
  push.set(simulation, 0, 0, 0);
}

function skipPush({ memory, simulation }: TaskLane, push: LearnPush): void {
  memory[places.push] = Infinity;
  push.set(simulation, 0, 0, 0);
}

/** In every tick. */
export function updatePush({ seconds, memory, simulation }: TaskLane, push: LearnPush): void {
  const since = seconds - memory[places.push]!;
  const share = since >= 0 && since < push.seconds ? 1 : 0;
  const [x, y, z] = [0, 1, 2].map((k) => share * memory[places.force + k]!);
  push.set(simulation, x!, y!, z!);
}

/** s since the push ended; negative before. */
export function getSecondsAfterPush({ seconds, memory }: TaskLane, push: LearnPush): number {
  return seconds - memory[places.push]! - push.seconds;
}
