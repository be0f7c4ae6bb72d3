/** From what is asked of an environment to what its lanes share: the compiled animal with all settings, and a start that swims. */
import type {
  ActionSet,
  LearnAction,
  LearnHandle,
  LearnPreparation,
  LearnSettings,
  Task,
  TaskTraits,
} from '../../engine/contract/learning.ts';
import type { Snapshot } from '../../engine/contract/state.ts';
import type { System } from '../../engine/contract/types.ts';
import { applySettings, getFamily } from '../../engine/families/descriptions.ts';
import { createMemo } from '../../engine/math/memo.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { expectObject, ModelError } from '../../engine/model/problem.ts';
import { setUp } from '../../engine/sim/set-up.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { LearnError, failLearn } from '../learn-error.ts';
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
import { createTask, expectTask, getTaskTraits } from './tasks/registry.ts';

/** What is asked of an environment; see animal-env.ts. */
export interface SetupSpec {
  readonly desc: AnimalDesc;
  readonly task: string;
  readonly model?: string;
  readonly observation?: ObservationKind;
  readonly actions?: ActionSet;
  readonly training?: boolean;
  readonly judged?: boolean;
  readonly conditions?: ConditionKind;
  /** The animal's own speed, m/s, where it is known already, or where it does not swim by itself. */
  readonly reference?: number;
  /** Ticks for a decision; those of the animal, or one with the actions of the paper, when left out. */
  readonly repeat?: number;
  readonly speedTargetFactor?: number;
}

/** Whether training draws bodies, speeds, currents and pushes for its episodes, or targets alone. */
export const conditionKinds = ['varied', 'plain'] as const;
export type ConditionKind = (typeof conditionKinds)[number];

export const defaultObservation: ObservationKind = 'small';
export const defaultActions: ActionSet = 'default';

export interface Setup {
  /** With all settings. */
  readonly desc: AnimalDesc;
  /** The settings that the animal's own description does not have. */
  readonly settings: LearnSettings;
  readonly system: System;
  readonly handle: LearnHandle;
  readonly task: Task;
  readonly traits: TaskTraits;
  readonly observation: ObservationKind;
  readonly actionSet: ActionSet;
  readonly actions: readonly LearnAction[];
  readonly actuator: Actuator;
  readonly observer: Observer;
  /** Ticks for a decision, steps for a tick, s for a decision. */
  readonly repeat: number;
  readonly stepsPerTick: number;
  readonly decision: number;
  readonly training: boolean;
  readonly varied: boolean;
  /** Most rewarded speed, relative to the target speed. */
  readonly speedTargetFactor: number;
  /** Made when it is first asked for: it takes a second or more. */
  readonly start: Start;
  /** m/s, what speeds are shares of: that of the start, unless another was given. */
  readonly reference: number;
}

/** The animal while it swims, as every episode begins. */
export interface Start {
  readonly snapshot: Snapshot;
  readonly motion: Float64Array;
  /** Its own speed, m/s. */
  readonly reference: number;
}

/** What an animal says before it is compiled, or an error that names it. */
export function prepareLearning(desc: AnimalDesc): LearnPreparation {
  const family = getFamily(desc);
  if (family.prepareLearning !== undefined) return family.prepareLearning(desc);
  throw cannotLearn(desc);
}

/** The handle of a compiled animal, or an error that names it. */
export function getLearnHandle({ handles, desc }: System): LearnHandle {
  if (handles.learn !== undefined) return handles.learn;
  throw cannotLearn(desc);
}

function cannotLearn(desc: AnimalDesc): LearnError {
  return new LearnError({
    code: 'unsupported',
    path: 'animal',
    got: `"${desc.animal}"`,
    hint: 'It cannot be trained: its family declares no `learn` handle for it.',
  });
}

export function compileAnimal(desc: AnimalDesc): System {
  return getFamily(desc).solver.compile(desc);
}

/** `desc` has all settings. An animal that cannot be in the scene of a task does not have the task: that is said in its place. */
function compileFor(spec: SetupSpec, desc: AnimalDesc): System {
  try {
    return compileAnimal(desc);
  } catch (error) {
    if (error instanceof ModelError) expectTask(spec.task, getLearnHandle(compileAnimal(spec.desc)));
    throw error;
  }
}

/** `known`: a system that may already be compiled from the description with all settings; it is used if it is. */
export function createSetup(spec: SetupSpec, known?: System): Setup {
  expectObject(spec, 'spec', "Give { desc: describeAnimal('stingray'), task: 'steer' }.", ['desc', 'task']);
  if (known !== undefined) expectObject(known, 'known', 'Give a compiled system, or leave it out.', ['desc']);
  const actionSet = spec.actions ?? defaultActions;
  const observation = spec.observation ?? defaultObservation;
  const settings = listSettings(spec, actionSet);
  const desc = applyLearnSettings(spec.desc, settings);
  const isKnown = known !== undefined && JSON.stringify(known.desc) === JSON.stringify(desc);
  const system = isKnown ? known : compileFor(spec, desc);
  const learn = getLearnHandle(system);
  const stepsPerTick = Math.max(1, Math.round(learn.tick / system.dt));
  // Ticks are whole steps.
  const handle: LearnHandle = { ...learn, tick: stepsPerTick * system.dt };
  const task = createTask(spec.task, handle);
  const actions = chooseActions(task.actions ?? handle.actions, actionSet);
  const repeat = spec.repeat ?? (actionSet === 'paper' ? 1 : handle.repeat);
  const findStart = (): Start => getStart(system, handle, repeat, stepsPerTick, task.runUp);
  const getReference = (): number => spec.reference ?? findStart().reference;
  const isTraining = spec.training === true && spec.judged !== true;
  return {
    desc,
    settings,
    system,
    handle,
    task,
    traits: getTaskTraits(prepareLearning(desc), spec.task)!,
    observation,
    actionSet,
    actions,
    actuator: createActuator(system, actions),
    observer: createObserver(handle, observation, getReference),
    repeat,
    stepsPerTick,
    decision: repeat * stepsPerTick * system.dt,
    training: isTraining,
    varied: isTraining && spec.conditions !== 'plain',
    // Policies are judged at the speed asked for.
    speedTargetFactor: isTraining ? (spec.speedTargetFactor ?? 1) : 1,
    get start() {
      return findStart();
    },
    get reference() {
      return getReference();
    },
  };
}

/** The animal as it is described; while training in the open also the other bodies that its episodes begin with. */
export function createSetups(spec: SetupSpec): readonly [Setup, ...Setup[]] {
  const own = createSetup(spec);
  if (!own.varied || own.traits.kind !== 'open') return [own];
  const { variations = [] } = prepareLearning(spec.desc);
  return [
    own,
    ...variations.map((settings) => createSetup({ ...spec, desc: applyLearnSettings(spec.desc, settings) })),
  ];
}

function applyLearnSettings(desc: AnimalDesc, settings: LearnSettings): AnimalDesc {
  return applySettings(
    desc,
    Object.entries(settings).map(([path, value]) => `${path}=${value}`),
  );
}

function listSettings({ desc, task, model, training }: SetupSpec, actionSet: ActionSet): LearnSettings {
  const preparation = prepareLearning(desc);
  return {
    // Actions of the paper are set in every tick, as printed.
    ...(actionSet === 'paper' ? {} : preparation.settings),
    ...chooseModel(preparation, model),
    ...(training === true ? preparation.training : {}),
    ...preparation.scenes[task]?.settings,
  };
}

function chooseActions(sets: LearnHandle['actions'], name: ActionSet): readonly LearnAction[] {
  const actions = sets[name];
  if (actions !== undefined && actions.length > 0) return actions;
  failLearn('unsupported', 'actions', `"${name}"`, `This animal and task have: ${Object.keys(sets).join(', ')}.`);
}

/** Spaces of one lane. */
export function describeSpaces({ observer, task, actuator }: Setup): {
  readonly observationSpace: Box;
  readonly actionSpace: Box;
} {
  const names = [...observer.terms, ...task.senses].flatMap(({ parts }) => parts);
  return {
    observationSpace: createBox(names, -observationLimit, observationLimit),
    actionSpace: actuator.space,
  };
}

function chooseModel({ models }: LearnPreparation, name: string | undefined): LearnSettings {
  if (name === undefined) return {};
  if (models === undefined || !models.names.includes(name))
    failLearn(
      'unsupported',
      'model',
      `"${name}"`,
      models === undefined ? 'This animal has no choice of models.' : `Choose one of ${models.names.join(', ')}.`,
    );
  return { [models.path]: name };
}

/** One animal of a system that is compiled already. */
export function createSimulation(setup: Pick<Setup, 'system'>, seed: number): Simulation {
  expectObject(setup, 'setup', 'Give what createSetup({ desc, task }) returns.', ['system']);
  const { system } = setup;
  return new Simulation(system.desc, { seed }, setUp(system.desc, 1, 'auto', system));
}

const starts = createMemo<Start>(16);

/** Swims straight ahead for a while, once for each description; its speed in the last window is its own. */
function getStart(system: System, handle: LearnHandle, repeat: number, stepsPerTick: number, hasRunUp: boolean): Start {
  return starts(JSON.stringify([system.desc, repeat, hasRunUp]), () => {
    const simulation = createSimulation({ system }, 0);
    const motion = createMotion(handle, repeat);
    for (const [path, value] of Object.entries(handle.engage)) simulation.setControl(path, value);
    motion.update(simulation);
    const ticks = countRunUpTicks(handle);
    const watched = Math.min(ticks, Math.round(handle.window / handle.tick));
    let speed = 0;
    const atRest = { snapshot: simulation.snapshot(), motion: motion.numbers.slice() };
    for (let tick = 0; tick < ticks; tick++) {
      for (let step = 0; step < stepsPerTick; step++) simulation.step();
      motion.update(simulation);
      if (tick >= ticks - watched) speed += computeLength(motion.velocity) / watched;
    }
    const reference = Math.max(speed, 1e-3 * system.bodyLength);
    return { ...(hasRunUp ? { snapshot: simulation.snapshot(), motion: motion.numbers.slice() } : atRest), reference };
  });
}

/** Whole decisions, so that actions fall on the same ticks wherever a run began. */
export function countRunUpTicks({ runUp, tick, repeat }: LearnHandle): number {
  return repeat * Math.ceil(runUp / (tick * repeat) - 1e-9);
}
