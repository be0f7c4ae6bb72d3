/** What every animal must do, whoever it is. */
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal, parseCreature } from '../src/animals/registry.ts';
import {
  applySettings,
  getFamily,
  getJsonSchema,
  parseDesc,
  replaceValue,
} from '../src/engine/families/descriptions.ts';
import { createMemorySource, inspectRecording, iterateFrames } from '../src/engine/record/decode.ts';
import { createRecordingHeader, RecordingEncoder } from '../src/engine/record/encode.ts';
import { standardSignals } from '../src/engine/contract/types.ts';
import { lookUp, parsePath } from '../src/engine/model/field-tree.ts';
import { listMetrics, RunMetrics } from '../src/engine/sim/run-metrics.ts';
import { Simulation, type SimulationOptions } from '../src/engine/sim/simulation.ts';
import { readSnapshot } from '../src/testing/runs/read-snapshot.ts';

const steps = 50;
/** The twins of the kernels are slow for a large body. */
const twinSteps = 5;

function run(name: string, count: number, options: Partial<SimulationOptions> = {}): Simulation {
  const simulation = new Simulation(describeAnimal(name), { seed: 1, ...options });
  for (let i = 0; i < count; i++) simulation.step();
  return simulation;
}

it('has animals with distinct names', () => {
  expect(animalNames).toContain('lamprey');
  expect(new Set(animalNames).size).toBe(animalNames.length);
});

describe.each(animalNames)('%s', (name) => {
  const whole = run(name, steps);

  it('is described by a creature file that is its own resolved form', () => {
    const desc = describeAnimal(name);
    expect(desc.animal).toBe(name);
    expect(desc.title).not.toBe('');
    expect(parseDesc(desc)).toEqual(desc);
    expect(parseCreature(JSON.stringify(desc))).toEqual(desc);
    expect(parseCreature(JSON.stringify({ extends: name }))).toEqual(desc);
  });

  it('runs the same way twice', () => {
    expect(run(name, steps).hash()).toBe(whole.hash());
    expect(run(name, steps - 1).hash()).not.toBe(whole.hash());
  });

  it('names signals that are there for the track that it leaves', () => {
    const { frame, signals } = whole.system;
    if (frame.track === undefined) return;
    expect(frame.ground).toBeDefined();
    expect(frame.track.width).toBeGreaterThan(0);
    for (const path of frame.track.signals) {
      const spec = signals.find(({ name: own }) => own === path);
      // Details are kept as bytes, which is too coarse for a place.
      expect(spec?.detail).toBeUndefined();
      expect(spec?.size).toBeGreaterThan(frame.track.element);
    }
  });

  it('runs the same way without SIMD', () => {
    expect(run(name, twinSteps, { kernels: 'twin' }).hash()).toBe(run(name, twinSteps).hash());
  });

  it('continues from a snapshot as if nothing had been', () => {
    const resumed = new Simulation(describeAnimal(name), { seed: 1 });
    resumed.restore(run(name, 23).snapshot());
    for (let i = 23; i < steps; i++) resumed.step();
    expect(resumed.hash()).toBe(whole.hash());
  });

  it('names every element of its state, in arrays of the lengths it says', () => {
    for (const spec of whole.state.specs) {
      expect(whole.state.arrays[spec.name]!.length, spec.name).toBe(spec.length);
      for (let i = 0; i < spec.length; i++) expect(spec.nameElement(i), `${spec.name}[${i}]`).toMatch(/\S/u);
    }
  });

  it('begins its signals with those of all animals, and fills them with finite numbers', () => {
    expect(whole.system.signals.slice(0, standardSignals.length)).toEqual(standardSignals);
    const signals = new Float64Array(whole.signalLength).fill(NaN);
    const frame = new Float32Array(whole.frameLength).fill(NaN);
    whole.writeSignals(signals);
    whole.writeFrame(frame);
    expect(signals.findIndex((value) => !Number.isFinite(value))).toBe(-1);
    expect(frame.findIndex((value) => !Number.isFinite(value))).toBe(-1);
    expect(frame[0]).toBe(Math.fround(whole.time));
  });

  it('has metrics with the common names', () => {
    const simulation = new Simulation(describeAnimal(name), { seed: 1 });
    const metrics = new RunMetrics(simulation, steps * simulation.system.dt);
    metrics.observe();
    for (let i = 0; i < steps; i++) {
      simulation.step();
      metrics.observe();
    }
    const read = metrics.read();
    for (const key of ['distance', 'displacement', 'speed', 'bodyLength', 'bodyLengthsPerSecond'])
      expect(read[key], key).toEqual(expect.any(Number));
    // A worm tells it by whole beats, and none is over yet.
    expect(read).toHaveProperty('headingRate');
    for (const [key, value] of Object.entries(read)) expect(value === null || Number.isFinite(value), key).toBe(true);
    // Each with its unit and a sentence.
    expect(listMetrics(simulation.system).map((metric) => metric.name)).toEqual(Object.keys(read));
    for (const { name: metric, about } of listMetrics(simulation.system))
      expect(about, metric).toMatch(/^[A-Z0-9].*\.$/u);
  });

  it('declares handles that lead somewhere', () => {
    const { handles, controls, frame } = whole.system;
    const desc = describeAnimal(name);
    const schema = getJsonSchema(desc);
    const live = controls.map((control) => control.name);
    const { steer = [], aim, poke, grasp, lesions = [], place, scene, front = [] } = handles;
    const bases = steer.flatMap(({ base }) => (Array.isArray(base) ? (base as string[]) : []));
    for (const path of [
      ...steer.map((control) => control.path),
      ...bases,
      ...(aim === undefined ? [] : Object.values(aim)),
    ])
      expect(live, path).toContain(path);
    if (poke !== undefined) {
      expect(live).toEqual(expect.arrayContaining([poke.node, ...poke.force]));
      expect(frame.surfaces.some(({ nodes }) => nodes !== undefined)).toBe(true);
    }
    if (grasp !== undefined) expect(live).toContain(grasp.path);
    if (place !== undefined) expect(lookUp(schema, parsePath(place.path)!)?.enum).toBeDefined();
    if (scene !== undefined) expect(lookUp(schema, parsePath(scene.path)!)?.properties).toBeDefined();
    for (const group of front)
      expect(
        live.some((path) => path.startsWith(`${group}.`) || path.startsWith(`${group}[`)),
        group,
      ).toBe(true);
    for (const { path, items } of lesions) {
      expect(new Set(items.map((item) => item.name)).size).toBe(items.length);
      for (const part of items.flatMap(({ parts = [] }) => parts)) expect(frame.parts[part]).toBeDefined();
      for (const item of [items[0]!, items.at(-1)!])
        expect(() => getFamily(desc).solver.compile(replaceValue(desc, path, [item.entries[0]]))).not.toThrow();
    }
    const regions = frame.surfaces.flatMap((surface) => surface.regions?.names ?? []);
    expect(lesions.flatMap(({ items }) => items.map((item) => item.name))).toEqual(
      expect.arrayContaining([...regions]),
    );
  });

  it('says what it is about and what to try first, which works', () => {
    const desc = describeAnimal(name);
    expect(desc.about).toMatch(/\.$/u);
    expect(desc.tryFirst.length).toBeGreaterThan(0);
    for (const { label, set } of desc.tryFirst) {
      expect(label).not.toBe('');
      const changed = applySettings(desc, set);
      expect(() => getFamily(changed).solver.compile(changed), label).not.toThrow();
    }
  });

  it('is recorded and read back', () => {
    const simulation = new Simulation(describeAnimal(name), { seed: 1 });
    const encoder = new RecordingEncoder(createRecordingHeader(simulation, 10, 'bestiary test'));
    const pieces = [encoder.start(), encoder.frame(simulation)];
    for (let i = 1; i <= steps; i++) {
      simulation.step();
      if (i % 10 === 0) pieces.push(encoder.frame(simulation));
    }
    pieces.push(encoder.snapshot(steps, simulation.snapshot()));
    pieces.push(
      encoder.end({ status: 'complete', steps, seconds: simulation.time, hash: simulation.hash(), metrics: {} }),
    );
    const source = createMemorySource(Buffer.concat(pieces));
    const info = inspectRecording(source);
    expect(info).toMatchObject({ status: 'complete', frameCount: 6, end: { hash: whole.hash() } });
    expect(info.header.layout).toEqual(simulation.system.frame);
    const frame = new Float32Array(simulation.frameLength);
    simulation.writeFrame(frame);
    expect([...iterateFrames(source)].at(-1)!.frame).toEqual(frame);
    const restored = new Simulation(info.header.desc, { seed: info.header.seed });
    restored.restore(readSnapshot(source, steps)!);
    expect(restored.hash()).toBe(whole.hash());
  });
});
