/**
 * A policy as the pilot of a run (engine/sim/pilot-slot.ts): a plan is plain data that goes to another thread, into a log or a file, and
 * holds all that the pilot needs. `createPolicyPlan` checks once whether the policy fits, and measures the animal's own speed, which
 * takes a second or more; `createPolicyPilot` is then quick.
 */
import { z } from 'zod';
import { actionSets } from '../../engine/contract/learning.ts';
import { throwProblem } from '../../engine/model/problem.ts';
import type { PilotMaker, PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { checkShape } from '../check-shape.ts';
import { observationKinds } from '../environments/senses/observation.ts';
import type { Setup, SetupSpec } from '../environments/setup.ts';
import { LearnError } from '../learn-error.ts';
import { decodePolicyFile, encodePolicyFile, type PolicyFile } from './file.ts';
import { type OpenPolicy, openPolicy } from './open-policy.ts';
import { createPolicyDriver } from './policy-driver.ts';
import type { ShippedKind } from './shipped-kinds.ts';

/** What a policy says of its environment. */
type PlanSpec = Omit<SetupSpec, 'desc' | 'training'>;

export interface PolicyPlan extends PilotPlan {
  readonly spec: PlanSpec;
  /** Text of a policy file: JSON holds it. */
  readonly policy: string;
  /** For a policy that ships: a link then has its hash instead of its text. */
  readonly shipped?: ShippedPolicy;
}

export interface ShippedPolicy {
  readonly kind: ShippedKind;
  /** `hashPolicy` of the text. */
  readonly hash: string;
}

/** Throws a LearnError for a policy that does not fit. */
export function createPolicyPlan(name: string, spec: SetupSpec, file: PolicyFile): PolicyPlan {
  const { setup, policy } = openPolicy(spec, file);
  return {
    name,
    settings: Object.entries(setup.settings),
    spec: { ...pickSpec(setup, spec, file), reference: setup.reference },
    policy: encodePolicyFile({ ...file, animal: spec.desc.animal, policy }),
  };
}

/** Of a run whose description already has what the policy needs. */
export function createDrivenPlan(name: string, spec: SetupSpec, file: PolicyFile, { setup }: OpenPolicy): PolicyPlan {
  return { name, settings: [], spec: pickSpec(setup, spec, file), policy: encodePolicyFile(file) };
}

function pickSpec({ observation, actionSet }: Setup, { task, model }: SetupSpec, file: PolicyFile): PlanSpec {
  const chosen = model ?? file.environment?.model;
  return { task, ...(chosen === undefined ? {} : { model: chosen }), observation, actions: actionSet };
}

const word = z.string().max(300);

/** A plan may come with a link or a recording. */
const planSchema = z.object({
  spec: z.object({
    task: word,
    model: word.exactOptional(),
    observation: z.enum(observationKinds).exactOptional(),
    actions: z.enum(actionSets).exactOptional(),
    reference: z.number().positive().exactOptional(),
  }),
  policy: z.string(),
});

/** Refuses in the words of a description, as a change of parameters that the policy cannot work with is refused. */
export const createPolicyPilot: PilotMaker = (simulation, plan) => {
  try {
    const { spec, policy } = checkShape(planSchema, plan, 'pilot');
    const open = openPolicy({ ...spec, desc: simulation.desc }, decodePolicyFile(policy), simulation.system);
    return createPolicyDriver(simulation, open);
  } catch (error) {
    if (!(error instanceof LearnError)) throw error;
    const { path, got, hint } = error;
    throwProblem('inconsistent', path, got, hint);
  }
};
