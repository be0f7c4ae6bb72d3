// Where a run begins: random streams, things of the scene, bodies above the ground, legs in their first poses.
import type { HybridBody } from '../../bodies/rigid-soft/body.ts';
import { setStraightStart, setTissueBetween } from '../../bodies/rigid-soft/start.ts';
import { setAntennaeStart, setPoints } from '../../control/brain/antennae.ts';
import { legStates } from '../../control/legs/leg-plan.ts';
import { setWorldTip } from '../../control/legs/leg-places.ts';
import type { State } from '../../contract/types.ts';
import { cos, sin } from '../../math/portable.ts';
import { nextFloat, setRngState } from '../../math/rng.ts';
import { updateHerd } from '../../world/herd.ts';
import { placeScene } from '../../world/things.ts';
import { setPondStart } from './scene/pond.ts';
import type { StartPose } from './scene/setup.ts';
import { unitsPerMetre } from './schema.ts';
import { type MyriapodArrays, type MyriapodScratch, type MyriapodSystem, setFrames, type Walker } from './system.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';

/** Standing heights within which legs find the ground by themselves. */
const reachHeights = 3;

const { SF1, SF2, SB1, SB2 } = legStates;

export function setMyriapodStart(system: MyriapodSystem, _state: State, scratch: MyriapodScratch, seed: number): void {
  const { environment, pond, herd } = scratch;
  scratch.walkers.forEach((walker, animal) => {
    const { arrays, start } = walker;
    // A single animal has the stream of the scene.
    setRngState(arrays.random, seed, animal === 0 ? 'myriapod' : `myriapod ${animal + 1}`);
    if (animal === 0) placeScene(scratch.sceneArrays, system.scene, environment.terrain, arrays.random);
    placeWalker(system, scratch, walker, start);
  });
  if (pond !== null) setPondStart(pond);
  if (herd !== null) updateHerd(herd);
}

/** Lays an animal straight onto the ground; all its arrays but the random stream are zero before. */
function placeWalker(system: MyriapodSystem, scratch: MyriapodScratch, walker: Walker, start: StartPose): void {
  const { arrays, frames } = walker;
  setStraightStart(arrays, scratch.body, start.x, start.y, computeStartHeight(system, scratch, start));
  if (start.turn !== 0) turnStart(arrays, scratch.body, start);
  setAntennaeStart(arrays.antennae, arrays.random);
  setFrames(frames, walker, 1);
  setLegStart(system, walker);
  for (let side = 0; side < 2; side++) setPoints(walker.antennae, arrays.antennae, frames, side);
  arrays.heading[0] = start.turn;
}

/**
 * After the ground was exchanged under running animals: who is inside the new one, or out of its reach, is laid onto it
 * where it was and facing as it did; onto a closed one, where that has room for it.
 */
export function putOntoGround(system: MyriapodSystem, scratch: MyriapodScratch): void {
  const { ground } = system;
  if (ground === null) return;
  let moved = false;
  for (const walker of scratch.walkers) {
    if (isOnGround(system, scratch, walker)) continue;
    const { arrays, start } = walker;
    const [x, y] = arrays.bodyPositions as unknown as [number, number];
    const place = ground.closed ? start : { ...start, x, y, turn: arrays.heading[0]! };
    for (const [name, array] of Object.entries(arrays)) if (name !== 'random') array?.fill(0);
    placeWalker(system, scratch, walker, place);
    moved = true;
  }
  if (moved && scratch.herd !== null) updateHerd(scratch.herd);
}

/** With every segment above the ground and near enough to stand. */
function isOnGround(system: MyriapodSystem, { environment, sample }: MyriapodScratch, { arrays }: Walker): boolean {
  const { bodyPositions: positions } = arrays;
  const highest = reachHeights * system.targeter.height;
  for (let at = 0; at < positions.length; at += 3) {
    setDistance(sample, environment.terrain!, positions[at]!, positions[at + 1]!, positions[at + 2]!);
    if (!(sample[0]! > 0 && sample[0]! < highest)) return false;
  }
  return true;
}

/** Turns a body that lies straight behind its head about the vertical through it. */
function turnStart(arrays: MyriapodArrays, body: HybridBody, { x, y, turn }: StartPose): void {
  const [c, s] = [cos(turn), sin(turn)];
  const { bodyPositions: positions, bodyQuaternions: quaternions } = arrays;
  for (let at = 0; at < positions.length; at += 3) {
    const [dx, dy] = [positions[at]! - x, positions[at + 1]! - y];
    positions[at] = x + c * dx - s * dy;
    positions[at + 1] = y + s * dx + c * dy;
  }
  for (let at = 0; at < quaternions.length; at += 4) quaternions.set([0, 0, sin(turn / 2), cos(turn / 2)], at);
  setTissueBetween(arrays, body);
}

/** The height at which every segment is as far from the ground as asked for: a clearance, no height under a point. */
function computeStartHeight(
  system: MyriapodSystem,
  { environment, sample }: MyriapodScratch,
  { x, y, turn }: StartPose,
): number {
  const { terrain } = environment;
  const wanted = unitsPerMetre * system.desc.scene.startHeight;
  if (terrain === null) return wanted;
  const { linkLength } = system.targeter;
  const count = system.parameters.rigidSizes.length;
  let height = wanted;
  const [stepX, stepY] = [linkLength * cos(turn), linkLength * sin(turn)];
  for (let round = 0; round < 50; round++) {
    let least = Infinity;
    for (let body = 0; body < count; body++) {
      setDistance(sample, terrain, x - body * stepX, y - body * stepY, height);
      least = Math.min(least, sample[0]!);
    }
    if (least >= wanted - 1e-9) break;
    height += wanted - least;
  }
  return height;
}

function setLegStart(system: MyriapodSystem, { arrays, frames, legs }: Walker): void {
  const { plan } = system;
  const { start, wave, swingAngle, pressAngle, kneeAngle } = system.desc.controller.gait;
  // Legs later in the wave are earlier in their cycle; a direct one begins at the tail.
  const lag = wave === 'direct' ? -Math.PI / 6 : Math.PI / 6;
  const tip = legs.scratch.tip;
  for (let leg = 0; leg < plan.legCount; leg++) {
    const phase =
      start === 'random'
        ? 2 * Math.PI * nextFloat(arrays.random)
        : start === 'equal'
          ? Math.PI / 6
          : lag * ((leg >> 1) + 1);
    const [c, s] = [cos(phase), sin(phase)];
    arrays.legAngles.set([swingAngle * c, pressAngle * s, kneeAngle], 3 * leg);
    arrays.legStates[leg] = s >= 0 ? (c < 0 ? SF1 : SF2) : c >= 0 ? SB1 : SB2;
    arrays.legSpeeds[leg] = system.restRate;
    arrays.legTokens[leg] = -1;
    arrays.legOnsets[leg] = -1;
    setWorldTip(tip, plan, frames, leg, arrays.legAngles, 3 * leg);
    arrays.legTips.set(tip, 3 * leg);
  }
}
