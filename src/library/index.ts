/** `bestiary`: animals, descriptions and simulations for programs of your own. Needs neither a browser nor Node. */
export { animalNames, describeAnimal, parseCreature } from '../animals/registry.ts';
export {
  applySettings,
  createCreatureFileSchema,
  getJsonSchema,
  parseDesc,
  replaceValue,
} from '../engine/families/descriptions.ts';
export type { AnimalDesc, Suggestion } from '../engine/model/desc-family.ts';
export { ModelError, type Problem } from '../engine/model/problem.ts';
export { SimulationError } from '../engine/contract/guard.ts';
export type { FrameLayout } from '../engine/contract/frame.ts';
export type { Handles } from '../engine/contract/handles.ts';
export { type Difference, diffStates, type Snapshot } from '../engine/contract/state.ts';
export type { ControlSpec, MetricSpec, SignalSpec, State, System, ValidatedRange } from '../engine/contract/types.ts';
export { listMetrics, RunMetrics } from '../engine/sim/run-metrics.ts';
export { listWarnings } from '../engine/sim/warnings.ts';
export { Simulation, type SimulationOptions } from '../engine/sim/simulation.ts';
export { Timeline } from '../engine/sim/timeline.ts';
