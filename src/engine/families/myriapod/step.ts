// One step of a myriapod: antennae and brain, Targeters from head to tail, the body, the legs. [myriapod §6]
//
// Carried segments and the head are moved by their Targeters, all others by the forces of their soft neighbours, gravity
// and the ground. The legs then move to where the body has come, in a few steps of their own, so that the moments at which
// they come to stand do not depend on the step of the body. Several animals take every stage together.
import { stepHybrid } from '../../bodies/rigid-soft/step.ts';
import { updateAntennae } from '../../control/brain/antennae.ts';
import { brainModes, brainPlaces, updateBrain } from '../../control/brain/brain.ts';
import { moveHead, moveSegment, rightSegment } from '../../control/legs/targeter.ts';
import { advanceUndulation } from '../../control/legs/undulation.ts';
import type { State } from '../../contract/types.ts';
import { updateHerd } from '../../world/herd.ts';
import { countStanding, isSupported, moveLegs } from './controller.ts';
import { checkHold, holdToGround, keepHeight, partAnimals, partFromObstacles } from './scene/contact.ts';
import { stepPond } from './scene/pond.ts';
import { unitsPerMetre } from './schema.ts';
import { type MyriapodArrays, type MyriapodScratch, type MyriapodSystem, setFrames, type Walker } from './system.ts';

export function stepMyriapod(system: MyriapodSystem, state: State, scratch: MyriapodScratch): void {
  const { walkers, herd, pond, contact, sample } = scratch;
  const { dt } = system;
  const [step, time] = [state.clock[0]!, state.clock[1]!];
  if (herd !== null) updateHerd(herd);
  if (step % system.brainEvery === 0) {
    scratch.stage = 'antennae and brain';
    for (const walker of walkers) think(system, state, scratch, walker);
  }
  scratch.stage = 'following and balance';
  for (const walker of walkers) {
    walker.startPositions.set(walker.arrays.bodyPositions);
    walker.startQuaternions.set(walker.arrays.bodyQuaternions);
    moveCarried(system, scratch, walker.arrays, time);
    if (system.scene.obstacles.length > 0) partFromObstacles(walker.arrays, walker.obstructions, contact, sample, dt);
  }
  if (herd !== null) partAnimals(scratch.arrays, herd, contact, dt);
  scratch.stage = 'soft segments, rigid segments and contact';
  for (const { arrays } of walkers) stepHybrid(scratch.body, arrays, scratch.environment);
  scratch.stage = 'legs';
  for (const walker of walkers) moveLegs(system, scratch.timing, walker, time);
  if (pond === null || step % pond.every !== 0) return;
  scratch.stage = 'water';
  stepPond(pond, scratch.arrays.legTips, system.plan.missing);
}

function think(system: MyriapodSystem, state: State, scratch: MyriapodScratch, walker: Walker): void {
  const { arrays, frames, inputs, antennae, obstructions } = walker;
  const { terrain } = scratch.environment;
  const { controls } = state;
  const { controlIndex } = system;
  const seconds = system.brainEvery * system.dt;
  setFrames(frames, walker, 1);
  checkHold(system.claws, arrays);
  updateAntennae(antennae, arrays.antennae, arrays.random, frames, terrain, obstructions, seconds);
  inputs.standing = countStanding(system.plan, arrays);
  inputs.neckSupported = isSupported(system.plan, system.desc.controller, arrays, 1);
  inputs.speed = unitsPerMetre * controls[controlIndex['brain.speed']]!;
  inputs.manual = walker === scratch.chosen ? controls[controlIndex['control.manual']]! : 0;
  inputs.manualTurn = controls[controlIndex['control.turn']]!;
  inputs.manualSpeed = unitsPerMetre * controls[controlIndex['control.speed']]!;
  updateBrain(walker.brain, arrays.brain, arrays.random, inputs, seconds);
}

function moveCarried(
  system: MyriapodSystem,
  { targeter, environment, sample, undulation }: MyriapodScratch,
  arrays: MyriapodArrays,
  time: number,
): void {
  const { terrain } = environment;
  const count = system.parameters.rigidSizes.length;
  const walking = arrays.brain[brainPlaces.mode] !== brainModes.ADJUSTMENT;
  const speed = arrays.brain[brainPlaces.speed]!;
  if (undulation !== null) advanceUndulation(undulation, arrays.undulation, arrays, walking, time);
  setCarried(arrays, 0, walking);
  if (walking) moveHead(targeter, arrays, terrain, speed, arrays.brain[brainPlaces.turn]!);
  for (let body = 1; body < count; body++) {
    const carried = isSupported(system.plan, system.desc.controller, arrays, body);
    setCarried(arrays, body, carried);
    if (carried) moveSegment(targeter, arrays, body, terrain, speed, undulation);
    else if (system.desc.controller.targeter.righting) rightSegment(targeter, arrays, body, terrain);
  }
  if (terrain === null) return;
  for (let body = 0; body < count; body++) {
    if (arrays.bodyKinematic[body] === 0) {
      if (system.claws.grip > 0) holdToGround(system.claws, arrays, body, terrain, sample);
    } else if (system.ground?.closed === true) keepHeight(system.claws, arrays, body, terrain, sample);
  }
}

/** A segment that is let go keeps its velocity and stops turning. */
function setCarried(arrays: MyriapodArrays, body: number, carried: boolean): void {
  if (!carried && arrays.bodyKinematic[body] === 1) arrays.bodySpins.fill(0, 3 * body, 3 * body + 3);
  arrays.bodyKinematic[body] = carried ? 1 : 0;
}
