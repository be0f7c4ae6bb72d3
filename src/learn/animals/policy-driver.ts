/**
 * A policy at the wheel of an ordinary simulation, in a command, a panel or a page: `decide()` before every step looks at the animal,
 * and in every decision sets what the policy says. In the same state, after the same past, it does what an environment would.
 *
 * The target is where a place leads (a valley, a bottle), or the animal's own where it has live controls for one (`handles.aim`),
 * else what `setCourse` says. Until the run-up of its environment is over the animal is left to its pattern, as it was when the policy
 * learned.
 */
import type { AimHandle } from '../../engine/contract/handles.ts';
import type { LearnHandle } from '../../engine/contract/learning.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { cos, sin } from '../../engine/math/portable.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { Pilot } from '../../engine/sim/pilot-slot.ts';
import { createActor, type PolicyData } from '../policies/policy.ts';
import { LearnError } from '../learn-error.ts';
import { findSpaceDifference } from '../spaces.ts';
import { createMotion } from './senses/motion.ts';
import type { Target } from './senses/observation.ts';
import type { TaskBody } from './tasks/task.ts';
import { countRunUpTicks, createSetup, describeSpaces, type Setup, type SetupSpec } from './setup.ts';
import { fitSpec } from './fit-spec.ts';

export interface PolicyDriver extends Pilot {
  /** The description that the simulation has to run. */
  readonly desc: AnimalDesc;
  /** Unit vector, and the speed as a share of the animal's own, that it steers to now. */
  readonly target: Target;
}

/** The description that a policy drives: the animal's with what its environments set. */
export function describeDriven(spec: SetupSpec, policy: PolicyData): AnimalDesc {
  return createSetup(fitSpec(spec, policy)).desc;
}

/** `simulation` runs what `describeDriven` gives. Throws a LearnError for a policy of other spaces. */
export function createPolicyDriver(simulation: Simulation, spec: SetupSpec, policy: PolicyData): PolicyDriver {
  const setup = createSetup(fitSpec(spec, policy));
  const { handle, actuator, observer, repeat, stepsPerTick, task } = setup;
  const { bodyLength } = setup.system;
  expectSame(setup, policy, simulation);
  const motion = createMotion(handle, repeat);
  const actor = createActor(policy, 1);
  const seen = new Float64Array(policy.observationSpace.names.length);
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
      motion.look(simulation);
      const tick = steps / stepsPerTick;
      if (tick < runUp || (tick - runUp) % repeat !== 0) return;
      engage(simulation, handle);
      if (task.lead !== undefined) task.lead(target, motion, bodyLength);
      else if (aim !== undefined) readAim(target.direction, simulation, aim);
      task.feel?.(body);
      const to = observer.write(seen, 0, simulation, motion, target);
      task.writeSenses?.(seen, to, body);
      actor.act(seen, 1);
      actuator.apply(simulation, actor.actions, 0);
    },
    release() {
      actuator.apply(simulation, new Float64Array(actor.actions.length), 0);
      for (const { name, initial } of simulation.system.controls)
        if (name in handle.engage) simulation.setControl(name, initial);
    },
    save: () => Float64Array.of(...target.direction, ...memory, ...motion.numbers),
    load(saved) {
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
  const read = (path: string): number => state.controls[system.controls.findIndex(({ name }) => name === path)]!;
  setAngles(out, read(heading), elevation === undefined ? 0 : read(elevation));
}

function setAngles(out: Float64Array, heading: number, elevation: number): void {
  out[0] = cos(heading) * cos(elevation);
  out[1] = sin(heading) * cos(elevation);
  out[2] = sin(elevation);
}

function expectSame(setup: Setup, policy: PolicyData, simulation: Simulation): void {
  const spaces = describeSpaces(setup);
  const difference =
    findSpaceDifference(policy.observationSpace, spaces.observationSpace) ??
    findSpaceDifference(policy.actionSpace, spaces.actionSpace);
  if (difference !== undefined)
    throw new LearnError({
      code: 'inconsistent',
      path: 'policy',
      got: difference,
      hint: `Choose a policy of this animal for task "${setup.task.name}".`,
    });
  const lengths = (specs: Simulation['state']['specs']): string => specs.map(({ length }) => length).join();
  const other = setup.system.stateSpecs;
  if (lengths(simulation.system.stateSpecs) !== lengths(other))
    throw new LearnError({
      code: 'inconsistent',
      path: 'simulation',
      got: 'another shape of state',
      hint: 'Simulate what describeDriven gives: actions of a policy are part of the state.',
    });
}
