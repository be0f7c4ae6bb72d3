/** An animal that a policy steers, in two lines: the policies that ship are loaded when they are asked for. */
import { listPolicyTasks, loadShippedPolicy } from '../../animals/policies.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { createSimulation } from '../../learn/environments/setup.ts';
import { decodePolicyFile, type PolicyFile } from '../../learn/policies/file.ts';
import { openPolicy } from '../../learn/policies/open-policy.ts';
import { createPolicyDriver, type PolicyDriver } from '../../learn/policies/policy-driver.ts';
import type { ShippedKind } from '../../learn/policies/shipped-kinds.ts';
import { readShipped } from '../../learn/policies/shipped-policy.ts';
import { printGot, throwProblem } from '../../engine/model/problem.ts';
import { suggestSentence } from '../../engine/model/suggest.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import { checkOptionNames } from './options.ts';

export interface DriverOptions {
  /** `default` is the best that ships, `network` one trained from scratch, `proportional` needs no training; or a file of one's own. */
  readonly policy?: PolicyFile | string;
  /** What it is to do (default steer); `listTasks(desc)` lists them. */
  readonly task?: string;
  readonly seed?: number;
}

/** `driver.decide()` before every `simulation.step()`; `driver.setTargetDirection(heading, elevation)` steers. */
export interface Driver {
  readonly simulation: Simulation;
  readonly driver: PolicyDriver;
}

const defaultTask = 'steer';
const kinds: readonly string[] = ['default', 'network', 'proportional'] satisfies ShippedKind[];

/** A policy that ships with an animal, for a task. Throws a LearnError for a task without one. */
export function loadPolicy(
  desc: AnimalDesc,
  kind: ShippedKind = 'default',
  task: string = defaultTask,
): Promise<PolicyFile> {
  getFamily(desc);
  if (!kinds.includes(kind)) throwProblem('not-allowed', 'kind', printGot(kind), suggestSentence(kind, kinds));
  return readShipped(kind, desc, task, loadShippedPolicy);
}

/** Tasks for which an animal has a policy that ships. */
export function listShippedTasks(animal: string): readonly string[] {
  if (typeof animal !== 'string')
    throwProblem('wrong-type', 'animal', printGot(animal), "Give the name of an animal, such as 'octopus'.");
  return listPolicyTasks('default', animal);
}

/** An animal at its start with a policy as its pilot. `policy` is the name of one that ships, or the text of a policy file. */
export async function createDriver(desc: AnimalDesc, options: DriverOptions = {}): Promise<Driver> {
  getFamily(desc);
  checkOptionNames(options, ['policy', 'task', 'seed'], "{ policy: 'default', task: 'steer' }");
  const { policy = 'default', task = defaultTask, seed = 1 } = options;
  if (!Number.isSafeInteger(seed)) throwProblem('wrong-type', 'options.seed', printGot(seed), 'Give a whole number.');
  const file = await readPolicy(desc, policy, task);
  const open = openPolicy({ desc, task }, file);
  const simulation = createSimulation(open.setup, seed);
  return { simulation, driver: createPolicyDriver(simulation, open) };
}

function readPolicy(
  desc: AnimalDesc,
  policy: NonNullable<DriverOptions['policy']>,
  task: string,
): PolicyFile | Promise<PolicyFile> {
  if (typeof policy !== 'string') return policy;
  if (kinds.includes(policy)) return loadPolicy(desc, policy as ShippedKind, task);
  // A policy file is JSON: one word is a name.
  if (/^[\w-]*$/u.test(policy))
    throwProblem(
      'not-allowed',
      'options.policy',
      printGot(policy),
      `${suggestSentence(policy, kinds)} Or give the text of a policy file.`,
    );
  return decodePolicyFile(policy);
}
