/**
 * The four muscle excitation models: how a controller's actions become excitations, once per control step. [softcon §3.2]
 *
 *   i-mem    every segment by itself                        Σ segments actions
 *   s-mem    one signal for a whole cord                    1 per cord
 *   cpg-mem  a change of the central signal, propagated     1 per cord        Δμ
 *   ap-mem   the same, and of the propagation  [eq. 15]     4 per cord        Δμ, Δα, Δβ, Δκ
 *
 * `bounded` actions are for learning: α + β stays at most 1, since a signal that grows on its way ends at the clip, and ap-mem and
 * cpg-mem take one more action a cord behind all others, Δg, a change of the factor on its wave: on a cord that bends either
 * way a constant Δμ makes a camber and changes no wave.
 *
 * Actions are added to the central pattern. All zero leaves it to the pattern alone, and a pattern of height zero leaves
 * everything to the actions.
 */
import { clampCord, type CordRange, fillCord, runCord } from './propagation.ts';

export const excitationModelNames = ['ap-mem', 'cpg-mem', 's-mem', 'i-mem'] as const;
export type ActionRule = 'paper' | 'bounded';
export type ExcitationModelName = (typeof excitationModelNames)[number];

/** Per cord: μ, then α, β, κ without actions. */
export interface CordDrive {
  central: number;
  delivery: number;
  retention: number;
  passes: number;
  /** Whether the signal of this cord runs against that of the others. */
  runsBack: boolean;
}

export interface ExcitationModel {
  readonly name: ExcitationModelName;
  readonly actionSize: number;
  /** Smallest and largest value of each action. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Index of the first Δg, one for each cord; undefined without any. */
  readonly factorsAt?: number;
  nameAction(index: number): string;
  /** One control step. `fromTip` runs the signals from the ends of the cords to their roots. */
  apply(excitations: Float64Array, drives: readonly CordDrive[], actions: Float64Array, fromTip: boolean): void;
}

/** Largest change of μ, α, β, κ; what they change stays within 0 … 1 and, for κ, 0 … `maxPasses`. */
const reach = [0.25, 0.5, 0.5, 5] as const;
const adaptNames = ['Δμ', 'Δα', 'Δβ', 'Δκ'] as const;
const maxPasses = 10;
/** Largest Δg: there the wave runs backward from the tip at its full height. */
const factorReach = 2;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

function createBounds(size: number, bound: (index: number) => readonly [number, number]) {
  const low = new Float64Array(size);
  const high = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const [least, max] = bound(i);
    low[i] = least;
    high[i] = max;
  }
  return { low, high };
}

/** `cordNames` in the order of `cords`. */
export function createExcitationModel(
  name: ExcitationModelName,
  cords: readonly CordRange[],
  cordNames: readonly string[],
  rule: ActionRule = 'paper',
): ExcitationModel {
  if (name === 'i-mem') return createIndependentModel(cords, cordNames);
  if (name === 's-mem') return createSharedModel(cords, cordNames);
  const model = name === 'cpg-mem' ? createPatternModel(cords, cordNames) : createAdaptiveModel(cords, cordNames, rule);
  return rule === 'bounded' ? addFactors(model, cordNames) : model;
}

/** The same with a Δg for each cord behind its actions; `drive.ts` reads them. */
function addFactors(model: ExcitationModel, cordNames: readonly string[]): ExcitationModel {
  const { actionSize, low, high } = model;
  return {
    ...model,
    actionSize: actionSize + cordNames.length,
    ...createBounds(actionSize + cordNames.length, (i) =>
      i < actionSize ? [low[i]!, high[i]!] : [-factorReach, factorReach],
    ),
    factorsAt: actionSize,
    nameAction: (i) => (i < actionSize ? model.nameAction(i) : `Δg of ${cordNames[i - actionSize]!}`),
  };
}

function createIndependentModel(cords: readonly CordRange[], cordNames: readonly string[]): ExcitationModel {
  const owners = cords.flatMap((cord, c) => Array.from({ length: cord.segments }, () => c));
  return {
    name: 'i-mem',
    actionSize: owners.length,
    ...createBounds(owners.length, () => [-1, 1]),
    nameAction: (i) => `change of segment ${i - cords[owners[i]!]!.first + 1} of ${cordNames[owners[i]!]!}`,
    apply(excitations, drives, actions) {
      for (let c = 0; c < cords.length; c++) {
        const cord = cords[c]!;
        for (let i = cord.first; i < cord.first + cord.segments; i++) excitations[i] = drives[c]!.central + actions[i]!;
        clampCord(excitations, cord);
      }
    },
  };
}

function createSharedModel(cords: readonly CordRange[], cordNames: readonly string[]): ExcitationModel {
  return {
    name: 's-mem',
    actionSize: cords.length,
    ...createBounds(cords.length, () => [-1, 1]),
    nameAction: (i) => `change of ${cordNames[i]!}`,
    apply(excitations, drives, actions) {
      for (let c = 0; c < cords.length; c++) fillCord(excitations, cords[c]!, drives[c]!.central + actions[c]!);
    },
  };
}

function createPatternModel(cords: readonly CordRange[], cordNames: readonly string[]): ExcitationModel {
  return {
    name: 'cpg-mem',
    actionSize: cords.length,
    ...createBounds(cords.length, () => [-reach[0], reach[0]]),
    nameAction: (i) => `Δμ of ${cordNames[i]!}`,
    apply(excitations, drives, actions, fromTip) {
      for (let c = 0; c < cords.length; c++) {
        const { central, delivery, retention, passes, runsBack } = drives[c]!;
        runCord(excitations, cords[c]!, central + actions[c]!, delivery, retention, passes, fromTip !== runsBack);
      }
    },
  };
}

function createAdaptiveModel(
  cords: readonly CordRange[],
  cordNames: readonly string[],
  rule: ActionRule,
): ExcitationModel {
  return {
    name: 'ap-mem',
    actionSize: 4 * cords.length,
    ...createBounds(4 * cords.length, (i) => [-reach[(i % 4) as 0 | 1 | 2 | 3], reach[(i % 4) as 0 | 1 | 2 | 3]]),
    nameAction: (i) => `${adaptNames[(i % 4) as 0 | 1 | 2 | 3]} of ${cordNames[i >> 2]!}`,
    apply(excitations, drives, actions, fromTip) {
      for (let c = 0; c < cords.length; c++) {
        const { central, delivery, retention, passes, runsBack } = drives[c]!;
        const at = 4 * c;
        const delivered = clamp(delivery + actions[at + 1]!, 0, 1);
        // Without an action the pattern stays what it is, to the last bit.
        const isChanged = rule === 'bounded' && (actions[at + 1] !== 0 || actions[at + 2] !== 0);
        runCord(
          excitations,
          cords[c]!,
          central + actions[at]!,
          delivered,
          clamp(retention + actions[at + 2]!, 0, isChanged ? 1 - delivered : 1),
          clamp(passes + actions[at + 3]!, 0, maxPasses),
          fromTip !== runsBack,
        );
      }
    },
  };
}
