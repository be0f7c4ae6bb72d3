/** What the page and the workers of a study tell each other; everything in it is plain data. */
import type { JsonSchema } from '../../engine/model/field-tree.ts';
import type { Job, StudyTask } from '../../experiments/studies/job.ts';
import type { NamedUnit } from '../../experiments/studies/study.ts';
import type { CreatureDocument } from '../data/protocol.ts';

/** What of an animal can be varied and measured. */
export interface StudySubject {
  readonly title: string;
  readonly desc: CreatureDocument;
  readonly schema: JsonSchema;
  /** Parameters that change nothing in this animal, by its body. */
  readonly inert?: readonly string[];
  readonly metrics: readonly (NamedUnit & { readonly about: string })[];
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
