/** Taking control of an animal with the arrow keys or a gamepad: what its handles say of a stick, as values to set. */
import type { SteerControl, StickShares } from '../../../engine/contract/handles.ts';
import type { ControlSpec } from '../../../engine/contract/types.ts';
import type { Aim } from '../../live/target-ring.ts';

export type Values = readonly (readonly [path: string, value: number])[];

interface Steering {
  /** Values for a turn (−1 right … 1 left) and a speed (−1 … 1, 0 as it was). */
  readonly steer: (turn: number, ahead: number) => Values;
  /** Values that give control back. */
  readonly release: Values;
}

/** `read` gives the present value of a control, at the moment in which control is taken. */
export function createSteering(
  handles: readonly SteerControl[],
  controls: readonly ControlSpec[],
  read: (path: string) => number,
): Steering {
  const steered = handles.map((handle) => {
    const spec = controls.find(({ name }) => name === handle.path)!;
    return { handle, spec, base: computeBase(handle, read) };
  });
  const before = handles.map(({ path, release }) => [path, release ?? read(path)] as const);
  return {
    steer: (turn, ahead) =>
      steered.map(({ handle, spec, base }) => [handle.path, clamp(computeValue(handle, base, turn, ahead), spec)]),
    release: before,
  };
}

/** rad that a full stick turns the target by in one look, and how far up it goes. */
const courseTurn = 0.06;
const maxElevation = 1.5;

/** While a policy drives, the stick turns its target: around, and up and down where the animal swims in space. */
export function turnAim({ heading, elevation }: Aim, turn: number, ahead: number): Aim {
  const next = heading + courseTurn * turn;
  return {
    heading: Math.atan2(Math.sin(next), Math.cos(next)),
    elevation: Math.min(maxElevation, Math.max(-maxElevation, elevation + courseTurn * ahead)),
  };
}

function computeBase({ path, base }: SteerControl, read: (path: string) => number): number {
  if (typeof base === 'number') return base;
  const sources = base ?? [path];
  return sources.reduce((sum, source) => sum + read(source), 0) / sources.length;
}

function computeValue({ times, plus, pulledBack }: SteerControl, base: number, turn: number, ahead: number): number {
  if (pulledBack !== undefined && ahead < -pulledBack.beyond) return pulledBack.value;
  const factors = listShares(turn, ahead).map(([side, out]) => 1 + out * ((times?.[side] ?? 1) - 1));
  const sums = listShares(turn, ahead).map(([side, out]) => out * (plus?.[side] ?? 0));
  return factors.reduce((value, factor) => value * factor, base) + sums.reduce((total, sum) => total + sum, 0);
}

/** How far the stick is out to each side: 0 … 1. */
function listShares(turn: number, ahead: number): (readonly [side: keyof StickShares, out: number])[] {
  return [
    ['left', Math.max(0, turn)],
    ['right', Math.max(0, -turn)],
    ['ahead', Math.max(0, ahead)],
    ['back', Math.max(0, -ahead)],
  ];
}

function clamp(value: number, { min, max }: ControlSpec): number {
  return Math.min(max, Math.max(min, value));
}
