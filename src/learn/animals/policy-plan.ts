/**
 * A policy as the pilot of a run (engine/sim/wheel.ts): a plan is plain data that goes to another thread, into a log or a file, and
 * holds all that the pilot needs. `createPolicyPlan` looks once whether the policy fits and how fast the animal is of itself, which
 * takes a second or more; `createPolicyPilot` is then quick.
 */
import { ModelError } from '../../engine/model/problem.ts';
import type { PilotMaker, PilotPlan } from '../../engine/sim/wheel.ts';
import { LearnError } from '../learn-error.ts';
import { decodePolicyFile, encodePolicyFile, expectSameAnimal, type PolicyFile } from '../policies/file.ts';
import { fitPolicy } from '../policies/fit.ts';
import { fitSpec } from './fit-spec.ts';
import { createPolicyDriver } from './policy-driver.ts';
import { createSetup, describeSpaces, type SetupSpec } from './setup.ts';

/** What a policy says of its environment. */
type PlanSpec = Omit<SetupSpec, 'desc' | 'training'>;

export interface PolicyPlan extends PilotPlan {
  readonly spec: PlanSpec;
  /** Text of a policy file: JSON holds it. */
  readonly policy: string;
}

/** Throws a LearnError for a policy that does not fit. */
export function createPolicyPlan(name: string, spec: SetupSpec, file: PolicyFile): PolicyPlan {
  if (file.animal !== '') expectSameAnimal(file, spec.desc.animal);
  const fitted = fitSpec(spec, adopt(file, spec));
  const setup = createSetup(fitted);
  const policy = fitPolicy(file, { animal: spec.desc.animal, ...describeSpaces(setup) });
  const { desc, task, model, observation, actions } = fitted;
  return {
    name,
    settings: Object.entries(setup.settings),
    spec: {
      task,
      ...(model === undefined ? {} : { model }),
      ...(observation === undefined ? {} : { observation }),
      ...(actions === undefined ? {} : { actions }),
      reference: setup.start.reference,
    },
    policy: encodePolicyFile({ ...file, animal: desc.animal, policy }),
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
