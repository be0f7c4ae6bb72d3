/** The manta: an imaginary flat swimmer with long pointed wings; one muscle along each wing flaps it. */
import type { SoftDesc } from '../../engine/families/soft/schema.ts';
import { describePlate } from '../shared/plate.ts';
import { createPolarOutline } from '../shared/plate-shapes.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import { livingSwim } from '../shared/living-swim.ts';

export function describeManta(): SoftDesc {
  const wave = { period: 16 / 30, width: 0.5, height: 0.5, alpha: 0.92, beta: 0.08, kappa: 5, turn: -1.5 };
  // Longest at the wing tips, a little behind the middle.
  const outline = createPolarOutline(
    (angle) => 0.22 + 0.26 * sin(angle) * sin(angle) * sin(angle) * sin(angle) + 0.03 * cos(angle),
  );
  const wing = (side: number) =>
    [0.17, -0.02, 0.12, -0.08, 0.05, -0.14].map((x, k) => [x, side * (k % 2 === 0 ? 0.07 : 0.33 - 0.5 * Math.abs(x))]);
  const entry = {
    animal: 'manta',
    group: 'never was',
    title: 'Manta (imaginary)',
    about: 'An animal that never was: long pointed wings, each flapped by a single muscle.',
    tryFirst: [
      { label: 'Turn to the left', set: ['control.turn=1'] },
      { label: 'Swim as living rays do', set: [...livingSwim, 'body.material.curvature=18'] },
    ],
    view: { azimuth: 2.5, elevation: 0.75 },
  };
  return describePlate(entry, {
    outline,
    triangles: 640,
    muscle: 'wing',
    route: wing,
    reach: { radius: 0.08, decay: 5 },
    bend: 8,
    look: 'cloak',
    anatomy: [
      { kind: 'eye', at: [0.2, 0.12, 0.005], size: 0.009 },
      { kind: 'lobe', at: [0.2, 0.075, 0.002], to: [0.36, 0.095, -0.015], size: 0.03, end: 0.6, flat: 0.25 },
      { kind: 'point', at: [0, 0.17, 0], to: [-0.17, 0.78, 0] },
      { kind: 'ridge', at: [0.27, 0, 0], to: [-0.22, 0, 0], size: 0.16, flat: 0.25 },
      { kind: 'lobe', at: [-0.18, 0, 0.004], to: [-0.62, 0, 0.015], size: 0.01 },
    ],
    wave,
  });
}
