/** What every module with animals exports: descriptions, simulations, metrics, errors. */
export {
  applySettings,
  getJsonSchema,
  renameParameter,
  replaceValue,
} from '../../engine/families/descriptions.ts';
export type { AnimalDesc, Suggestion } from '../../engine/model/desc-family.ts';
export { formatProblem, ModelError, type Problem, type ProblemCode } from '../../engine/model/problem.ts';
export { SimulationError } from '../../engine/contract/guard.ts';
export type { FrameLayout } from '../../engine/contract/frame.ts';
export type { Handles } from '../../engine/contract/handles.ts';
export { type Difference, diffStates, type Snapshot } from '../../engine/contract/state.ts';
export type {
  ControlSpec,
  MetricSpec,
  SignalSpec,
  State,
  System,
  ValidatedRange,
} from '../../engine/contract/types.ts';
export { listMetrics, RunMetrics } from '../../engine/sim/run-metrics.ts';
export { listWarnings } from '../../engine/sim/warnings.ts';
export type { SimulationOptions } from '../../engine/sim/simulation.ts';
export { Timeline } from '../../engine/sim/timeline.ts';
export type { Quantity } from '../generated/parameters.ts';
export type { RunOptions, RunResult, SimulateOptions } from './run.ts';
export {
  type AnimalName,
  type AnyParameters,
  type DescOf,
  type LiveControls,
  type Parameters,
  type ParametersOf,
  Simulation,
} from './typed.ts';
