/** From what is asked of an environment to what its lanes share: the description with all settings, and a start that swims. */
import type { ActionSet, LearnAction, LearnHandle, LearnSettings } from '../../engine/contract/learning.ts';
import type { Snapshot } from '../../engine/contract/state.ts';
import type { System } from '../../engine/contract/types.ts';
import { applySettings, getFamily } from '../../engine/families/descriptions.ts';
import { createMemo } from '../../engine/math/memo.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { LearnError } from '../learn-error.ts';
import { type Box, createBox } from '../spaces.ts';
import { type Actuator, createActuator } from './actuator.ts';
import { createMotion } from './senses/motion.ts';
import {
  computeLength,
  createObserver,
  type ObservationKind,
  observationLimit,
  type Observer,
} from './senses/observation.ts';
import type { Task } from './tasks/task.ts';
import { createTask } from './tasks/registry.ts';

/** What is asked of an environment; see animal-env.ts. */
export interface SetupSpec {
  readonly desc: AnimalDesc;
  readonly task: string;
  readonly model?: string;
  readonly observation?: ObservationKind;
  readonly actions?: ActionSet;
  readonly training?: boolean;
  readonly judged?: boolean;
  /** The animal's own speed, m/s, where it is known already: it is not swum for again. */
  readonly reference?: number;
  readonly eager?: number;
}

export interface Setup {
  readonly desc: AnimalDesc;
  /** What it says that the animal's own does not. */
  readonly settings: LearnSettings;
  readonly system: System;
  readonly handle: LearnHandle;
  readonly task: Task;
  readonly actions: readonly LearnAction[];
  readonly actuator: Actuator;
  readonly observer: Observer;
  /** Ticks for a decision, steps for a tick, s for a decision. */
  readonly repeat: number;
  readonly stepsPerTick: number;
  readonly decision: number;
  readonly training: boolean;
  /** Speed that earns most over the speed asked for. */
  readonly eager: number;
  /** Made when it is first asked for: it takes a second or more. */
  readonly start: Start;
}

/** The animal on its way, as every episode begins. */
export interface Start {
  readonly snapshot: Snapshot;
  readonly motion: Float64Array;
  /** Its own speed, m/s. */
  readonly reference: number;
}

/** The handle of an animal, or an error that names it. */
export function getLearnHandle(desc: AnimalDesc): LearnHandle {
  const { learn } = compile(desc).handles;
  if (learn !== undefined) return learn;
  throw new LearnError({
    code: 'unsupported',
    path: 'animal',
    got: `"${desc.animal}"`,
    hint: 'Its family does not say how it is taught: declare `learn` among its handles.',
  });
}

function compile(desc: AnimalDesc): System {
  return getFamily(desc).solver.compile(desc);
}

export function createSetup(spec: SetupSpec): Setup {
  const first = getLearnHandle(spec.desc);
  const kind = spec.actions ?? 'default';
  const task = createTask(spec.task, first);
  const settings: LearnSettings = {
    // What a paper prints is driven as it prints it.
    ...(kind === 'paper' ? {} : first.settings),
    ...chooseModel(first, spec.model),
    ...(spec.training === true ? first.training : {}),
    ...task.settings,
  };
  const desc = applySettings(
    spec.desc,
    Object.entries(settings).map(([path, value]) => `${path}=${value}`),
  );
  const system = compile(desc);
  const learn = system.handles.learn!;
  const stepsPerTick = Math.max(1, Math.round(learn.tick / system.dt));
  // Ticks are whole steps.
  const handle: LearnHandle = { ...learn, tick: stepsPerTick * system.dt };
  const sets = task.place === undefined ? handle.actions : (task.place.actions ?? handle.actions);
  const actions = sets[kind];
  if (actions === undefined || actions.length === 0)
    throw new LearnError({
      code: 'unsupported',
      path: 'actions',
      got: `"${kind}"`,
      hint: `Here there are: ${Object.keys(sets).join(', ')}.`,
    });
  const repeat = kind === 'paper' ? 1 : handle.repeat;
  const findStart = (): Start => getStart(desc, handle, repeat, stepsPerTick, task.runUp);
  return {
    ...{ desc, settings, system, handle, actions, repeat, stepsPerTick },
    get start() {
      return findStart();
    },
    task: createTask(spec.task, handle),
    actuator: createActuator(system, actions),
    observer: createObserver(
      system,
      handle,
      spec.observation ?? 'small',
      () => spec.reference ?? findStart().reference,
    ),
    decision: repeat * stepsPerTick * system.dt,
    ...createTrainingRule(spec),
  };
}

/** What is judged is judged plainly. */
function createTrainingRule({ training, judged, eager = 1 }: SetupSpec): Pick<Setup, 'training' | 'eager'> {
  const isTraining = training === true && judged !== true;
  return { training: isTraining, eager: isTraining ? eager : 1 };
}

/** Spaces of one lane. */
export function describeSpaces({ observer, task, actuator }: Setup): {
  readonly observationSpace: Box;
  readonly actionSpace: Box;
} {
  return {
    observationSpace: createBox([...observer.names, ...task.senses], -observationLimit, observationLimit),
    actionSpace: actuator.space,
  };
}

function chooseModel({ models }: LearnHandle, name: string | undefined): LearnSettings {
  if (name === undefined) return {};
  if (models === undefined || !models.names.includes(name))
    throw new LearnError({
      code: 'unsupported',
      path: 'model',
      got: `"${name}"`,
      hint: models === undefined ? 'This animal has no choice of models.' : `Choose one of ${models.names.join(', ')}.`,
    });
  return { [models.path]: name };
}

const starts = createMemo<Start>(16);

/** Swims straight ahead for a while, once for each description; its speed in the last window is its own. */
function getStart(
  desc: AnimalDesc,
  handle: LearnHandle,
  repeat: number,
  stepsPerTick: number,
  hasRunUp: boolean,
): Start {
  return starts(JSON.stringify([desc, repeat, hasRunUp]), () => {
    const simulation = new Simulation(desc, { seed: 0 });
    const motion = createMotion(handle, repeat);
    for (const [path, value] of Object.entries(handle.engage)) simulation.setControl(path, value);
    motion.look(simulation);
    const ticks = countRunUpTicks(handle);
    const watched = Math.min(ticks, Math.round(handle.window / handle.tick));
    let speed = 0;
    const fresh = { snapshot: simulation.snapshot(), motion: motion.numbers.slice() };
    for (let tick = 0; tick < ticks; tick++) {
      for (let step = 0; step < stepsPerTick; step++) simulation.step();
      motion.look(simulation);
      if (tick >= ticks - watched) speed += computeLength(motion.velocity) / watched;
    }
    const reference = Math.max(speed, 1e-3 * simulation.system.bodyLength);
    return { ...(hasRunUp ? { snapshot: simulation.snapshot(), motion: motion.numbers.slice() } : fresh), reference };
  });
}

/** Whole decisions, so that actions fall on the same ticks wherever a run began. */
export function countRunUpTicks({ runUp, tick, repeat }: LearnHandle): number {
  return repeat * Math.ceil(runUp / (tick * repeat) - 1e-9);
}
