/**
 * Taking control of an animal with the arrow keys or a gamepad. Which live controls that means follows from their names:
 * a group with `manual`, `turn` and `speed` is made for it; other animals are steered through what bends them.
 */
import type { ControlSpec } from '../../../engine/contract/types.ts';

export interface Steering {
  /** Values for a turn (−1 right … 1 left) and a speed (−1 … 1, 0 as it was). */
  readonly steer: (turn: number, ahead: number) => readonly (readonly [path: string, value: number])[];
  /** Values that give control back. */
  readonly release: readonly (readonly [path: string, value: number])[];
}

export function createSteering(controls: readonly ControlSpec[], read: (path: string) => number): Steering | undefined {
  const find = (name: string): ControlSpec | undefined => controls.find((control) => control.name === name);
  const [manual, turn, speed] = [find('control.manual'), find('control.turn'), find('control.speed')];
  if (manual !== undefined && turn !== undefined && speed !== undefined)
    return steerByHand(manual, turn, speed, read(speed.name));
  const [tempo, waves, climb] = [find('control.tempo'), find('control.direction'), find('control.climb')];
  if (turn !== undefined && tempo !== undefined && waves !== undefined && climb !== undefined)
    return steerByWaves(turn, tempo, waves, read);
  const [bias, direction] = [find('drive.bias'), find('drive.direction')];
  if (bias !== undefined && direction !== undefined) return steerByBend(bias, direction, read);
  const [left, right] = [find('brainstem.left'), find('brainstem.right')];
  if (left !== undefined && right !== undefined) return steerByDrive(left, right, read);
  return undefined;
}

function clamp(value: number, { min, max }: ControlSpec): number {
  return Math.min(max, Math.max(min, value));
}

/** Turns of 40°/s are followed by the whole body. */
const fastestTurn = (40 * Math.PI) / 180;

function steerByHand(manual: ControlSpec, turn: ControlSpec, speed: ControlSpec, usual: number): Steering {
  return {
    steer: (side, ahead) => [
      [manual.name, 1],
      [turn.name, clamp(side * fastestTurn, turn)],
      [speed.name, clamp(usual * (ahead < 0 ? 1 + ahead : 1 + 0.75 * ahead), speed)],
    ],
    release: [
      [manual.name, 0],
      [turn.name, 0],
      [speed.name, usual],
    ],
  };
}

/** Back is backward: the waves run the other way. */
function steerByWaves(
  turn: ControlSpec,
  tempo: ControlSpec,
  direction: ControlSpec,
  read: (path: string) => number,
): Steering {
  const before = [turn, tempo, direction].map(({ name }) => [name, read(name)] as const);
  const usual = read(tempo.name);
  return {
    steer: (side, ahead) => [
      [turn.name, clamp(side, turn)],
      [tempo.name, clamp(usual * (1 + 0.5 * Math.max(0, ahead)), tempo)],
      [direction.name, clamp(ahead < -0.5 ? -1 : 1, direction)],
    ],
    release: before,
  };
}

const strongestBias = 0.15;

function steerByBend(bias: ControlSpec, direction: ControlSpec, read: (path: string) => number): Steering {
  const before: readonly (readonly [string, number])[] = [
    [bias.name, read(bias.name)],
    [direction.name, read(direction.name)],
  ];
  return {
    // Dorsal, +y, is on the left of an animal that lies on its right side.
    steer: (side, ahead) => [
      [bias.name, clamp(side * strongestBias, bias)],
      [direction.name, clamp(ahead < 0 ? -1 : 1, direction)],
    ],
    release: before,
  };
}

const strongestDifference = 0.4;

function steerByDrive(left: ControlSpec, right: ControlSpec, read: (path: string) => number): Steering {
  const [atLeft, atRight] = [read(left.name), read(right.name)];
  return {
    // It turns away from the side that is driven less.
    steer: (side, ahead) => {
      const both = ((atLeft + atRight) / 2) * (1 + 0.4 * ahead);
      return [
        [left.name, clamp(both * (1 - strongestDifference * Math.max(0, -side)), left)],
        [right.name, clamp(both * (1 - strongestDifference * Math.max(0, side)), right)],
      ];
    },
    release: [
      [left.name, atLeft],
      [right.name, atRight],
    ],
  };
}
