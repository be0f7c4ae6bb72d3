/** The stingray: a plate with a zigzag bending muscle along each fin; the wave runs from front to back. */
import type { SoftDesc } from '../../engine/families/soft/schema.ts';
import { describePlate } from '../shared/plate.ts';
import { createRoundOutline, createZigzag } from '../shared/plate-shapes.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeStingray(): SoftDesc {
  const wave = { period: 12 / 30, width: 0.5, height: 0.5, alpha: 0.92, beta: 0.08, kappa: 5.8, turn: -0.6 };
  const [length, span] = [0.6, 0.8];
  const outline = createRoundOutline(length / 2, span / 2, 1.7);
  const fin = (side: number) =>
    createZigzag(0.24, -0.24, 9, (x) => [side * 0.08, side * 0.85 * (span / 2) * (1 - 2.6 * Math.abs(x))]);
  const entry = {
    animal: 'stingray',
    group: 'swims',
    title: 'Stingray',
    about: 'A soft plate with a muscle along each fin that bends it up and down; the wave runs from front to back.',
    tryFirst: [
      { label: 'Turn to the left', set: ['control.turn=1'] },
      { label: 'Beat faster', set: ['control.tempo=1.5'] },
      { label: 'Swim as living rays do', set: [...livingSwim, 'body.material.curvature=16'] },
    ],
    view: { azimuth: 2.5, elevation: 0.75 },
  };
  return describePlate(entry, {
    outline,
    triangles: 760,
    muscle: 'fin',
    route: fin,
    reach: { radius: 0.08, decay: 5 },
    bend: 14,
    look: 'ray',
    anatomy: [
      { kind: 'eye', at: [0.17, 0.06, 0.01], size: 0.016 },
      { kind: 'ridge', at: [0.27, 0, 0], to: [-0.24, 0, 0], size: 0.15, flat: 0.32 },
      { kind: 'lobe', at: [-0.24, 0.05, 0], to: [-0.37, 0.11, -0.004], size: 0.05, end: 0.9, flat: 0.12 },
      { kind: 'lobe', at: [-0.26, 0, 0.004], to: [-0.95, 0, 0.02], size: 0.014 },
    ],
    wave,
  });
}
