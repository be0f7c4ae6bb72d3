/**
 * A state is everything: restored into a simulation that has been somewhere else meanwhile, it gives the same pictures, the
 * same signals and the same future. For every animal, and for every scene and way of driving or stepping it that its schema
 * offers, because scratch memory that leaks into outputs shows only where something happens.
 */
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal } from '../src/animals/registry.ts';
import { SimulationError } from '../src/engine/contract/guard.ts';
import { diffStates, hashState } from '../src/engine/contract/state.ts';
import { applySettings, getFamily, getJsonSchema } from '../src/engine/families/descriptions.ts';
import { lookUp } from '../src/engine/model/field-tree.ts';
import type { AnimalDesc } from '../src/engine/model/desc-family.ts';
import { ModelError } from '../src/engine/model/problem.ts';
import { Simulation } from '../src/engine/sim/simulation.ts';
import { Timeline } from '../src/engine/sim/timeline.ts';

/** Choices that change what runs, where a schema has them. */
const choicePaths = [
  'scene.kind',
  'scene.terrain',
  'drive.kind',
  'controller.pattern',
  'integrator',
  'integration.method',
  'terrain.kind',
];
/** What a choice needs beside it. */
const companions: Readonly<Record<string, readonly string[]>> = {
  'scene.terrain=field': ['scene.heights=[0,0,0,0,0,0.001,0,0,0]', 'scene.heightColumns=3'],
};
/** Steps before the snapshot, after it, and away from it: in scenes long enough to touch something. */
const [kept, on] = [6, 5] as const;
const away = { plain: 14, scene: 74 } as const;

interface Scene {
  readonly title: string;
  readonly desc: AnimalDesc;
}

/** One animal of each family takes all choices of its schema; the others run as they are. */
function listScenes(): Scene[] {
  const seen = new Set<unknown>();
  return animalNames.flatMap((name) => {
    const base = describeAnimal(name);
    const schema = getJsonSchema(base);
    const own: Scene[] = [{ title: name, desc: base }];
    const family = getFamily(base);
    if (seen.has(family)) return own;
    seen.add(family);
    for (const path of choicePaths) {
      for (const value of lookUp(schema, path.split('.'))?.enum ?? []) {
        const setting = `${path}=${String(value)}`;
        const desc = describeWith(base, [setting, ...(companions[setting] ?? [])]);
        if (desc !== undefined) own.push({ title: `${name} ${setting}`, desc });
      }
    }
    return own;
  });
}

/** undefined where the choice needs a mesh or a body of another kind. */
function describeWith(base: AnimalDesc, settings: readonly string[]): AnimalDesc | undefined {
  try {
    const desc = applySettings(base, settings);
    new Simulation(desc, { seed: 1 });
    return desc;
  } catch (error) {
    if (error instanceof ModelError) return undefined;
    throw error;
  }
}

function observe(simulation: Simulation): { signals: Float64Array; frame: Float32Array } {
  const signals = new Float64Array(simulation.signalLength);
  const frame = new Float32Array(simulation.frameLength);
  simulation.writeSignals(signals);
  simulation.writeFrame(frame);
  return { signals, frame };
}

/** Names of the signals in which two observations differ. */
function listChanges({ system, signalOffsets }: Simulation, a: Float64Array, b: Float64Array): string[] {
  return system.signals
    .filter(({ name, size }) =>
      Array.from({ length: size }, (_, i) => signalOffsets[name]! + i).some((at) => !Object.is(a[at], b[at])),
    )
    .map(({ name }) => name);
}

function advance(simulation: { step(): void }, steps: number): void {
  for (let i = 0; i < steps; i++) simulation.step();
}

const scenes = listScenes();

it('finds the scenes of every family', () => {
  expect(scenes.length).toBeGreaterThan(animalNames.length + 20);
});

describe.each(scenes.map((scene) => [scene.title, scene.desc] as const))('%s', (title, desc) => {
  it('is the same again in a simulation that continued', () => {
    const simulation = new Simulation(desc, { seed: 1 });
    advance(simulation, kept);
    const snapshot = simulation.snapshot();
    const before = observe(simulation);
    advance(simulation, on);
    const future = simulation.hash();
    advance(simulation, title.includes('scene.kind') ? away.scene : away.plain);
    observe(simulation);
    simulation.restore(snapshot);
    const after = observe(simulation);
    expect(listChanges(simulation, before.signals, after.signals)).toEqual([]);
    expect(after.frame).toEqual(before.frame);
    advance(simulation, on);
    expect(simulation.hash()).toBe(future);
  });
});

describe.each([...animalNames])('%s', (name) => {
  it('starts afresh as a new one would', () => {
    const simulation = new Simulation(describeAnimal(name), { seed: 3 });
    const start = simulation.snapshot();
    const hash = simulation.hash();
    advance(simulation, kept);
    simulation.reset();
    expect(simulation.hash()).toBe(hash);
    advance(simulation, 2);
    const again = simulation.hash();
    simulation.restore(start);
    advance(simulation, 2);
    expect(again).toBe(simulation.hash());
  });

  it('travels in time', () => {
    const timeline = new Timeline(describeAnimal(name), { seed: 1 }, 0.02);
    const hashes = [timeline.simulation.hash()];
    for (let i = 0; i < 8; i++) {
      timeline.step();
      hashes.push(timeline.simulation.hash());
    }
    for (const step of [7, 0, 3, 8, 2]) {
      timeline.seek(step);
      expect(timeline.simulation.hash(), `step ${step}`).toBe(hashes[step]);
    }
  });

  it('stops at a bad number in the same step, says where, and keeps the state before', () => {
    const simulation = new Simulation(describeAnimal(name), { seed: 1 });
    advance(simulation, 2);
    const good = hashState(simulation.state);
    const other = new Simulation(describeAnimal(name), { seed: 1 });
    advance(other, 2);
    expect(diffStates(simulation.state, other.state)).toEqual([]);
    // The first array of every family is where its body or its neurons are.
    const spec = simulation.system.stateSpecs[0]!;
    simulation.state.arrays[spec.name]![0] = NaN;
    let caught: unknown;
    try {
      simulation.step();
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(SimulationError);
    expect((caught as SimulationError).stage).not.toBe('');
    expect((caught as SimulationError).hint).toMatch(/restore/u);
    simulation.restore(other.snapshot());
    expect(simulation.hash()).toBe(good);
    simulation.step();
    other.step();
    expect(simulation.hash()).toBe(other.hash());
  });
});
