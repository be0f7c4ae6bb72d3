/**
 * A policy as the pilot of a run (engine/sim/pilot-slot.ts): a plan is plain data that goes to another thread, into a log or a file, and
 * holds all that the pilot needs. `createPolicyPlan` looks once whether the policy fits and how fast the animal is of itself, which
 * takes a second or more; `createPolicyPilot` is then quick.
 */
import { addString, createHasher, finishHash } from '../../engine/math/hash.ts';
import { ModelError } from '../../engine/model/problem.ts';
import type { PilotMaker, PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { LearnError } from '../learn-error.ts';
import { decodePolicyFile, encodePolicyFile, expectSameAnimal, type PolicyFile } from '../policies/file.ts';
import { fitPolicy } from '../policies/fit.ts';
import type { ShippedKind } from '../policies/shipped-kinds.ts';
import { fitSpec } from './fit-spec.ts';
import { createPolicyDriver } from './policy-driver.ts';
import { createSetup, describeSpaces, type SetupSpec } from './setup.ts';

/** What a policy says of its environment. */
type PlanSpec = Omit<SetupSpec, 'desc' | 'training'>;

export interface PolicyPlan extends PilotPlan {
  readonly spec: PlanSpec;
  /** Text of a policy file: JSON holds it. */
  readonly policy: string;
  /** Where everybody has it: a link then says its hash in place of its text. */
  readonly shipped?: ShippedPolicy;
}

export interface ShippedPolicy {
  readonly kind: ShippedKind;
  /** Of the text. */
  readonly hash: string;
}

export function hashPolicy(text: string): string {
  const hasher = createHasher();
  addString(hasher, text);
  return finishHash(hasher);
}

/** Throws a LearnError for a policy that does not fit. */
export function createPolicyPlan(name: string, spec: SetupSpec, file: PolicyFile): PolicyPlan {
  if (file.animal !== '') expectSameAnimal(file, spec.desc.animal);
  const fitted = fitSpec(spec, adopt(file, spec));
  const setup = createSetup(fitted);
  const policy = fitPolicy(file, { animal: spec.desc.animal, ...describeSpaces(setup) });
  return {
    name,
    settings: Object.entries(setup.settings),
    spec: { ...pickSpec(fitted), reference: fitted.reference ?? setup.start.reference },
    policy: encodePolicyFile({ ...file, animal: spec.desc.animal, policy }),
  };
}

/** Of a run whose description has what the policy needs already. */
export function createDrivenPlan(name: string, fitted: SetupSpec, policy: PolicyFile['policy']): PolicyPlan {
  const { task, desc } = fitted;
  const text = encodePolicyFile({ animal: desc.animal, task, policy, provenance: {} });
  return { name, settings: [], spec: pickSpec(fitted), policy: text };
}

function pickSpec({ task, model, observation, actions }: SetupSpec): PlanSpec {
  return {
    task,
    ...(model === undefined ? {} : { model }),
    ...(observation === undefined ? {} : { observation }),
    ...(actions === undefined ? {} : { actions }),
  };
}

/** An ONNX model says less of its spaces than a policy file: it takes those of the environment that it was asked for. */
function adopt(file: PolicyFile, spec: SetupSpec): PolicyFile['policy'] {
  if (file.policy.observationSpace.low.every(Number.isFinite)) return file.policy;
  return fitPolicy(file, { animal: spec.desc.animal, ...describeSpaces(createSetup(spec)) });
}

/** Refuses in the words of a description, as a change of parameters that the policy does not bear is refused. */
export const createPolicyPilot: PilotMaker = (simulation, plan) => {
  const { spec, policy } = plan as PolicyPlan;
  try {
    return createPolicyDriver(simulation, { ...spec, desc: simulation.desc }, decodePolicyFile(policy).policy);
  } catch (error) {
    if (!(error instanceof LearnError)) throw error;
    const { path, got, hint } = error;
    throw new ModelError([{ code: 'inconsistent', path, got, hint }]);
  }
};
