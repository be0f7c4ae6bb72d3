/** What files of version 1 called otherwise, and the numbers that they could set and no animal needed. */
import { throwProblem } from '../../model/problem.ts';
import { type RawDocument, type RemovedField, toGroup, type Version1 } from '../../model/version-1.ts';

const degree = Math.PI / 180;

function listFixed(group: string, why: string, values: Readonly<Record<string, number>>): RemovedField[] {
  return Object.entries(values).map(([key, value]) => ({
    path: `${group}.${key}`,
    value,
    why: `It is always ${Number(value.toPrecision(4))}: ${why}`,
  }));
}

const removed: readonly RemovedField[] = [
  ...listFixed('controller.claws', 'all animals keep to closed surfaces with the same claws.', {
    heightPlay: 0.04,
    heightSpeed: 0.12,
    reach: 1.6,
    play: 0.1,
    damping: 10,
  }),
  { path: 'controller.claws', why: 'Claws are the same for all animals.' },
  ...listFixed('controller.gait', 'it was chosen once for all animals.', {
    restRate: 100 * degree,
    closedPressAngle: 50 * degree,
  }),
  ...listFixed('brain', 'all brains have the same habits.', {
    neckTime: 0.1,
    patience: 2,
    airTime: 0.3,
    leastWanderRate: 0.8,
    leastWanderAngle: 0.5,
    turnRadius: 0.5,
    neckAngle: 74.93 * degree,
    avoidAngle: 10 * degree,
    avoidMemory: 1,
    lookOut: 3,
    openWay: 1.5,
    clearance: 1.2,
    slowest: 0.25,
    lookAhead: 0.25,
    lookAheadWidths: 2,
  }),
  ...listFixed('antennae', 'all antennae stand alike.', { rootSide: 0.25, rootHeight: 0.15, touch: 0.1 }),
  ...listFixed('scene', 'place things of other sizes, or farther away, by hand.', {
    obstacleRadius: 0.03,
    randomRadius: 0.8,
  }),
  { path: 'integration.iterations', value: null, why: 'The engine takes as many as the tissue needs.' },
];

function rewrite(document: RawDocument): RawDocument {
  const controller = toGroup(document['controller']);
  const gait = toGroup(controller['gait']);
  if (gait['timing'] === 'free' && gait['coordination'] !== 'phase')
    refuse('controller.gait.timing', 'free', 'It needs controller.gait.coordination=phase.');
  const scene = toGroup(document['scene']);
  if (scene['pathClosed'] === true) scene['pathEnd'] = 'loop';
  delete scene['pathClosed'];
  const water = toGroup(scene['water']);
  if (water['level'] !== undefined) water['kind'] = 'pond';
  const obstacles = Array.isArray(scene['obstacles']) ? (scene['obstacles'] as unknown[]) : [];
  obstacles.forEach((obstacle, i) => {
    const { kind = 'cylinder', turn = 0 } = toGroup(obstacle);
    if (kind === 'cylinder' && turn !== 0)
      refuse(`scene.obstacles[${i}].turn`, String(turn), 'A cylinder is round: remove its turn.');
  });
  return document;
}

function refuse(path: string, got: string, hint: string): never {
  throwProblem('other-kind', path, got, hint);
}

export const version1: Version1 = {
  // Of files, `rewrite` has put it there; settings and links name it alone.
  renamed: [{ from: 'scene.pathClosed', to: 'scene.pathEnd', values: { true: 'loop', false: 'leave' } }],
  removed,
  rewrite,
};
