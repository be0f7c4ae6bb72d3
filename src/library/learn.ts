/** `bestiary/learn`: environments, policies that ship or are one's own, drivers of running animals, and trainers. */
import './parts/soft-learning.ts';

export { type AnimalEnvSpec, createAnimalEnv, listTasks } from '../learn/environments/animal-env.ts';
export { describeTask, type TaskDescription } from '../learn/environments/describe-task.ts';
export {
  createVectorEnv,
  type Env,
  type Info,
  resetLanes,
  type ResetRequest,
  type ResetResult,
  type StepResult,
  type VectorEnv,
} from '../learn/environments/env.ts';
export { createSetup, createSimulation, type Setup, type SetupSpec } from '../learn/environments/setup.ts';
export { createCartPoleEnv } from '../learn/environments/toys/cart-pole.ts';
export { createPendulumEnv } from '../learn/environments/toys/pendulum.ts';
export { LearnError } from '../learn/learn-error.ts';
export { decodePolicyFile, encodePolicyFile, type PolicyFile } from '../learn/policies/file.ts';
export { decodeOnnx, type OnnxPolicy } from '../learn/policies/onnx-read.ts';
export { encodeOnnx } from '../learn/policies/onnx.ts';
export { type OpenPolicy, openPolicy } from '../learn/policies/open-policy.ts';
export { createIdlePolicy } from '../learn/policies/plain.ts';
export { createPolicyDriver, type PolicyDriver } from '../learn/policies/policy-driver.ts';
export { type Actor, createActor, type PolicyData } from '../learn/policies/policy.ts';
export { createProportional } from '../learn/policies/proportional.ts';
export type { ShippedKind } from '../learn/policies/shipped-kinds.ts';
export { evaluateAnimal } from '../learn/rollouts/evaluate.ts';
export type { RolloutPeer } from '../learn/rollouts/messages.ts';
export { createLocalPeer, createRolloutSource, type RolloutSource } from '../learn/rollouts/rollouts.ts';
export { createRolloutWorker } from '../learn/rollouts/worker.ts';
export type { Box, Discrete, Space } from '../learn/spaces.ts';
export { createCmaEs } from '../learn/trainers/cma-es.ts';
export { createEs, type EsConfig, type EsOptions, esPresets, resumeEs } from '../learn/trainers/es.ts';
export { type PpoConfig, ppoPresets } from '../learn/trainers/ppo-config.ts';
export { createPpo, type PpoOptions, resumePpo } from '../learn/trainers/ppo.ts';
export type { Trainer } from '../learn/trainers/trainer.ts';
export { createDriver, type Driver, type DriverOptions, listShippedTasks, loadPolicy } from './parts/driver.ts';
