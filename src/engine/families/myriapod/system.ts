/** A myriapod compiled: everything that does not change, in the model's units. */
import type { HybridParameters } from '../../bodies/rigid-soft/body.ts';
import type { AntennaeOptions } from '../../control/brain/antennae.ts';
import type { BrainOptions } from '../../control/brain/brain.ts';
import type { LegPlan } from '../../control/legs/leg-plan.ts';
import type { TargeterOptions } from '../../control/legs/targeter.ts';
import type { UndulationOptions } from '../../control/legs/undulation.ts';
import type { DefinedSystem } from '../../contract/define.ts';
import type { Scene } from '../../world/things.ts';
import type { MyriapodFields } from './arrays.ts';
import type { Claws } from './claws.ts';
import type { Ground } from './scene/ground.ts';
import type { Pond } from './scene/pond.ts';
import type { StartPose } from './scene/starts.ts';
import type { MyriapodDesc } from './schema.ts';
import type { SupportRule } from './support.ts';

export const controlNames = ['brain.speed', 'control.manual', 'control.turn', 'control.speed'] as const;

/** `fields` are those of one animal: the State holds them animal after animal. */
export interface MyriapodSystem extends DefinedSystem<MyriapodDesc, MyriapodFields, (typeof controlNames)[number]> {
  readonly parameters: HybridParameters;
  readonly plan: LegPlan;
  readonly legSteps: number;
  readonly targeter: TargeterOptions;
  readonly undulation: UndulationOptions;
  readonly brain: BrainOptions;
  readonly scene: Scene;
  readonly ground: Ground | null;
  readonly pond: Pond | null;
  /** One for each animal; all are alike. */
  readonly starts: readonly StartPose[];
  /** Which of them is steered and shown in the signals. */
  readonly chosen: number;
  /** Half the width, legs included in part, that other animals keep clear of. */
  readonly keepClear: number;
  readonly claws: Claws;
  readonly support: SupportRule;
  readonly antennae: AntennaeOptions;
  /** Steps of the body between two thoughts. */
  readonly brainEvery: number;
  /** Swing rate of the legs per walking speed, its least value, and the least speed it is taken for; rad, s, units. */
  readonly swingPerSpeed: number;
  readonly restRate: number;
  readonly swingFloor: number;
  readonly gravity: readonly [number, number, number];
  /** Mass of each box with half of its soft neighbours, g. */
  readonly shares: Float64Array;
}
