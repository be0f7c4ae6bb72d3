/** The butterfly: an imaginary flat swimmer with four lobes; the muscles of the fore wings lead those of the hind wings. */
import type { SoftDesc } from '../../engine/families/soft/schema.ts';
import { describePlate } from '../shared/plate.ts';
import { createPolarOutline, createZigzag } from '../shared/plate-shapes.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeButterfly(): SoftDesc {
  const wave = { period: 14 / 30, width: 0.5, height: 0.5, alpha: 0.92, beta: 0.08, kappa: 5, turn: -1 };
  const outline = createPolarOutline((angle) => 0.25 + 0.08 * sin(angle) - 0.06 * cos(4 * angle));
  const fin = (side: number) => createZigzag(0.2, -0.2, 8, () => [side * 0.06, side * 0.22]);
  const entry = {
    animal: 'butterfly',
    group: 'never was',
    title: 'Butterfly (imaginary)',
    about: 'An animal that never was: four lobes of a soft sheet, the fore wings a little ahead of the hind ones.',
    tryFirst: [
      { label: 'Turn to the left', set: ['control.turn=1'] },
      { label: 'Swim in water that moves with it', set: [...livingSwim, 'body.material.curvature=18'] },
    ],
    view: { azimuth: 2.5, elevation: 0.8 },
  };
  return describePlate(entry, {
    outline,
    triangles: 640,
    muscle: 'wings',
    route: fin,
    reach: { radius: 0.08, decay: 5 },
    bend: 8,
    look: 'orchid',
    anatomy: [
      { kind: 'ridge', at: [0.22, 0, 0], to: [-0.2, 0, 0], size: 0.05, flat: 0.8, look: 'horn' },
      { kind: 'lobe', at: [0.2, 0.008, 0.02], to: [0.36, 0.08, 0.14], size: 0.005, look: 'horn' },
      { kind: 'eye', at: [0.16, 0.025, 0.02], size: 0.011 },
    ],
    wave,
  });
}
