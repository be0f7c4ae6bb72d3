/** What the page and the worker that trains tell each other; everything in it is plain data. */
import type { ShippedKind } from '../../../learn/policies/shipped-kinds.ts';
import type { TrainingDescription } from '../../../learn/subjects/training-files.ts';
import type { CreatureDocument, Setting } from '../../data/protocol.ts';

/** The task by default. */
export const defaultTask = 'steer';

/** What a training may be of an animal. */
export interface TrainingChoices {
  readonly title: string;
  readonly tasks: readonly { readonly name: string; readonly about: string }[];
  /** Excitation models, the usual one first; none where there is no choice. */
  readonly models: readonly string[];
  readonly actions: readonly string[];
  readonly space: 'sphere' | 'plane';
}

/** What the person chose. */
export interface Wish {
  readonly task: string;
  /** Empty: the usual one. */
  readonly model: string;
  readonly trainer: 'es' | 'ppo';
  readonly observation: 'aim' | 'small' | 'full';
  readonly actions: string;
  readonly seed: number;
}

/** Where a policy comes from. */
export type PolicySource =
  | { readonly kind: ShippedKind }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'onnx'; readonly bytes: Uint8Array };

/** One point of the curves: after an update, all sessions together. */
export interface CurvePoint {
  readonly updates: number;
  readonly transitions: number;
  readonly episodes: number;
  /** Seconds that workers were busy. */
  readonly cpuSeconds: number;
  readonly seconds: number;
  /** Means of the episodes of the update, where some ended in it. */
  readonly return?: number;
  readonly angle?: number;
}

/** The policy whose episodes went best. */
export interface Best {
  /** Text of a policy file. */
  readonly policy: string;
  readonly updates: number;
  /** Mean of its decisions. */
  readonly reward: number;
}

export interface TrainRequest {
  readonly description: TrainingDescription;
  /** To resume from. */
  readonly checkpoint: Uint8Array | undefined;
  readonly last: CurvePoint | undefined;
  readonly best: Best | undefined;
}

/** What is to drive, made ready for a run: of the animal with its settings, or of a description as it runs. */
export interface PlanRequest {
  readonly name: string;
  readonly animal: string;
  readonly settings?: readonly Setting[];
  readonly desc?: CreatureDocument;
  readonly task: string;
  readonly source: PolicySource;
}

export interface DescribeRequest {
  readonly animal: string;
  readonly settings: readonly Setting[];
  readonly wish: Wish;
  readonly workers: number;
  readonly startedAt: string;
}

export interface TrainingUpdate {
  readonly point: CurvePoint;
  readonly checkpoint: Uint8Array;
  /** Where it is another one. */
  readonly best: Best | undefined;
}

export interface TrainingListeners {
  /** Everything is there, the first update begins. */
  readonly onBegun: () => void;
  readonly onUpdate: (update: TrainingUpdate) => void;
}
