/** The comet: an imaginary flat swimmer, a round head with a long tail that beats up and down like a dolphin's. */
import type { SoftDesc } from '../../engine/families/soft/schema.ts';
import { describePlate } from '../shared/plate.ts';
import { createZigzag } from '../shared/plate-shapes.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeComet(): SoftDesc {
  const wave = { period: 14 / 30, width: 0.5, height: 0.5, alpha: 0.95, beta: 0.05, kappa: 5, turn: -0.6 };
  const upper = [
    [0.3, 0],
    [0.28, 0.06],
    [0.22, 0.11],
    [0.14, 0.13],
    [0.04, 0.11],
    [-0.06, 0.08],
    [-0.18, 0.06],
    [-0.3, 0.07],
    [-0.4, 0.12],
    [-0.44, 0.1],
    [-0.4, 0],
  ] as const;
  const outline = [
    ...upper,
    ...upper
      .slice(1, -1)
      .map(([x, y]) => [x, -y])
      .reverse(),
  ];
  const tail = (side: number) => createZigzag(0.22, -0.36, 8, () => [side * 0.015, side * 0.06]);
  const entry = {
    animal: 'comet',
    group: 'never was',
    title: 'Comet (imaginary)',
    about: 'An animal that never was: a round head with a long tail that beats up and down like a dolphin’s.',
    tryFirst: [
      { label: 'Beat faster', set: ['control.tempo=1.5'] },
      { label: 'Swim in water that moves with it', set: [...livingSwim, 'body.material.curvature=20'] },
    ],
    view: { azimuth: 2.2, elevation: 0.45 },
  };
  return describePlate(entry, {
    outline,
    triangles: 520,
    muscle: 'tail',
    route: tail,
    reach: { radius: 0.1, decay: 4 },
    bend: 8,
    look: 'ember',
    anatomy: [
      { kind: 'eye', at: [0.22, 0.06, 0.01], size: 0.017 },
      { kind: 'ridge', at: [0.3, 0, 0], to: [-0.42, 0, 0], size: 0.1, flat: 0.4 },
    ],
    wave,
  });
}
