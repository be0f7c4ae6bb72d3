import { describe, expect, it, vi } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { createFailureError } from '../../engine/contract/guard.ts';
import { poseLength } from '../../engine/contract/pose.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { checkEnv } from '../../testing/check-env.ts';
import { createActor } from '../policies/policy.ts';
import { createAnimalEnv, listTasks } from './animal-env.ts';
import { openPolicy } from '../policies/open-policy.ts';
import { createPolicyDriver } from '../policies/policy-driver.ts';
import { createProportional } from '../policies/proportional.ts';
import { createSetup, createSimulation } from './setup.ts';

/** Small bodies, so that every test takes seconds. */
const quick: Readonly<Record<string, readonly string[]>> = {
  'soft-lamprey': ['body.sizes.cells=16'],
  starfish: ['body.sizes.armCells=5'],
  stingray: ['body.triangles=200'],
  centipede: ['body.segments=8'],
};

function describeQuick(name: string) {
  return applySettings(describeAnimal(name), quick[name] ?? []);
}

const lamprey = describeQuick('soft-lamprey');

describe('animals as environments', () => {
  it('say what they can be asked to do', () => {
    const names = (animal: string) => listTasks(describeQuick(animal)).map(({ name }) => name);
    const everywhere = ['steer', 'pace', 'sprint', 'path', 'forage'];
    expect(names('lamprey')).toEqual(everywhere);
    expect(names('centipede')).toEqual([...everywhere, 'rough']);
    expect(names('stingray')).toEqual([...everywhere, 'current', 'recover', 'bottle', 'valley']);
    expect(names('starfish')).toEqual([...everywhere, 'current', 'recover', 'bottle', 'valley', 'grasp']);
  });

  it.each(['lamprey', 'centipede'])('keep the rules as %s', (animal) => {
    const create = (lanes: number) =>
      createAnimalEnv({ desc: describeQuick(animal), task: 'steer', lanes, observation: 'full' });
    expect(checkEnv(create, { steps: 6, expectEnd: false })).toEqual([]);
  });

  it.each(['bottle', 'valley', 'grasp'])('keep the rules in the surroundings of task %s', (task) => {
    const create = (lanes: number) => createAnimalEnv({ desc: describeQuick('starfish'), task, lanes, training: true });
    expect(checkEnv(create, { steps: 2, expectEnd: false })).toEqual([]);
  });

  it.each(['steer', 'pace', 'sprint', 'path', 'forage', 'current', 'recover'])('keep the rules in task %s', (task) => {
    const create = (lanes: number) => createAnimalEnv({ desc: lamprey, task, lanes, training: true, actions: 'few' });
    expect(checkEnv(create, { steps: 6, expectEnd: false })).toEqual([]);
  });

  it('see what is up in the plane, and nothing of it where all directions are alike', () => {
    const listNames = (animal: string) =>
      createAnimalEnv({ desc: describeQuick(animal), task: 'steer', lanes: 1 }).observationSpace.names;
    expect(listNames('stingray').filter((name) => name.startsWith('world up'))).toHaveLength(3);
    expect(listNames('starfish').filter((name) => name.startsWith('world up'))).toEqual([]);
    expect(listNames('stingray').filter((name) => !name.startsWith('world up'))).toEqual(listNames('starfish'));
  });

  it('keep the rules on rough ground, with the timing of legs as actions', () => {
    const create = (lanes: number) => createAnimalEnv({ desc: describeQuick('centipede'), task: 'rough', lanes });
    expect(create(1).actionSpace).toMatchObject({ names: expect.arrayContaining(['lag of the legs']) as unknown });
    expect(checkEnv(create, { steps: 4, expectEnd: false })).toEqual([]);
  });

  it.each(['ap-mem', 'cpg-mem', 's-mem', 'i-mem'])(
    'keep the rules under %s with all actions of every cord',
    (model) => {
      const create = (lanes: number) =>
        createAnimalEnv({ desc: lamprey, task: 'steer', model, lanes, training: true, observation: 'full' });
      expect(checkEnv(create, { steps: 4, expectEnd: false })).toEqual([]);
    },
  );

  it('refuse a task, a model and actions that they have not, and name those they have', () => {
    const spec = { desc: lamprey, task: 'steer', lanes: 1 };
    expect(() => createAnimalEnv({ ...spec, task: 'grasp' })).toThrow(/steer, pace, sprint, path/u);
    expect(() => createAnimalEnv({ ...spec, task: 'stear' })).toThrow(/steer/u);
    expect(() => createAnimalEnv({ ...spec, model: 'x-mem' })).toThrow(/ap-mem, cpg-mem/u);
    expect(() => createAnimalEnv({ ...spec, desc: describeAnimal('lamprey'), actions: 'paper' })).toThrow(
      /default, few/u,
    );
  });

  it('end an episode at its horizon, and cut trajectories while training', () => {
    const run = (training: boolean): number => {
      const env = createAnimalEnv({ desc: lamprey, task: 'steer', lanes: 1, training, actions: 'few' });
      env.resetLane(0, { seed: 3 });
      const actions = new Float64Array(3);
      for (let step = 1; ; step++) {
        env.step(actions);
        expect(env.terminated[0]).toBe(0);
        if (env.truncated[0] === 1) return step;
      }
    };
    expect(run(false)).toBe(75);
    const cut = run(true);
    expect(cut).toBeGreaterThanOrEqual(22);
    expect(cut).toBeLessThanOrEqual(53);
  });

  it('take a target of the caller’s', () => {
    const env = createAnimalEnv({ desc: lamprey, task: 'steer', lanes: 1, observation: 'aim', actions: 'few' });
    env.resetLane(0, { seed: 1, options: { direction: [0, 2, 0], speed: 0.5 } });
    expect(env.observations[0]).toBeGreaterThan(0.9);
    const before = env.saveState();
    expect(() => env.resetLane(0, { options: { direktion: [1, 0, 0] } })).toThrow(/options\.direktion.*'direction'/u);
    expect(() => env.resetLane(0, { seed: 9, options: { direction: [0, 0, 0] } })).toThrow(/options\.direction/u);
    expect(env.saveState()).toEqual(before);
    expect(() => env.resetLane(0, { options: { speed: -1 } })).toThrow(/options\.speed/u);
  });

  it('steer to the target by the proportional controller, and not without it', () => {
    const spec = { desc: lamprey, task: 'steer', observation: 'aim', actions: 'few' } as const;
    const policy = createProportional(spec)!;
    const still = { ...policy, parameters: new Float64Array(policy.parameters.length) };
    const env = createAnimalEnv({ ...spec, lanes: 1 });
    const run = (tried: typeof policy): number => {
      const actor = createActor(tried, 1);
      env.resetLane(0, { seed: 1, options: { direction: [-1, 2, 1] } });
      do {
        actor.act(env.observations, 1);
        env.step(actor.actions);
      } while (env.truncated[0] === 0);
      return env.infos[env.infoNames.indexOf('meanAngle')]!;
    };
    expect(run(still)).toBeGreaterThan(60);
    expect(run(policy)).toBeLessThan(10);
  });

  it('end the episode of an animal that breaks, and continue', () => {
    const env = createAnimalEnv({ desc: lamprey, task: 'steer', lanes: 1, actions: 'few' });
    env.resetLane(0, { seed: 1 });
    const last = env.observations.slice();
    const step = vi.spyOn(Simulation.prototype, 'step').mockImplementationOnce(() => {
      throw createFailureError({ detail: 'It broke', hint: '' }, new Simulation(lamprey, { seed: 0 }).state, 'a test');
    });
    const actions = new Float64Array(3);
    env.step(actions);
    step.mockRestore();
    expect([env.terminated[0], env.truncated[0], env.rewards[0]]).toEqual([1, 0, 0]);
    expect(env.infos[env.infoNames.indexOf('failed')]).toBe(1);
    expect(env.finalObservations).toEqual(last);
    env.step(actions);
    expect(env.terminated[0]).toBe(0);
    expect(env.infos[env.infoNames.indexOf('failed')]).toBe(0);
  });
});

describe('places', () => {
  it('lead through a valley, and see walls touched', () => {
    const env = createAnimalEnv({ desc: lamprey, task: 'valley', lanes: 1, observation: 'aim', actions: 'few' });
    env.resetLane(0, { seed: 1 });
    const actor = createActor(
      createProportional({ desc: lamprey, task: 'valley', observation: 'aim', actions: 'few' })!,
      1,
    );
    for (let decision = 0; decision < 60; decision++) {
      actor.act(env.observations, 1);
      env.step(actor.actions);
    }
    const info = (name: string) => env.infos[env.infoNames.indexOf(name)]!;
    expect(info('progress')).toBeGreaterThan(0.2);
    expect(info('won')).toBe(0);
    expect(info('touched')).toBeGreaterThan(0);
  });

  it('lose a ball that nothing holds, and keep it in arms that close', () => {
    const env = createAnimalEnv({ desc: describeQuick('starfish'), task: 'grasp', lanes: 1, actions: 'few' });
    const run = (grip: number): number => {
      env.resetLane(0, { seed: 5000 });
      do env.step(Float64Array.of(grip));
      while (env.truncated[0] === 0 && env.terminated[0] === 0);
      return env.infos[env.infoNames.indexOf('won')]!;
    };
    expect(run(0)).toBe(0);
    expect(run(0.5)).toBe(1);
  });
});

describe('a policy as the pilot of a simulation', () => {
  it('sees what its task lets it see, and continues from what it saved', () => {
    const spec = { desc: describeQuick('centipede'), task: 'rough', observation: 'aim' } as const;
    const policy = createProportional(spec)!;
    const { parameters, observationSpace } = policy;
    const names = ['turn', 'pace', 'lag', 'duty', 'stride', 'lift'];
    // Longer stands, the more of it is carried.
    parameters[observationSpace.names.indexOf('carried') * names.length + names.indexOf('duty')] = 0.5;
    const setup = createSetup(spec);
    const simulation = createSimulation(setup, 0);
    const driver = createPolicyDriver(simulation, { setup, policy });
    const timing = simulation.state.arrays['legTiming']!;
    const run = (seconds: number): void => {
      for (const end = simulation.time + seconds; simulation.time < end - 1e-9; ) {
        driver.decide();
        simulation.step();
      }
    };
    run(5);
    expect(timing[1]).toBeGreaterThan(0.01);
    const [state, memory] = [simulation.snapshot(), driver.save()];
    run(1);
    const hash = simulation.hash();
    simulation.restore(state);
    driver.load(memory);
    run(1);
    expect(simulation.hash()).toBe(hash);
  });

  it('does what an environment would', () => {
    const spec = { desc: lamprey, task: 'steer', observation: 'small', actions: 'few' } as const;
    const policy = createProportional(spec)!;
    const env = createAnimalEnv({ ...spec, lanes: 1 });
    env.resetLane(0, { seed: 1, options: { direction: [0, 1, 0] } });
    const actor = createActor(policy, 1);

    const desc = applySettings(lamprey, [`target.heading=${Math.PI / 2}`]);
    const setup = createSetup({ ...spec, desc });
    const simulation = createSimulation(setup, 0);
    const driver = createPolicyDriver(simulation, { setup, policy });
    const actions = simulation.state.arrays['actions']!;
    for (let tick = 0; tick < 120; tick++) for (let step = 0; step < 4; step++) advance();
    for (let decision = 0; decision < 6; decision++) {
      actor.act(env.observations, 1);
      env.step(actor.actions);
      for (let tick = 0; tick < 4; tick++) for (let step = 0; step < 4; step++) advance();
      const own = env.saveState();
      expect(Array.from(actions).some((action) => action !== 0)).toBe(true);
      const pose = new Float64Array(poseLength);
      simulation.writePose(pose);
      const seen = (own['lane-0/motion'] as Float64Array).subarray(1, 1 + poseLength);
      expect(Array.from(pose)).toEqual(Array.from(seen));
    }
    expect(driver.target.direction[1]).toBeCloseTo(1, 12);

    function advance(): void {
      driver.decide();
      simulation.step();
    }
  });

  it('refuses a policy of another animal', () => {
    const spec = { desc: lamprey, task: 'steer' };
    const environment = { observation: 'small', actions: 'default' } as const;
    const foreign = createProportional({ desc: describeQuick('stingray'), task: 'steer' })!;
    const file = {
      animal: 'soft-lamprey',
      task: 'steer',
      environment,
      codeVersion: '',
      policy: foreign,
      provenance: {},
    };
    expect(() => openPolicy(spec, { ...file, animal: 'stingray' })).toThrow(/policy\.animal: got "stingray"/u);
    expect(() => openPolicy(spec, file)).toThrow(
      /policy\.observationSpace: got .*, not .*\. The policy is for soft-lamprey, task steer, observation small, actions default: choose these/u,
    );
  });
});
