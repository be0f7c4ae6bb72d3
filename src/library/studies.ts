/** `bestiary/studies`: parameter sweeps and fits, in this thread. The command line runs the same files on many cores and machines. */
export { createStudySchema, parseStudySpec, type StudySpec } from '../experiments/studies/spec.ts';
export type { FitStudy, Study, SweepStudy } from '../experiments/studies/study.ts';
export type { FitTrial } from '../experiments/studies/fit/fit.ts';
export type { Job, JobResult, ParameterValue } from '../experiments/studies/job.ts';
export type { Row } from '../experiments/studies/table.ts';
export type { Cell, Column, Table } from '../experiments/tables/table.ts';
export {
  type FitResult,
  type StudyInput,
  type StudyOptions,
  runFit as fit,
  runSweep as sweep,
  type SweepResult,
} from './parts/study.ts';
