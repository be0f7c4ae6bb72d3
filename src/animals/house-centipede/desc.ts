/** A house centipede: a short body on fifteen pairs of long legs, the last twice as long as the first. */
import { type MyriapodDesc, myriapodSchema } from '../../engine/families/myriapod/schema.ts';

/** ADJUST ends before the pose of SF2, whose rest is part of the lag: 24° and 3°. */
const lateAdjust = { adjustAngle: (24 * Math.PI) / 180, adjustLift: (3 * Math.PI) / 180 };

export function describeHouseCentipede(): MyriapodDesc {
  return myriapodSchema().parse({
    schemaVersion: 2,
    animal: 'house-centipede',
    group: 'walks',
    title: 'House centipede',
    about:
      'Fifteen pairs of legs, the last twice as long as the first, under a short body: the fastest of the many-legged here.',
    tryFirst: [
      { label: 'Make it run', set: ['control.speed=0.2', 'brain.speed=0.2'] },
      { label: 'Press on a leg to take it off' },
    ],
    // From above: stripes along the back, legs to both sides.
    view: { azimuth: 0.8, elevation: 0.9 },
    body: {
      kind: 'hybrid',
      segments: 16,
      rigidLength: 2e-3,
      softLength: 1.2e-3,
      width: 6e-3,
      height: 4e-3,
      stiffness: 300,
      cells: 2,
      look: 'banded',
    },
    controller: {
      kind: 'legs',
      legs: { upper: 8e-3, lower: 11e-3, growth: 1.8, standing: 0.35 },
      gait: {
        coordination: 'auto',
        swingRatio: 8.6,
        adjustTime: 8e-3,
        ...lateAdjust,
        duty: 0.75,
        minStance: 0.03,
        swingFloor: 0.08,
      },
      targeter: { turnRate: 3, tiltRate: 3 },
    },
    brain: { speed: 0.12, wanderRate: 1, wanderAngle: 2, avoidRate: 4, foodRate: 2, eatDistance: 0.02 },
    control: { speed: 0.12 },
    antennae: { links: 27, firstLink: 1.2e-3, lastLink: 0.8e-3 },
    scene: { terrain: 'plane', startHeight: 0.015 },
  });
}
