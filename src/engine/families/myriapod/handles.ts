/** What can be done to a myriapod: walked by hand, its legs taken off, its scene built. */
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import type { Handles, LesionItem, SceneHandle } from '../../contract/handles.ts';
import { createMyriapodLearning, fastestTurn } from './learning/learning.ts';
import type { SignalSpec } from '../../contract/types.ts';
import { countWalkers } from './scene/fields.ts';
import type { MyriapodDesc } from './schema.ts';

/** Faster at a full stick; back is to stand still. Chosen: the legs keep their wave. */
const paces = { ahead: 1.75, back: 0 };

export function createMyriapodHandles(desc: MyriapodDesc, plan: LegPlan, signals: readonly SignalSpec[]): Handles {
  return {
    steer: [
      { path: 'control.manual', base: 1, release: 0 },
      { path: 'control.turn', base: 0, plus: { left: fastestTurn, right: -fastestTurn }, release: 0 },
      { path: 'control.speed', times: paces },
    ],
    lesions: [
      {
        kind: 'leg',
        verbs: ['take it off', 'give it back'],
        path: 'lesions.legs',
        vanishes: true,
        items: listLegs(desc, plan),
      },
    ],
    scene: createSceneHandle(desc, plan),
    learn: createMyriapodLearning(desc, signals),
    front: ['control', 'brain'],
  };
}

/** Parts of one animal: its segments, then two for each leg that is there (frame.ts). */
function countParts({ body }: MyriapodDesc, plan: LegPlan): number {
  return body.segments + 2 * plan.missing.reduce((count, missing) => count + (1 - missing), 0);
}

function listLegs(desc: MyriapodDesc, plan: LegPlan): LesionItem[] {
  const { body, scene } = desc;
  const ownParts = countParts(desc, plan);
  let next = body.segments;
  return Array.from(plan.missing, (missing, leg): LesionItem => {
    const [pair, side] = [(leg >> 1) + 1, leg & 1 ? 'right' : 'left'];
    const first = next;
    if (missing === 0) next += 2;
    return {
      name: `${side} leg ${pair}`,
      entries: [
        { pair, side },
        { pair, side: 'both' },
      ],
      parts:
        missing === 1
          ? []
          : Array.from({ length: countWalkers(scene) }, (_, animal) => first + animal * ownParts).flatMap((at) => [
              at,
              at + 1,
            ]),
    };
  });
}

const slopes = ['slope', 'slopeAcross'] as const;
const seed = 'terrainSeed';
/** Of ground that is shaped by hand: a height every 2.5 cm. Chosen: a third of a leg's step. */
const newGrid = { newColumns: 80, newSide: 2 };

function createSceneHandle(desc: MyriapodDesc, plan: LegPlan): SceneHandle {
  const { scene, body } = desc;
  return {
    path: 'scene',
    things: [
      { kind: 'food', member: 'foods', firstMarker: 0 },
      {
        kind: 'obstacle',
        member: 'obstacles',
        // Their parts follow those of all animals.
        firstPart: countWalkers(scene) * countParts(desc, plan),
      },
      { kind: 'point', member: 'path', closed: { member: 'pathEnd', value: 'loop' } },
    ],
    ground: {
      member: 'terrain',
      titles: { field: 'By hand', none: 'Nothing' },
      members: [
        ...['blocks', 'gapWidth', 'gapDepth', 'gapSpacing', 'meshSize'],
        ...['bumpHeight', 'bumpLength', 'terrainSide', seed],
        ...slopes,
      ],
      seed,
      mesh: { kind: 'mesh', vertices: 'vertices', triangles: 'triangles' },
      heights: {
        kind: 'field',
        list: 'heights',
        columns: 'heightColumns',
        side: 'terrainSide',
        // Closed surfaces are no height fields.
        from: ['plane', 'bumps', 'hills', 'pebbles', 'blocks', 'field'],
        slopes,
        ...newGrid,
      },
    },
    animalLength: body.segments * (body.rigidLength + body.softLength),
    more: [
      { title: 'Water', members: ['water.kind', 'water.level', 'water.side', 'water.x', 'water.y'] },
      { title: 'Company', members: ['animals'] },
    ],
  };
}
