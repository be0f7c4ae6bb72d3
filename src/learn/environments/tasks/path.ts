/** Follow a smooth curve. */
import type { LearnHandle, Task, TaskLane } from '../../../engine/contract/learning.ts';
import { exp } from '../../../engine/math/portable.ts';
import { drawDirection, setDirectionTo } from '../../../engine/math/space/directions.ts';
import { openTaskDefaults } from './open-task.ts';

/** Body lengths: how far ahead on the curve the target is, and the distance from it at which the reward falls by e. Chosen. */
const lookAhead = 0.75;
const offCurve = 0.5;
/** What being on the curve is worth in a decision. Chosen. */
const curveReward = 0.5;

/** Memory: four points of a cubic Bézier curve, where on it the target is, how many pieces came before, and the last of them. */
const places = { piece: 0, position: 12, count: 13, last: 14 } as const;

export function createPathTask(handle: LearnHandle): Task {
  return {
    ...openTaskDefaults,
    name: 'path',
    about: 'Follow a smooth curve of Bézier pieces, each beginning where the last one ended.',
    horizon: 2 * handle.horizon,
    memory: 26,
    rewards: [
      {
        name: 'on the curve',
        range: [0, curveReward],
        about: 'How near it is to the curve.',
        read(lane) {
          const off = computeDistance(lane) / (offCurve * lane.bodyLength);
          return curveReward * exp(-off * off);
        },
      },
    ],
    begin(lane) {
      const { memory, motion, target, bodyLength } = lane;
      target.speed[0] = 1;
      // As if a piece straight ahead had just ended here.
      for (let k = 0; k < 3; k++) {
        memory[9 + k] = motion.pose[k]!;
        memory[6 + k] = motion.pose[k]! - bodyLength * motion.frame[k]!;
      }
      addPiece(lane, handle);
      memory.copyWithin(places.last, places.piece, places.position);
      memory[places.count] = 0;
      moveTarget(lane, handle);
    },
    advance(lane, outcome) {
      moveTarget(lane, handle);
      outcome.progress = lane.memory[places.count]! + lane.memory[places.position]!;
    },
  };
}

function addPiece({ memory, rng, bodyLength, motion }: TaskLane, { space }: LearnHandle): void {
  memory.copyWithin(places.last, places.piece, places.position);
  for (let k = 0; k < 3; k++) {
    const before = memory[6 + k]!;
    memory[k] = memory[9 + k]!;
    memory[3 + k] = 2 * memory[k]! - before;
  }
  const turn = new Float64Array(3);
  for (let p = 2; p <= 3; p++) {
    drawDirection(turn, 0, space, rng);
    // On the whole ahead, and to some side.
    for (let k = 0; k < 3; k++) {
      const ahead = memory[3 + k]! - memory[k]!;
      memory[3 * p + k] = memory[3 * (p - 1) + k]! + 0.6 * ahead + 0.6 * bodyLength * turn[k]!;
    }
  }
  if (space === 'plane') for (let p = 0; p < 4; p++) memory[3 * p + 2] = motion.pose[2]!;
  memory[places.position] = 0;
}

const point = new Float64Array(3);

function setCurvePoint(memory: Float64Array, at: number, t: number): void {
  const s = 1 - t;
  const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
  for (let k = 0; k < 3; k++)
    point[k] = a * memory[at + k]! + b * memory[at + 3 + k]! + c * memory[at + 6 + k]! + d * memory[at + 9 + k]!;
}

/** Moves the target along the curve until it is far enough ahead. */
function moveTarget(lane: TaskLane, handle: LearnHandle): void {
  const { memory, motion, target, bodyLength } = lane;
  for (let i = 0; i < 400; i++) {
    setCurvePoint(memory, places.piece, memory[places.position]!);
    const distance = setDirectionTo(target.direction, motion.pose, point[0]!, point[1]!, point[2]!);
    if (distance > lookAhead * bodyLength) return;
    memory[places.position]! += 0.02;
    if (memory[places.position]! < 1) continue;
    addPiece(lane, handle);
    memory[places.count]! += 1;
  }
}

const direction = new Float64Array(3);

/** Distance of the animal from this piece of the curve and the one before, m. */
function computeDistance({ memory, motion }: TaskLane): number {
  let nearest = Infinity;
  for (const at of [places.piece, places.last])
    for (let i = 0; i <= 40; i++) {
      setCurvePoint(memory, at, i / 40);
      nearest = Math.min(nearest, setDirectionTo(direction, motion.pose, point[0]!, point[1]!, point[2]!));
    }
  return nearest;
}
