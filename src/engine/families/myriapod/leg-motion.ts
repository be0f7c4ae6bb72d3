/** The legs of an animal in a step of its body: by which rules they move, and how fast. */
import { brainModes, brainPlaces } from '../../control/brain/brain.ts';
import { advancePhaseLegs, type PhaseTiming, setTiming } from '../../control/legs/phase.ts';
import { advanceLegs } from '../../control/legs/switcher.ts';
import type { MyriapodArrays } from './arrays.ts';
import type { MyriapodSystem } from './system.ts';
import type { Walker } from './scratch.ts';
import { setFrames, trackHeading } from './segment-frames.ts';

/** A few steps of the legs to where the body has come. */
export function moveLegs(system: MyriapodSystem, timing: PhaseTiming, walker: Walker, time: number): void {
  const { arrays, frames, legs } = walker;
  const { brain } = arrays;
  const h = system.dt / system.legSteps;
  const inPhase = system.plan.gait.coordination === 'phase' && brain[brainPlaces.mode] !== brainModes.ADJUSTMENT;
  const drive = computeSwingRate(system, arrays);
  const speed = Math.max(system.swingFloor, brain[brainPlaces.speed]!);
  if (inPhase) setTiming(timing, system.plan, legs.height, speed, arrays.legTiming);
  else arrays.legLandings.fill(0);
  for (let k = 1; k <= system.legSteps; k++) {
    setFrames(frames, walker, k === system.legSteps ? 1 : k / system.legSteps);
    if (inPhase) advancePhaseLegs(legs, timing, time + (k - 1) * h, h);
    else advanceLegs(legs, drive, time + (k - 1) * h, h);
  }
  trackHeading(arrays.heading, frames);
}

/** Swing rate that the brain asks of the first legs. */
function computeSwingRate(system: MyriapodSystem, { brain }: MyriapodArrays): number {
  if (brain[brainPlaces.mode] === brainModes.ADJUSTMENT) return system.restRate;
  return Math.max(system.restRate, system.swingPerSpeed * Math.max(system.swingFloor, brain[brainPlaces.speed]!));
}
