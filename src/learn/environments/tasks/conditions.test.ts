import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { applySettings } from '../../../engine/families/descriptions.ts';
import { setRngState } from '../../../engine/math/rng.ts';
import { createAnimalLane } from '../animal-lane.ts';
import { beginEpisode, createLaneCore, createLaneNumbers, type LaneCore, loadStart } from '../lane-core.ts';
import { createSetups, type SetupSpec } from '../setup.ts';

const lamprey = applySettings(describeAnimal('soft-lamprey'), ['body.sizes.cells=8']);
const spec: SetupSpec = { desc: lamprey, task: 'steer', observation: 'aim', actions: 'few' };
const training = { ...spec, training: true } as const;

function createCore(asked: SetupSpec): LaneCore {
  const [setup] = createSetups(asked);
  return createLaneCore(setup, createLaneNumbers(setup));
}

function readVector({ simulation: { state, system } }: LaneCore, path: string): number[] {
  const slotOf = (name: string): number => system.controls.find((control) => control.name === name)!.slot;
  return ['x', 'y', 'z'].map((axis) => state.controls[slotOf(`${path}.${axis}`)]!);
}

const length = (vector: readonly number[]): number => Math.hypot(...vector);

/** What an episode of each seed begins with; the push is the strongest of its ticks. */
function listEpisodes(core: LaneCore, count: number) {
  return Array.from({ length: count }, (_, seed) => {
    const { own, lane, setup } = core;
    setRngState(own.rng, seed, 'task');
    loadStart(core);
    beginEpisode(core);
    const current = readVector(core, 'water.current');
    let push = 0;
    for (let tick = 0; tick < 300; tick++) {
      own.clock[0] = tick * setup.handle.tick;
      setup.task.tick?.(lane);
      push = Math.max(push, length(readVector(core, 'poke')));
    }
    const along = current.reduce((sum, part, k) => sum + part * lane.target.direction[k]!, 0) / lane.reference;
    return { speed: lane.target.speed[0]!, current, along, push };
  });
}

describe('conditions of episodes', () => {
  it('are the target alone where a policy is judged', () => {
    const core = createCore({ ...training, judged: true });
    for (const { speed, current, push } of listEpisodes(core, 10))
      expect({ speed, current, push }).toEqual({ speed: 1, current: [0, 0, 0], push: 0 });
    expect(createSetups({ ...training, judged: true })).toHaveLength(1);
    expect(createSetups({ ...training, conditions: 'plain' })).toHaveLength(1);
    for (const { speed, push } of listEpisodes(createCore({ ...training, conditions: 'plain' }), 10))
      expect({ speed, push }).toEqual({ speed: 1, push: 0 });
  });

  it('differ while training: speed through the water, current along the target, pushes in half of them', () => {
    const core = createCore(training);
    const { weight, shares } = core.setup.handle.push!;
    const episodes = listEpisodes(core, 200);
    for (const { speed, current, along, push } of episodes) {
      // What is asked for is over ground.
      expect(speed - along).toBeGreaterThan(0.7 - 1e-6);
      expect(speed - along).toBeLessThan(1.2 + 1e-6);
      expect(Math.abs(along)).toBeCloseTo(length(current) / core.lane.reference, 6);
      expect(Math.abs(along)).toBeLessThanOrEqual(0.3 + 1e-6);
      if (push === 0) continue;
      expect(push / weight).toBeGreaterThanOrEqual(shares[0] - 1e-6);
      expect(push / weight).toBeLessThanOrEqual(shares[1] + 1e-6);
    }
    const pushed = episodes.filter(({ push }) => push > 0).length;
    expect(pushed).toBeGreaterThan(70);
    expect(pushed).toBeLessThan(130);
    expect(new Set(episodes.map(({ along }) => Math.sign(along)))).toEqual(new Set([-1, 1]));
  });

  it('end with the episode: neither push nor current of the last one acts on in the next', () => {
    const core = createCore(training);
    const [first] = listEpisodes(core, 1);
    setRngState(core.own.rng, 3, 'task');
    core.simulation.setControl('poke.x', 5);
    beginEpisode(core);
    expect(readVector(core, 'poke')).toEqual([0, 0, 0]);
    expect(readVector(core, 'water.current')).not.toEqual(first!.current);
  });

  it('have bodies of other weights, each as often', () => {
    const setups = createSetups(training);
    const [own, light, heavy] = setups.map(({ system }) => system.mass);
    expect([light! / own!, heavy! / own!]).toEqual([expect.closeTo(0.8, 6), expect.closeTo(1.2, 6)]);
    // Each has its own speed and its own weight to be pushed by.
    expect(new Set(setups.map(({ start }) => start.reference)).size).toBe(3);
    expect(setups[2]!.handle.push!.weight / setups[0].handle.push!.weight).toBeCloseTo(1.2, 6);
    const lane = createAnimalLane(setups);
    const counts = [0, 0, 0];
    for (let seed = 0; seed < 120; seed++) {
      lane.reset({ seed });
      counts[(lane.saveState()['clock'] as Float64Array)[4]!]! += 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(20);
    expect(createSetups({ ...training, task: 'bottle' })).toHaveLength(1);
  });

  it('push an animal by its weight, and leave the water the current that the description gives it', () => {
    const measure = (...settings: string[]) => {
      const core = createCore({ ...spec, desc: applySettings(lamprey, settings), task: 'recover' });
      return listEpisodes(core, 4).map(({ push }) => push);
    };
    const light = measure();
    for (const [i, push] of measure('body.material.density=3000').entries()) expect(push / light[i]!).toBeCloseTo(3, 5);
    const drawn = { ...spec, task: 'current' };
    const [still] = listEpisodes(createCore(drawn), 1);
    const [moving] = listEpisodes(createCore({ ...drawn, desc: applySettings(lamprey, ['water.current.y=0.01']) }), 1);
    expect(still!.along).toBeCloseTo(-0.3, 5);
    expect(still!.speed).toBeCloseTo(0.7, 12);
    // That of the task is a share of the animal's own speed, which the water's changes.
    expect(moving!.current[1]! - 0.01).toBeCloseTo((still!.current[1]! * moving!.current[0]!) / still!.current[0]!, 5);
  });
});
