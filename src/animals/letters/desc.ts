/** Five myriapods that write GENUS, again and again: each walks along the stroke of a letter and around to its beginning. [myriapod Fig. 2] */
import { type MyriapodDesc, myriapodSchema } from '../../engine/families/myriapod/schema.ts';
import { letters, type LetterPoint } from './strokes.ts';

const word = ['G', 'E', 'N', 'U', 'S'] as const;
/** Height of a letter and distance from one to the next, m. */
const height = 0.16;
const pitch = 0.19;

/** ADJUST ends before the pose of SF2, whose rest is part of the lag: 24° and 3°. */
const lateAdjust = { adjustAngle: (24 * Math.PI) / 180, adjustLift: (3 * Math.PI) / 180 };

export function describeLetters(): MyriapodDesc {
  return myriapodSchema().parse({
    schemaVersion: 2,
    animal: 'letters',
    group: 'walks',
    title: 'Letters: five myriapods write a word',
    about:
      'Five centipedes, each on a path of its own, walk along the strokes of a word and around, and write it again and again.',
    tryFirst: [{ label: 'Let them write it once and go their ways', set: ['scene.pathEnd=leave'] }],
    view: { azimuth: 0, elevation: 1.2, top: 0, stays: true },
    body: {
      kind: 'hybrid',
      segments: 100,
      rigidLength: 1.5e-3,
      softLength: 2.5e-3,
      width: 6e-3,
      height: 6e-3,
      stiffness: 200,
      cells: 2,
      girth: 1.7,
    },
    controller: {
      kind: 'legs',
      legs: { upper: 3.5e-3, lower: 4.5e-3, standing: 0.35 },
      gait: { coordination: 'time', adjustTime: 0.01, ...lateAdjust, minStance: 0.05, swingFloor: 0.03 },
      targeter: { turnRate: 4, hitch: 0.85 },
    },
    brain: { speed: 0.06, foodRate: 2.5, eatDistance: 0.01 },
    control: { speed: 0.06 },
    antennae: { links: 8, firstLink: 1e-3, lastLink: 0.6e-3 },
    scene: {
      terrain: 'plane',
      startHeight: 0.008,
      animals: word.length,
      starts: word.map((letter, i) => createStart(letters[letter], i)),
      pathEnd: 'loop',
    },
  });
}

type Letter = (typeof letters)[(typeof word)[number]];

/** The page lies on the ground with its top toward +x. */
function createStart({ start, stroke, back }: Letter, index: number) {
  const place = ([right, up]: LetterPoint) => ({
    x: Number((height * (up - 0.5)).toFixed(5)),
    y: Number((pitch * (word.length / 2 - index) - height * right).toFixed(5)),
  });
  return { ...place(start), turn: stroke[0][1] > start[1] ? 0 : Math.PI, path: [...stroke, ...back].map(place) };
}
