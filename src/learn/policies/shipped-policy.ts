/** Policies that everybody has: those that ship for an animal and a task, and the proportional controller. Links name them by hash. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError, type Problem, throwProblem } from '../../engine/model/problem.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import { type Edit, pilotPath } from '../../engine/sim/edit-paths.ts';
import { prepareLearning } from '../environments/setup.ts';
import { getTaskTraits } from '../environments/tasks/registry.ts';
import { LearnError, failLearn } from '../learn-error.ts';
import { decodePolicyFile, hashPolicy, type PolicyFile } from './file.ts';
import { createPolicyPlan, type PolicyPlan, type ShippedPolicy } from './policy-plan.ts';
import { createProportional } from './proportional.ts';
import { findShippedKind, type ShippedKind } from './shipped-kinds.ts';

export type ShippedFileKind = Exclude<ShippedKind, 'proportional'>;

/** The text of a policy that ships, or undefined. */
export type PolicyLoader = (name: ShippedFileKind, animal: string, task: string) => Promise<string | undefined>;

/** The task whose policy does every task that only sets a target. */
const steerTask = 'steer';

/** Undefined where none ships. */
export async function readShippedFile(
  kind: ShippedFileKind,
  desc: AnimalDesc,
  task: string,
  load: PolicyLoader,
): Promise<PolicyFile | undefined> {
  let text = await load(kind, desc.animal, task);
  if (text === undefined && getTaskTraits(prepareLearning(desc), task)?.isSteering === true)
    text = await load(kind, desc.animal, steerTask);
  return text === undefined ? undefined : decodePolicyFile(text);
}

/** Throws a LearnError where the animal has no such policy. */
export async function readShipped(
  kind: ShippedKind,
  desc: AnimalDesc,
  task: string,
  load: PolicyLoader,
): Promise<PolicyFile> {
  const file =
    kind === 'proportional' ? createProportionalFile(desc, task) : await readShippedFile(kind, desc, task, load);
  if (file !== undefined) return file;
  const got = {
    default: 'no policy that ships',
    network: 'no network that ships',
    proportional: 'no proportional controller',
  }[kind];
  failLearn('missing', `task "${task}"`, got, 'Choose another policy, or train one.');
}

function createProportionalFile(desc: AnimalDesc, task: string): PolicyFile | undefined {
  const environment = { observation: 'aim', actions: 'few' } as const;
  const policy = createProportional({ desc, task, ...environment });
  if (policy === undefined) return undefined;
  return { animal: desc.animal, task, environment, codeVersion: '', policy, provenance: {} };
}

/** A plan that says where its policy comes from. */
export function markShipped(plan: PolicyPlan, kind: ShippedKind): PolicyPlan {
  return { ...plan, shipped: { kind, hash: hashPolicy(plan.policy) } };
}

/** Edits of a link with the policies that it only names; those that are not here, or are others, are left out and told. */
export async function restorePolicies(
  start: AnimalDesc,
  own: AnimalDesc,
  edits: readonly Edit[],
  load: PolicyLoader,
): Promise<{ readonly edits: readonly Edit[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const restored: Edit[] = [];
  for (const edit of edits) {
    const plan = edit.value as Partial<PolicyPlan> | null;
    if (edit.path !== pilotPath || plan?.shipped === undefined || plan.policy !== undefined) {
      restored.push(edit);
      continue;
    }
    // The animal as it was when the policy became its pilot.
    const { changes } = createChanges(start, own, restored);
    const desc = changes.findLast((change) => change.desc !== undefined)?.desc ?? start;
    try {
      restored.push({ ...edit, value: await restore(plan, desc, load) });
    } catch (error) {
      if (!(error instanceof ModelError || error instanceof LearnError)) throw error;
      const { path, got, hint } = error instanceof ModelError ? error.problems[0]! : error;
      problems.push({ code: 'missing', path: `policy (${path})`, got, hint });
    }
  }
  return { edits: restored, problems };
}

async function restore(plan: Partial<PolicyPlan>, desc: AnimalDesc, load: PolicyLoader): Promise<PolicyPlan> {
  const { name, settings, spec, shipped } = plan;
  const { kind: said = '', hash } = (shipped ?? {}) as Partial<Record<keyof ShippedPolicy, string>>;
  const kind = findShippedKind(said);
  const isPlan = typeof name === 'string' && Array.isArray(settings) && typeof spec?.task === 'string';
  if (!isPlan || kind === undefined)
    throwProblem('wrong-type', 'kind', 'no policy that is known', 'Copy the link again, whole.');
  const file = await readShipped(kind, desc, spec.task, load);
  const { policy } = createPolicyPlan(name, { ...spec, desc }, file);
  const here = hashPolicy(policy);
  if (here !== hash)
    throwProblem(
      'inconsistent',
      `${kind}, task "${spec.task}"`,
      `another policy: ${hash ?? 'none'} in the link, ${here} here`,
      'The run was made with another version of this program; it is opened without its policy.',
    );
  return { name, settings, spec, policy, shipped: { kind, hash: here } };
}
