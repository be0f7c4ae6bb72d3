import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { SimulationError } from '../../contract/guard.ts';
import { Simulation } from '../../sim/simulation.ts';
import { SimulationLanes } from '../../sim/simulation-lanes.ts';
import { applySettings } from '../descriptions.ts';
import { type SoftSystem, trackIndex } from './system.ts';

const weak = ['body.material.shape=1', 'body.material.volume=1', 'body.material.muscle=0'];

function create(...settings: string[]): Simulation {
  const simulation = new Simulation(applySettings(describeAnimal('soft-lamprey'), settings), { seed: 1 });
  for (let step = 0; step < 3; step++) simulation.step();
  return simulation;
}

const arraysOf = (simulation: Simulation) =>
  simulation.state.arrays as Record<
    'positions' | 'positionsBefore' | 'velocities' | 'velocitiesBefore' | 'track',
    Float64Array
  >;

function stepAndCatch(simulation: Simulation): SimulationError {
  try {
    simulation.step();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error('The step did not fail.');
}

describe('the guard of soft bodies', () => {
  it('knows a body that has flown apart, and keeps the state before', () => {
    const simulation = create(...weak);
    const { positions, positionsBefore } = arraysOf(simulation);
    for (let k = 0; k < 60; k++) {
      positions[k]! += 4;
      positionsBefore[k]! += 4;
    }
    const good = simulation.hash();
    const error = stepAndCatch(simulation);
    expect(error.code).toBe('unphysical');
    expect(error.message).toMatch(/flown apart.*times as far.*solver\.rate/);
    simulation.restore(simulation.lastGood);
    expect(simulation.hash()).toBe(good);
  });

  it('knows a body that flies apart', () => {
    const simulation = create('water.model=none', ...weak);
    const { velocities, velocitiesBefore } = arraysOf(simulation);
    for (let at = 0; at < 30; at++) velocities[at] = velocitiesBefore[at] = at % 3 === 0 ? 60 : 0;
    expect(stepAndCatch(simulation).message).toMatch(/body lengths a second/);
  });

  it('knows a body turned inside out', () => {
    const simulation = create(...weak);
    const { positions, positionsBefore, velocities, velocitiesBefore } = arraysOf(simulation);
    // Mirrored, every element is inside out; tissue of any stiffness to speak of would put itself right in one step.
    for (let at = 1; at < positions.length; at += 3) positions[at] = positionsBefore[at] = -positions[at]!;
    velocities.fill(0);
    velocitiesBefore.fill(0);
    expect(stepAndCatch(simulation).message).toMatch(/turned inside out/);
  });

  it('knows elements that stay inside out, and steps that stay unsolved', () => {
    const simulation = create();
    const { track } = arraysOf(simulation);
    track[trackIndex.invertedSteps] = 40;
    track[trackIndex.unsolvedSteps] = 40;
    // Neither is so now: the counts start again from zero.
    simulation.step();
    expect([track[trackIndex.invertedSteps], track[trackIndex.unsolvedSteps]]).toEqual([0, 0]);
  });

  it('stops one of many, and the others continue', () => {
    const batch = new SimulationLanes(applySettings(describeAnimal('soft-lamprey'), weak), [1, 1, 1, 1]);
    batch.step();
    const { positions, positionsBefore } = arraysOf(batch.lanes[2]!);
    for (let at = 1; at < positions.length; at += 3) positions[at] = positionsBefore[at] = -positions[at]!;
    const heard: number[] = [];
    batch.step((lane, error) => {
      expect(error.code).toBe('unphysical');
      heard.push(lane);
      batch.reset(lane);
    });
    expect(heard).toEqual([2]);
    expect(batch.lanes.map((lane) => lane.stepCount)).toEqual([2, 2, 0, 2]);
  });

  it('lets the animals be that swim', () => {
    const simulation = create('control.effort=1.2');
    for (let step = 0; step < 60; step++) simulation.step();
    expect((simulation.system as SoftSystem).restReach).toBeGreaterThan(0.4);
  });
});
