/**
 * A policy as the pilot of an ordinary simulation, in a command, a panel or a page: `decide()` before every step reads the animal,
 * and in every decision sets the policy's actions. In the same state, after the same past, it does what an environment would.
 *
 * The target is where the scene leads (a valley, a bottle), or the animal's own where it has live controls for one (`handles.aim`),
 * else that of `setCourse`. Until the run-up of its environment is over the animal is left to its pattern, as it was when the policy
 * learned.
 */
import type { AimHandle } from '../../engine/contract/handles.ts';
import type { LearnHandle, Target, TaskBody } from '../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { Pilot } from '../../engine/sim/pilot-slot.ts';
import { createMotion } from '../environments/senses/motion.ts';
import { writeTaskSenses } from '../environments/senses/observation.ts';
import { countRunUpTicks, type Setup } from '../environments/setup.ts';
import { expectLength, failLearn } from '../learn-error.ts';
import type { OpenPolicy } from './open-policy.ts';
import { createActor } from './policy.ts';
import { expectObject } from '../../engine/model/problem.ts';

export interface PolicyDriver extends Pilot {
  /** The description that the simulation has to run. */
  readonly desc: AnimalDesc;
  /** Unit vector, and the speed as a share of the animal's own, that it steers to now. */
  readonly target: Target;
}

/** `simulation` runs the description of the policy's setup. Throws a LearnError where it runs another. */
export function createPolicyDriver(simulation: Simulation, open: OpenPolicy): PolicyDriver {
  expectObject(simulation, 'simulation', 'Give the simulation of the animal that it steers.', ['system']);
  expectObject(open, 'open', 'Give what openPolicy(spec, file) returns.', ['setup', 'policy']);
  const { setup, policy } = open;
  const { handle, actuator, observer, repeat, stepsPerTick, task } = setup;
  const { bodyLength } = setup.system;
  expectSameShape(setup, simulation);
  const motion = createMotion(handle, repeat);
  const actor = createActor(policy, 1);
  const observation = new Float64Array(policy.observationSpace.names.length);
  const target: Target = { direction: Float64Array.of(1, 0, 0), speed: Float64Array.of(1) };
  const { aim } = simulation.system.handles;
  const memory = new Float64Array(task.memory);
  const body: TaskBody = { simulation, motion, memory, bodyLength, decision: setup.decision };
  const runUp = task.runUp ? countRunUpTicks(handle) : 0;

  return {
    desc: setup.desc,
    target,
    controlledPaths: [...Object.keys(handle.engage), ...listHeld(setup)],
    setTargetDirection(heading, elevation) {
      setAngles(target.direction, heading, elevation);
    },
    decide() {
      const steps = simulation.stepCount;
      if (steps % stepsPerTick !== 0) return;
      if (steps === 0) engage(simulation, handle);
      motion.update(simulation);
      const tick = steps / stepsPerTick;
      if (tick < runUp || (tick - runUp) % repeat !== 0) return;
      engage(simulation, handle);
      if (task.updateTarget !== undefined) task.updateTarget(target, motion, bodyLength);
      else if (aim !== undefined) readAim(target.direction, simulation, aim);
      task.updateSenses?.(body);
      const to = observer.write(observation, 0, simulation, motion, target);
      writeTaskSenses(task, observation, to, body);
      actor.act(observation, 1);
      actuator.apply(simulation, actor.actions, 0);
    },
    release() {
      actuator.apply(simulation, new Float64Array(actor.actions.length), 0);
      for (const { name, initial } of simulation.system.controls)
        if (name in handle.engage) simulation.setControl(name, initial);
    },
    save: () => Float64Array.of(...target.direction, ...memory, ...motion.numbers),
    load(saved) {
      expectLength(saved, 3 + memory.length + motion.numbers.length, 'saved');
      target.direction.set(saved.subarray(0, 3));
      memory.set(saved.subarray(3, 3 + memory.length));
      motion.numbers.set(saved.subarray(3 + memory.length));
    },
  };
}

function listHeld({ actions }: Setup): string[] {
  return actions.flatMap(({ writes }) => writes.flatMap((write) => ('control' in write ? [write.control] : [])));
}

function engage(simulation: Simulation, { engage: controls }: LearnHandle): void {
  for (const [path, value] of Object.entries(controls)) simulation.setControl(path, value);
}

function readAim(out: Float64Array, { state, system }: Simulation, { heading, elevation }: AimHandle): void {
  const read = (path: string): number => state.controls[system.controls.find(({ name }) => name === path)!.slot]!;
  setAngles(out, read(heading), elevation === undefined ? 0 : read(elevation));
}

function setAngles(out: Float64Array, heading: number, elevation: number): void {
  out[0] = cos(heading) * cos(elevation);
  out[1] = sin(heading) * cos(elevation);
  out[2] = sin(elevation);
}

function expectSameShape({ system }: Setup, simulation: Simulation): void {
  const lengths = (specs: Simulation['state']['specs']): string => specs.map(({ length }) => length).join();
  if (lengths(simulation.system.stateSpecs) === lengths(system.stateSpecs)) return;
  failLearn(
    'inconsistent',
    'simulation',
    'another shape of state',
    "Simulate the description of the policy's setup: actions of a policy are part of the state.",
  );
}
