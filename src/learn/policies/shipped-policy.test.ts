import { describe, expect, it } from 'vitest';
import { loadShippedPolicy } from '../../animals/policies.ts';
import { describeAnimal } from '../../animals/registry.ts';
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import { targetDirectionPath, type Edit, pilotPath } from '../../engine/sim/edit-paths.ts';
import { Replay } from '../../engine/sim/replay.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { createPolicyPilot, createPolicyPlan, type PolicyPlan } from './policy-plan.ts';
import { createDrivenAnimal } from '../subjects/subject.ts';
import { markShipped, readShipped, restorePolicies } from './shipped-policy.ts';

const own = describeAnimal('lamprey');
const animal = describeSmallLamprey();
/** Beyond the run-up of 4 s, in which a policy only looks. */
const steps = Math.round(4.5 / new Simulation(animal, { seed: 1 }).system.dt);

async function createPlan(kind: 'default' | 'proportional'): Promise<PolicyPlan> {
  const file = await readShipped(kind, animal, 'steer', loadShippedPolicy);
  return markShipped(createPolicyPlan(kind, { desc: animal, task: 'steer' }, file), kind);
}

/** As it stands in a link. */
function shorten({ name, settings, spec, shipped }: PolicyPlan): Edit {
  return JSON.parse(JSON.stringify({ step: 0, path: pilotPath, value: { name, settings, spec, shipped } })) as Edit;
}

function run(start: AnimalDesc, edits: readonly Edit[]): string {
  const { changes, problems } = createChanges(start, own, edits);
  expect(problems).toEqual([]);
  const replay = new Replay({ desc: start, seed: 1, step: 0, changes }, createPolicyPilot);
  while (replay.simulation.stepCount < steps) replay.step();
  return replay.simulation.hash();
}

describe('policies that a link names', () => {
  it.each(['default', 'proportional'] as const)('%s: come back whole, and drive the same run', async (kind) => {
    const plan = await createPlan(kind);
    const start = plan.settings.reduce<AnimalDesc>((at, [path, value]) => replaceValue(at, path, value), animal);
    const course: Edit = { step: 0, path: targetDirectionPath, value: [0.9, 0] };
    const short = [course, shorten(plan)];
    expect(JSON.stringify(short).length).toBeLessThan(800);
    const { edits, problems } = await restorePolicies(start, own, short, loadShippedPolicy);
    expect(problems).toEqual([]);
    expect(edits[1]!.value).toEqual(plan);
    expect(run(start, edits)).toBe(run(start, [course, { step: 0, path: pilotPath, value: plan }]));
    expect(run(start, [])).not.toBe(run(start, edits));
  });

  it('are refused in words where they are unknown, or others', async () => {
    const plan = await createPlan('default');
    const restore = (value: object, load = loadShippedPolicy) =>
      restorePolicies(animal, own, [{ step: 3, path: pilotPath, value }], load);
    const other = await restore({ ...(shorten(plan).value as object), shipped: { kind: 'default', hash: '00' } });
    expect(other.edits).toEqual([]);
    expect(other.problems[0]).toMatchObject({
      got: expect.stringMatching(/another policy: 00 in the link, [0-9a-f]{16} here/u),
      hint: expect.stringContaining('another version'),
    });
    const none = await restore(shorten(plan).value as object, () => Promise.resolve(undefined));
    expect(none.problems[0]).toMatchObject({ path: 'policy (task "steer")', got: 'no policy that ships' });
    const odd = await restore({ shipped: { kind: 'mine', hash: '00' } });
    expect(odd.problems[0]).toMatchObject({ got: 'no policy that is known' });
  });

  it('leave edits alone that bring their own', async () => {
    const { name, settings, spec, policy } = await createPlan('proportional');
    const whole = { name, settings, spec, policy };
    const edits = [
      { step: 0, path: pilotPath, value: whole },
      { step: 9, path: pilotPath, value: null },
    ];
    expect(await restorePolicies(animal, own, edits, loadShippedPolicy)).toEqual({ edits, problems: [] });
  });
});

it('a run of the command line is made again from the plan that it keeps', async () => {
  const file = await readShipped('proportional', animal, 'steer', loadShippedPolicy);
  const subject = { kind: 'animal', desc: animal, task: 'steer', observation: 'aim', actions: 'few' } as const;
  const driven = createDrivenAnimal(subject, 'proportional', () => file.policy, 1);
  while (driven.simulation.stepCount < steps) {
    driven.decide();
    driven.simulation.step();
  }
  const plan = JSON.parse(JSON.stringify(driven.plan)) as PolicyPlan;
  expect(run(driven.simulation.desc, [{ step: 0, path: pilotPath, value: plan }])).toBe(driven.simulation.hash());
});
