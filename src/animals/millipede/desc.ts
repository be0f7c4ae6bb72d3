/** A millipede: many short segments, two pairs of short legs on each, and a wave that runs from tail to head. */
import { type MyriapodDesc, myriapodSchema } from '../../engine/families/myriapod/schema.ts';

/** ADJUST ends before the pose of SF2, whose rest is part of the lag: 24° and 3°. */
const lateAdjust = { adjustAngle: (24 * Math.PI) / 180, adjustLift: (3 * Math.PI) / 180 };

export function describeMillipede(): MyriapodDesc {
  return myriapodSchema().parse({
    schemaVersion: 2,
    animal: 'millipede',
    group: 'walks',
    title: 'Millipede',
    about:
      'Forty-four segments with two pairs of legs each. The wave of its legs runs forward, against that of the centipede, and it hardly ever hurries.',
    tryFirst: [
      { label: 'Let the wave of its legs run backward', set: ['controller.gait.wave=retrograde'] },
      { label: 'Send it up a slope', set: ['scene.slope=-0.2'] },
    ],
    body: {
      kind: 'hybrid',
      segments: 44,
      rigidLength: 2e-3,
      softLength: 1.5e-3,
      width: 9e-3,
      height: 9e-3,
      stiffness: 200,
      cells: 2,
      look: 'ringed',
      outline: 'rings',
    },
    controller: {
      kind: 'legs',
      legs: { pairsPerSegment: 2, upper: 4e-3, lower: 5e-3, standing: 0.35 },
      gait: {
        coordination: 'auto',
        wave: 'direct',
        swingRatio: 12.9,
        adjustTime: 6e-3,
        ...lateAdjust,
        duty: 0.75,
        minStance: 0.03,
        swingFloor: 0.03,
      },
    },
    // A sharper turn toward food runs its legs out of step for seconds.
    brain: { speed: 0.04, wanderRate: 0.5, foodRate: 0.7, slowInTurns: 0.4, eatDistance: 0.02 },
    control: { speed: 0.04 },
    antennae: { links: 10, firstLink: 1.2e-3, lastLink: 0.8e-3 },
    scene: { terrain: 'plane', startHeight: 0.012, paint: 'bark' },
  });
}
