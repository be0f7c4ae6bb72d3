/** Where the gait of a myriapod was measured (`animals/centipede/paper.md`). */
import type { ValidatedRange } from '../../contract/types.ts';
import type { MyriapodDesc } from './schema.ts';

/**
 * m: how far a piece of the body as long as a link may sag, were it held at one end alone, ρ g l⁴/(E h²). Measured on a centipede
 * of 400 Pa, whose belly is off the ground at 2 m/s² and on it at 3 m/s² (9.81 m/s²: on it with 1000 Pa, off it with 2000); millipede
 * and house centipede sag less, and walk at 9.81 m/s² as they are.
 */
const mostSag = 2.2e-4;
/** Pa: of the field body.stiffness, and in which steps it is advised. */
const [stiffest, stiffnessStep] = [4000, 500];

export function listMyriapodValidated(desc: MyriapodDesc): readonly ValidatedRange[] {
  const { control, scene } = desc;
  const isBumpy = ['bumps', 'hills', 'pebbles', 'blocks'].includes(scene.terrain);
  return [
    createGravityRange(desc),
    { path: 'body.segments', max: 200, otherwise: 'Longer bodies were only seen to walk.' },
    {
      path: 'controller.undulation.amplitude',
      max: 0.1,
      otherwise: 'More bending pulls feet off the ground, and the wave loosens.',
    },
    ...(control.manual > 0
      ? [{ path: 'control.turn', min: -1, max: 1, otherwise: 'In sharper turns no wave of the legs was measured.' }]
      : []),
    ...(isBumpy
      ? [{ path: 'scene.bumpHeight', max: 0.01, otherwise: 'Rougher ground swallows legs, and no wave is kept on it.' }]
      : []),
  ];
}

/** Gravity that the tissue carries, and tissue that would carry the gravity there is. */
function createGravityRange({ body, scene }: MyriapodDesc): ValidatedRange {
  const link = body.rigidLength + body.softLength;
  const perPascal = (mostSag * body.height * body.height) / (body.density * link * link * link * link);
  const needed = stiffnessStep * Math.ceil(scene.gravity / perPascal / stiffnessStep);
  return {
    path: 'scene.gravity',
    max: Number((perPascal * body.stiffness).toPrecision(2)),
    otherwise:
      `Tissue of ${body.stiffness} Pa sags under more until the belly drags and the wave of the legs loosens: ` +
      (needed <= stiffest ? `body.stiffness=${needed} carries it.` : 'there is none that carries so much.'),
  };
}
