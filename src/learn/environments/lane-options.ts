/** What a caller may ask for at a reset: a target of their own. */
import { LearnError } from '../learn-error.ts';
import type { Target } from '../../engine/contract/learning.ts';

/** `direction`: three numbers of any length; `speed`: a share of the animal's own. */
export function applyOptions(target: Target, options: Readonly<Record<string, unknown>> | undefined): void {
  if (options === undefined) return;
  const { direction, speed } = options;
  if (direction !== undefined) setDirection(target, direction);
  if (speed !== undefined) setSpeed(target, speed);
}

function setDirection(target: Target, direction: unknown): void {
  const numbers = Array.isArray(direction) ? direction.map(Number) : [];
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  if (numbers.length !== 3 || !(length > 0 && length < Infinity))
    throw new LearnError({
      code: 'wrong-type',
      path: 'options.direction',
      got: String(direction),
      hint: 'Give three numbers that are not all zero.',
    });
  for (let k = 0; k < 3; k++) target.direction[k] = numbers[k]! / length;
}

function setSpeed(target: Target, speed: unknown): void {
  if (typeof speed !== 'number' || !(speed > 0 && speed <= 10))
    throw new LearnError({
      code: 'out-of-range',
      path: 'options.speed',
      got: String(speed),
      hint: 'Give a share of its own speed, above 0 and at most 10.',
    });
  target.speed[0] = speed;
}
