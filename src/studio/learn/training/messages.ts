/** Messages between the page and the worker that trains; everything in them is plain data. */
import type { PolicyPlan } from '../../../learn/policies/policy-plan.ts';
import type { ShippedKind } from '../../../learn/policies/shipped-kinds.ts';
import type { TrainingDescription } from '../../../learn/subjects/training-files.ts';
import type { CreatureDocument, Setting } from '../../data/protocol.ts';

/** Where nobody says another. */
export const defaultTask = 'steer';

/** What a training may be of an animal. */
export interface Choices {
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
  /** To go on from. */
  readonly checkpoint: Uint8Array | undefined;
  readonly last: CurvePoint | undefined;
  readonly best: Best | undefined;
}

export type LearnCommand =
  | { readonly kind: 'choices'; readonly animal: string; readonly settings: readonly Setting[] }
  | {
      readonly kind: 'plan';
      readonly name: string;
      readonly animal: string;
      readonly settings?: readonly Setting[];
      /** As it runs, in place of the animal with its settings. */
      readonly desc?: CreatureDocument;
      readonly task: string;
      readonly source: PolicySource;
    }
  /** What training.json would say. */
  | {
      readonly kind: 'describe';
      readonly animal: string;
      readonly settings: readonly Setting[];
      readonly wish: Wish;
      readonly workers: number;
      readonly startedAt: string;
    }
  /** Looks at the files of a training from elsewhere. */
  | { readonly kind: 'check'; readonly description: string; readonly checkpoint: Uint8Array }
  /** The files of a policy: policy.json and policy.onnx. */
  | { readonly kind: 'onnx'; readonly policy: string }
  | { readonly kind: 'train'; readonly request: TrainRequest }
  /** After the update under way. */
  | { readonly kind: 'pause' };

export type LearnReport =
  | { readonly kind: 'choices'; readonly choices: Choices }
  | { readonly kind: 'plan'; readonly plan: PolicyPlan }
  | { readonly kind: 'description'; readonly description: TrainingDescription }
  | { readonly kind: 'onnx'; readonly bytes: Uint8Array }
  /** Everything is there, the first update begins. */
  | { readonly kind: 'begun' }
  | {
      readonly kind: 'update';
      readonly point: CurvePoint;
      readonly checkpoint: Uint8Array;
      /** Where it is another one. */
      readonly best: Best | undefined;
    }
  | { readonly kind: 'paused' }
  /** Why it cannot be: a sentence. */
  | { readonly kind: 'refused'; readonly message: string };
