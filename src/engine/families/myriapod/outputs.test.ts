import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { computeFrameOffsets } from '../../contract/frame.ts';
import { applySettings } from '../descriptions.ts';
import { Simulation } from '../../sim/simulation.ts';
import type { MyriapodSystem } from './system.ts';

/** Signals and frame of an animal after some steps. */
function observe(settings: readonly string[], steps: number) {
  const simulation = new Simulation(applySettings(describeAnimal('centipede'), [...settings]), { seed: 2 });
  for (let i = 0; i < steps; i++) simulation.step();
  const signals = new Float64Array(simulation.signalLength);
  simulation.writeSignals(signals);
  const frame = new Float32Array(simulation.frameLength);
  simulation.writeFrame(frame);
  const { arrays } = simulation.state;
  const read = (name: string, i = 0): number => signals[simulation.signalOffsets[name]! + i]!;
  return { simulation, arrays, frame, read };
}

describe('signals', () => {
  it('of a body that hangs straight above nothing are those of its start', () => {
    const { read, simulation } = observe(['scene.terrain=none', 'scene.startHeight=0.05'], 0);
    const { bodyLength } = simulation.system;
    const n = 18;
    // The first centre is at the origin, the others a link of 9.079 mm apart; every box weighs alike but the ends.
    for (let i = 0; i < n; i++) expect(read('midline.x', i)).toBeCloseTo(-9.079e-3 * i, 12);
    expect(read('position.x')).toBeCloseTo(-(bodyLength - 2e-3) / 2, 9);
    expect([read('position.y'), read('heading'), read('speed')]).toEqual([0, 0, 0]);
    expect(read('linkStretch')).toBeCloseTo(1, 12);
    expect(read('bodyHeight')).toBeCloseTo(0.05, 12);
    expect(read('support')).toBe(0);
    for (let joint = 0; joint < n - 1; joint++) expect(read('bodyBend', joint)).toBeCloseTo(0, 12);
  });

  it('say of a walk what the state says', () => {
    const { read, arrays } = observe(['scene.foods=[{"x":0.01,"y":0}]'], 600);
    const states = Array.from(arrays['legStates']!);
    states.forEach((state, leg) => {
      expect(read(leg & 1 ? 'legState.right' : 'legState.left', leg >> 1)).toBe(state);
      expect(read('stanceOnset', leg)).toBe(arrays['legOnsets']![leg]);
    });
    const standing = states.filter((state) => state === 4).length;
    expect(read('stanceFraction')).toBeCloseTo(standing / 34, 12);
    expect(read('food.eaten')).toBe(1);
    expect(read('obstacle.gap')).toBe(10);
    expect(read('brain.mode')).toBe(arrays['brain']![0]);
    expect(read('footSlip')).toBeLessThan(1e-9);
  });

  it('of lost legs are −1, of a herd and a pond are there only with them', () => {
    const { read, simulation } = observe(['lesions.legs=[{"pair":2,"side":"left"}]'], 1);
    expect(read('legState.left', 1)).toBe(-1);
    expect(read('stanceOnset', 2)).toBe(-1);
    const names = (settings: string[]): string[] =>
      observe(settings, 1).simulation.system.signals.map(({ name }) => name);
    expect(simulation.system.signals.map(({ name }) => name)).not.toContain('water.volume');
    expect(names(['scene.water=pond'])).toContain('water.volume');
    expect(names(['scene.animals=2'])).toContain('animals.gap');
  });
});

describe('frames', () => {
  it('draw links of legs from root to knee to tip, a standing one to its anchor', () => {
    const { simulation, arrays, frame } = observe([], 600);
    const { parts } = simulation.system.frame;
    const offsets = computeFrameOffsets(simulation.system.frame);
    const tipOf = (index: number): number[] => {
      // A capsule lies along its own x; its length is that of the link and its thickness.
      const at = offsets.parts + 7 * index;
      const [, , , x, y, z, w] = Array.from(frame.subarray(at, at + 7)) as [number, ...number[]];
      const half = (parts[index]!.size[0] - parts[index]!.size[1]) / 2;
      const axis = [1 - 2 * (y! * y! + z! * z!), 2 * (x! * y! + w! * z!), 2 * (x! * z! - w! * y!)];
      return axis.map((value, k) => frame[at + k]! + half * value);
    };
    let standing = 0;
    for (let leg = 0; leg < 34; leg++) {
      if (arrays['legStates']![leg] !== 4) continue;
      standing += 1;
      const index = parts.findIndex(
        ({ name }) => name === `${leg & 1 ? 'right' : 'left'} leg ${(leg >> 1) + 1}, lower`,
      );
      tipOf(index).forEach((value, k) => expect(value).toBeCloseTo(0.01 * arrays['legTips']![3 * leg + k]!, 5));
    }
    expect(standing).toBeGreaterThan(5);
  });

  it('has the first obstacle where the handles of the scene say, behind all animals and the legs that they have', () => {
    const settings = ['scene.animals=2', 'lesions.legs=[{"pair":3,"side":"left"}]', 'scene.obstacles=[{"x":9,"y":9}]'];
    const { frame, handles } = observe(settings, 1).simulation.system;
    const { firstPart } = handles.scene!.things.find(({ kind }) => kind === 'obstacle')!;
    expect(frame.parts.findIndex(({ name }) => name === 'obstacle 1')).toBe(firstPart);
  });

  it('have parts for every animal, none for lost legs, and food out of sight once it is eaten', () => {
    const count = (settings: string[]): number => observe(settings, 1).simulation.system.frame.parts.length;
    const alone = count([]);
    expect(alone).toBe(18 + 2 * 34);
    expect(count(['scene.animals=3'])).toBe(3 * alone);
    expect(count(['lesions.legs=[{"pair":2,"side":"both"}]'])).toBe(alone - 4);
    const { simulation, frame } = observe(['scene.foods=[{"x":0.01,"y":0},{"x":5,"y":0}]'], 600);
    const { markers } = computeFrameOffsets(simulation.system.frame);
    expect(frame[markers + 2]).toBeLessThan(-1);
    expect(frame[markers + 5]).toBeCloseTo(0.005, 6);
  });
});

describe('hips', () => {
  it.each(['centipede', 'millipede', 'house-centipede'])('%s: every leg is joined to its segment', (animal) => {
    const { frame, plan } = new Simulation(describeAnimal(animal), { seed: 1 }).system as MyriapodSystem;
    for (let leg = 0; leg < plan.legCount; leg++) {
      const hip = frame.ornaments!.find(({ name }) => name === `${leg & 1 ? 'right' : 'left'} hip ${(leg >> 1) + 1}`)!;
      const part = frame.parts[(hip.carrier as { readonly part: number }).part]!;
      const side = leg & 1 ? -1 : 1;
      // It begins within the segment and reaches the root of the leg.
      expect(Math.abs(hip.rings[1]!)).toBeLessThan(part.size[1] / 2);
      expect(side * hip.rings.at(-4)!).toBeGreaterThanOrEqual(side * 0.01 * plan.roots[3 * leg + 1]!);
    }
  });
});
