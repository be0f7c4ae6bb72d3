/** From the numbers of a policy to what they change in an animal: arrays of its state and live controls. */
import type { LearnAction } from '../../engine/contract/learning.ts';
import type { System } from '../../engine/contract/types.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { type Box, createBox } from '../spaces.ts';

export interface Actuator {
  readonly space: Box;
  /** Sets what the actions beginning at `at` say, clipped to their reaches. */
  apply(simulation: Simulation, values: Float64Array, at: number): void;
}

/** One number that actions change: its value without them, its limits, and the actions that have a share in it. */
interface Slot {
  readonly array: string;
  readonly index: number;
  readonly base: number;
  readonly low: number;
  readonly high: number;
  readonly shares: { readonly action: number; readonly gain: number }[];
}

export function createActuator(system: System, actions: readonly LearnAction[]): Actuator {
  const slots = new Map<string, Slot>();
  for (const [action, { writes }] of actions.entries())
    for (const write of writes) {
      const slot = createSlot(system, write);
      const key = `${slot.array} ${slot.index}`;
      const known = slots.get(key) ?? slot;
      known.shares.push({ action, gain: write.gain });
      slots.set(key, known);
    }
  const reaches = Float64Array.from(actions, ({ reach }) => reach);
  const all = [...slots.values()];
  return {
    space: createBox(
      actions.map(({ name }) => name),
      reaches.map((reach) => -reach),
      reaches,
    ),
    apply({ state }, values, at) {
      for (const { array, index, base, low, high, shares } of all) {
        let sum = base;
        for (const { action, gain } of shares) {
          const reach = reaches[action]!;
          sum += gain * Math.min(reach, Math.max(-reach, values[at + action]!));
        }
        state.arrays[array]![index] = Math.min(high, Math.max(low, sum));
      }
    },
  };
}

function createSlot(system: System, write: LearnAction['writes'][number]): Slot {
  if ('array' in write)
    return { array: write.array, index: write.index, base: 0, low: -Infinity, high: Infinity, shares: [] };
  const { slot, initial, min, max } = system.controls.find(({ name }) => name === write.control)!;
  return { array: 'controls', index: slot, base: initial, low: min, high: max, shares: [] };
}
