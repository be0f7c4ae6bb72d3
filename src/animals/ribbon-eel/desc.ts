/** The ribbon eel: longer, higher and thinner than the lamprey, with more waves along its body. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';
import { livingSwim, setBothWaves } from '../shared/living-swim.ts';

/** Measured over 10 s: 1.1 body lengths/s, Strouhal 0.38, tail 0.071 L, slip 0.69; eels have 0.5 to 2, about 0.45, 0.07 to 0.09. */
const livingSettings = [...livingSwim, ...setBothWaves('kappa', 2.75)];

export function describeRibbonEel(): SoftDesc {
  const wave = { period: 10 / 30, width: 0.5, height: 0.8, alpha: 1, beta: 0, kappa: 5, turn: 0.5 };
  return softSchema().parse({
    schemaVersion: 2,
    animal: 'ribbon-eel',
    group: 'swims',
    title: 'Ribbon eel',
    about: 'Longer, higher and thinner than a lamprey, with more waves along its body; it winds its way past pillars.',
    tryFirst: [
      { label: 'Put pillars in its way', set: ['scene.kind=pillars'] },
      { label: 'Let the waves run the other way', set: ['control.direction=-1'] },
      { label: 'Swim as living eels do', set: livingSettings },
    ],
    body: {
      kind: 'soft',
      shape: 'eel',
      sizes: { length: 1.2, halfWidth: 0.028, halfHeight: 0.055, taper: 0.5, cells: 60 },
      reach: { radius: 0.04, decay: 10 },
      material: { masses: 'volume', shape: 1.2e5, volume: 1e6, muscle: 7e5, density: 1000 },
      look: 'ribbon',
      anatomy: [
        { kind: 'ribbon', size: 0.055, look: 'fin' },
        { kind: 'eye', at: [0.54, 0.02, 0.018], size: 0.0095 },
      ],
    },
    controller: {
      kind: 'excitation',
      pattern: 'waves',
      waves: [
        { cords: 'left*', ...wave },
        { cords: 'right*', ...wave, phase: 0.5 },
      ],
    },
  });
}
