import { describe, expect, it } from 'vitest';
import { replaceValue } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { ModelError } from '../../engine/model/problem.ts';
import { Replay } from '../../engine/sim/replay.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { Timeline } from '../../engine/sim/timeline.ts';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import type { PolicyFile } from './file.ts';
import { createProportional } from './proportional.ts';
import { openPolicy } from './open-policy.ts';
import { createPolicyDriver } from './policy-driver.ts';
import { createPolicyPilot, createPolicyPlan } from './policy-plan.ts';

const animal = describeSmallLamprey();
const spec = { desc: animal, task: 'steer', observation: 'aim', actions: 'few' } as const;
const proportional: PolicyFile = {
  animal: animal.animal,
  task: 'steer',
  environment: { observation: 'aim', actions: 'few' },
  codeVersion: '',
  policy: createProportional(spec)!,
  provenance: {},
};
const plan = createPolicyPlan('proportional', { desc: animal, task: 'steer' }, proportional);
const desc = plan.settings.reduce<AnimalDesc>((at, [path, value]) => replaceValue(at, path, value), animal);
const course = [1.2, 0] as const;
/** Beyond the run-up of 4 s, in which a policy only looks. */
const runUp = Math.round(4 / new Simulation(desc, { seed: 1 }).system.dt);

function createDriven(): Timeline {
  const timeline = new Timeline(desc, { seed: 1 });
  timeline.setTargetDirection(course);
  timeline.setPilot(plan, createPolicyPilot);
  return timeline;
}

function advance(run: Timeline | Replay, step: number): string {
  while (run.simulation.stepCount < step) run.step();
  return run.simulation.hash();
}

describe('a policy as the pilot of a run', () => {
  const end = runUp + 600;
  const timeline = createDriven();
  const middle = advance(timeline, runUp + 333);
  const last = advance(timeline, end);

  it('does to the last bit what the command line does with it', () => {
    const simulation = new Simulation(desc, { seed: 1 });
    const driver = createPolicyDriver(simulation, openPolicy(spec, proportional));
    driver.setTargetDirection(...course);
    while (simulation.stepCount < end) {
      driver.decide();
      simulation.step();
    }
    expect(last).toBe(simulation.hash());
    const free = new Timeline(desc, { seed: 1 });
    expect(advance(free, end)).not.toBe(last);
  });

  it('is exact in time travel, and continues from the past into the same future', () => {
    timeline.seek(runUp + 333);
    expect(timeline.simulation.hash()).toBe(middle);
    timeline.seek(runUp + 100);
    timeline.seek(runUp + 333);
    expect(timeline.simulation.hash()).toBe(middle);
    expect(advance(timeline, end)).toBe(last);
  });

  it('is replayed from the middle in another thread', () => {
    const script = structuredClone(timeline.createScript(runUp + 200));
    expect(script.step).toBeGreaterThan(0);
    const replay = new Replay(script, createPolicyPilot);
    expect(advance(replay, end)).toBe(last);
    // Beyond where the run has come.
    expect(advance(replay, end + 90)).toBe(advance(timeline, end + 90));
  });

  it('takes over, changes course and lets go at steps that are part of the run', () => {
    const run = new Timeline(desc, { seed: 1 });
    advance(run, runUp + 50);
    run.setPilot(plan, createPolicyPilot);
    advance(run, runUp + 450);
    run.setTargetDirection([-1, 0]);
    advance(run, runUp + 800);
    const held = run.pilot!.controlledPaths;
    expect(held).toContain('brainstem.left');
    run.setPilot(undefined, createPolicyPilot);
    const { controls } = run.simulation.system;
    // What it held is as the description says again.
    for (const [i, { name, initial }] of controls.entries())
      if (held.includes(name)) expect(run.simulation.state.controls[i]).toBe(initial);
    const after = advance(run, runUp + 900);
    run.seek(runUp + 20);
    expect(run.pilot).toBeUndefined();
    run.seek(runUp + 500);
    expect(run.pilot?.targetDirection).toEqual([-1, 0]);
    run.seek(runUp + 900);
    expect(run.simulation.hash()).toBe(after);
  });

  it('stays when a parameter changes, and restarts with the run', () => {
    const run = createDriven();
    advance(run, 200);
    run.setParameter('medium.density', 990);
    expect(run.pilot?.plan).toBe(plan);
    const hash = advance(run, runUp + 200);
    run.seek(150);
    run.seek(runUp + 200);
    expect(run.simulation.hash()).toBe(hash);
  });

  it('is refused in words where it is of another animal', () => {
    const foreign: PolicyFile = { ...proportional, animal: 'octopus' };
    expect(() => createPolicyPlan('mine', spec, foreign)).toThrow(/octopus.*choose one of its policies/su);
    const other = { ...plan, spec: { ...plan.spec, actions: 'default' as const } };
    const run = new Timeline(desc, { seed: 1 });
    expect(() => run.setPilot(other, createPolicyPilot)).toThrow(ModelError);
    expect(run.pilot).toBeUndefined();
  });
});
