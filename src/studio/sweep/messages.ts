/** Messages between the page and the workers of a study; everything in them is plain data. */
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import type { Job, JobResult, StudyTask } from '../../experiments/studies/job.ts';
import type { CreatureDocument, Setting } from '../data/protocol.ts';

export interface NamedUnit {
  readonly name: string;
  readonly unit: string;
}

/** What of an animal can be varied and measured. */
export interface Subject {
  readonly title: string;
  readonly desc: CreatureDocument;
  readonly schema: JsonSchema;
  readonly metrics: readonly NamedUnit[];
}

/** A study that holds: everything is checked before anything runs. */
export interface Plan {
  /** Text of the study file. */
  readonly spec: string;
  readonly task: StudyTask;
  readonly taskHash: string;
  readonly parameters: readonly NamedUnit[];
  readonly metrics: readonly NamedUnit[];
  readonly seeds: number;
  /** The first parameter changes slowest, the seed fastest. */
  readonly jobs: readonly Job[];
  /** The studio's address of each job. */
  readonly links: readonly string[];
}

export type SweepCommand =
  | { readonly kind: 'subject'; readonly animal: string; readonly settings: readonly Setting[] }
  | { readonly kind: 'plan'; readonly animal: string; readonly spec: string }
  /** Before the first job. */
  | { readonly kind: 'task'; readonly task: StudyTask; readonly taskHash: string }
  | { readonly kind: 'run'; readonly index: number; readonly job: Job }
  | { readonly kind: 'csv'; readonly animal: string; readonly spec: string; readonly results: readonly JobResult[] };

export type SweepReport =
  | { readonly kind: 'subject'; readonly subject: Subject }
  | { readonly kind: 'plan'; readonly plan: Plan }
  | { readonly kind: 'result'; readonly index: number; readonly result: JobResult }
  | { readonly kind: 'csv'; readonly text: string }
  /** Why it cannot be: a sentence. */
  | { readonly kind: 'refused'; readonly message: string };
