/** The worm as an animal: short runs on coarse meshes; the long ones are in test/nightly. */
import { describe, expect, it } from 'vitest';
import { parseDesc } from '../../src/engine/families/descriptions.ts';
import { ModelError } from '../../src/engine/model/problem.ts';
import { createWorm, runWorm } from '../../src/testing/runs/worm-runs.ts';

const coarse = ['mesh.resolution=coarse', 'solver.tolerance=1e-5'];

describe('a worm driven by one mode', () => {
  const settings = [...coarse, 'drive.kind=modal', 'drive.alpha=5'];
  const moving = runWorm({ seconds: 2.5, every: 0.5, settings: [...settings, 'friction.low=0.1', 'friction.high=1'] });
  const equal = runWorm({ seconds: 2.5, every: 0.5, settings: [...settings, 'friction.low=1', 'friction.high=1'] });

  it('crawls where backward friction is higher, and stays where friction is equal', () => {
    const [far, near] = [moving, equal].map(({ track }) => track[5]!.x - track[1]!.x) as [number, number];
    expect(far).toBeGreaterThan(0.1);
    expect(Math.abs(near)).toBeLessThan(0.1 * far);
  });

  it('has no net force and torque of its muscles', () => {
    expect(moving.largest['momentum.force']).toBeLessThan(1e-9);
    expect(moving.largest['momentum.torque']).toBeLessThan(1e-9);
  });

  it('solves its linear systems and turns no element inside out', () => {
    expect(moving.metrics['residualMax']).toBeLessThanOrEqual(1e-5);
    expect(moving.metrics['invertedMax']).toBe(0);
  });
});

describe('a worm driven by its muscles', () => {
  it('crawls forward on agar without losing length', () => {
    const { metrics, track } = runWorm({ seconds: 3, settings: coarse });
    expect(track[3]!.x - track[1]!.x).toBeGreaterThan(0.25);
    expect(metrics['contourMin']).toBeGreaterThan(0.97);
  });

  it('turns left with a positive bias and right with a negative one', () => {
    const turns = [0.2, -0.2].map((bias) => {
      const { track } = runWorm({ seconds: 2, settings: [...coarse, `drive.bias=${bias}`] });
      return track[2]!.heading;
    });
    expect(turns[0]).toBeGreaterThan(0.2);
    expect(turns[1]).toBeLessThan(-0.2);
  });

  it('bends less where its muscles are paralysed', () => {
    const swing = (...more: string[]) =>
      runWorm({ seconds: 1.5, settings: [...coarse, ...more] }).metrics['amplitude']!;
    expect(swing('lesions.paralyse=["M*"]')).toBeLessThan(0.05 * swing());
  });

  it('coils to the ventral side without its dorsal muscles: paralysed cells have no tone', () => {
    const { track, largest } = runWorm({ seconds: 2, settings: [...coarse, 'lesions.paralyse=["MD*"]'] });
    expect(track[2]!.heading).toBeLessThan(-0.3);
    expect(largest['muscle.activation']).toBe(1);
  });

  it('keeps its gait when a drag coefficient changes, and takes that of the medium', () => {
    const measure = (...more: string[]) => {
      const worm = createWorm([...coarse, ...more]);
      for (let i = 0; i < 5; i++) worm.step();
      return worm.state.arrays['track']![0]! / worm.time;
    };
    expect(measure()).toBeCloseTo(0.5, 9);
    expect(measure('medium.agarAcross=0.032')).toBeCloseTo(0.5, 9);
    expect(measure('medium.water=1')).toBeCloseTo(1.8, 9);
  });

  it('runs alike with any seed unless there is noise', () => {
    const hash = (seed: number, ...more: string[]) => {
      const worm = createWorm([...coarse, ...more], seed);
      for (let i = 0; i < 10; i++) worm.step();
      return [...(worm.state.arrays['positions'] as Float64Array).subarray(0, 40)];
    };
    expect(hash(1)).toEqual(hash(2));
    expect(hash(1, 'drive.noise.turn=0.3')).not.toEqual(hash(2, 'drive.noise.turn=0.3'));
  });
});

describe('continuing a run', () => {
  it('continues bit for bit from a snapshot', () => {
    const worm = createWorm([...coarse, 'drive.kind=modal']);
    for (let i = 0; i < 30; i++) worm.step();
    const snapshot = worm.snapshot();
    for (let i = 0; i < 10; i++) worm.step();
    const hash = worm.hash();
    worm.restore(snapshot);
    for (let i = 0; i < 10; i++) worm.step();
    expect(worm.hash()).toBe(hash);
  });

  it('takes live changes of friction, medium and lesions without a new start', () => {
    const worm = createWorm(coarse);
    for (let i = 0; i < 5; i++) worm.step();
    worm.setControl('medium.water', 0.4);
    worm.setControl('friction.high', 2);
    worm.step();
    const { simulation, restarted } = worm.changeDesc(
      parseDesc({ ...worm.desc, lesions: { paralyse: ['MVR*'] }, tissues: { muscle: { young: 100e3 } } }),
    );
    expect(restarted).toBe(false);
    expect(simulation.time).toBe(worm.time);
    simulation.step();
  });

  it('restarts when its shape changes', () => {
    const worm = createWorm(coarse);
    worm.step();
    const { simulation, restarted } = worm.changeDesc(
      parseDesc({ ...worm.desc, mesh: { resolution: 'coarse', radius: 30e-6 } }),
    );
    expect(restarted).toBe(true);
    expect(simulation.stepCount).toBe(0);
  });
});

describe('bad input', () => {
  const refuse = (setting: string): ModelError => {
    try {
      createWorm([setting]);
    } catch (error) {
      return error as ModelError;
    }
    throw new Error(`${setting} was accepted`);
  };

  it.each([
    ['tissues.core.young=0', '100 to 1000000000 Pa'],
    ['tissues.core.poisson=0.5', '0 to 0.499'],
    ['solver.dt=0', '0.00001 to 0.1 s'],
    ['friction.low=-0.1', '0 to 100'],
    ['mesh.sections=9', '13 to 400'],
    ['lesions.paralyse=["MVL24"]', 'MVL23'],
  ])('refuses %s and says what is allowed', (setting, allowed) => {
    const error = refuse(setting);
    expect(error).toBeInstanceOf(ModelError);
    expect(error.problems[0]!.path).toBe(setting.includes('paralyse') ? 'lesions.paralyse[0]' : setting.split('=')[0]);
    expect(error.message).toContain(allowed);
  });

  it('refuses to paralyse muscles that do not drive the worm', () => {
    expect(() => createWorm([...coarse, 'drive.kind=modal', 'lesions.paralyse=["MDL*"]'])).toThrow(
      /lesions\.paralyse.*drive\.kind modal/u,
    );
  });

  it('ends a run that diverges with an element, a muscle and advice, and keeps the last good state', () => {
    const worm = createWorm([...coarse, 'drive.kind=two-mode', 'drive.alpha=20', 'drive.delay=0']);
    expect(() => {
      for (let i = 0; i < 100; i++) worm.step();
    }).toThrow(/element \d+ .*(?:muscle M[DV][LR]\d\d|no muscle).*Lower drive\.alpha/su);
    worm.restore(worm.lastGood);
    expect(worm.stepCount).toBeGreaterThan(0);
  });
});
