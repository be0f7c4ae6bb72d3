/** Policies that everybody has: those that ship for an animal and a task, and the law of one gain. Links say them by hash. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import { type Edit, pilotPath } from '../../engine/sim/edit-paths.ts';
import { createPolicyPlan, hashPolicy, type PolicyPlan, type ShippedPolicy } from '../animals/policy-plan.ts';
import { getLearnHandle } from '../animals/setup.ts';
import { LearnError } from '../learn-error.ts';
import { decodePolicyFile, type PolicyFile } from '../policies/file.ts';
import { type ShippedKind, shippedKinds } from '../policies/shipped-kinds.ts';
import { createSubjectBaseline } from './subject.ts';

/** The text of a policy that ships, or undefined where there is none. */
export type PolicyLoader = (
  name: Exclude<ShippedKind, 'law'>,
  animal: string,
  task: string,
) => Promise<string | undefined>;

/** Throws a LearnError where there is none. */
export async function readShipped(
  kind: ShippedKind,
  desc: AnimalDesc,
  task: string,
  load: PolicyLoader,
): Promise<PolicyFile> {
  const { animal } = desc;
  if (kind !== 'law') {
    const text = await load(kind, animal, task);
    if (text !== undefined) return decodePolicyFile(text);
  } else {
    const few = 'few' in getLearnHandle(desc).actions ? ('few' as const) : ('default' as const);
    const policy = createSubjectBaseline({ kind: 'animal', desc, task, observation: 'aim', actions: few });
    if (policy !== undefined) return { animal, task, policy, provenance: {} };
  }
  const got = { default: 'no policy that ships', network: 'no network that ships', law: 'no law' }[kind];
  throw new LearnError({ code: 'missing', path: `task "${task}"`, got, hint: 'Choose another policy, or train one.' });
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
    // The animal as it was when the policy took the wheel.
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
  const { kind, hash } = (shipped ?? {}) as Partial<ShippedPolicy>;
  const isPlan = typeof name === 'string' && Array.isArray(settings) && typeof spec?.task === 'string';
  if (!isPlan || kind === undefined || !shippedKinds.includes(kind))
    throw new ModelError([
      { code: 'wrong-type', path: 'kind', got: 'no policy that is known', hint: 'Copy the link again, whole.' },
    ]);
  const file = await readShipped(kind, desc, spec.task, load);
  const { policy } = createPolicyPlan(name, { ...spec, desc }, file);
  const here = hashPolicy(policy);
  if (here !== hash)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: `${kind}, task "${spec.task}"`,
        got: `another policy: ${hash ?? 'none'} in the link, ${here} here`,
        hint: 'The run was made with another version of this program; it is opened without its policy.',
      },
    ]);
  return { name, settings, spec, policy, shipped: { kind, hash: here } };
}
