import { describe, expect, it } from 'vitest';
import { createMeasured } from '../../../testing/kernels/measured.ts';
import { listSpecs } from '../../contract/arrays.ts';
import { createState } from '../../contract/state.ts';
import { createPaperNetwork, toSpinalParameters } from '../spinal/fields.ts';
import { codedTableLength, getCodedSignal } from './coded-table.ts';
import { createDrives, type DriveInputs, type DrivePlan, type DriveState, stepDrive, type CordWave } from './drive.ts';
import { createExcitationModel } from './models.ts';
import type { CordRange } from './propagation.ts';
import {
  createSpinalDrive,
  createSpinalFields,
  setSpinalExcitations,
  setSpinalStart,
  stepSpinalDrive,
} from './spinal-drive.ts';
import { computeCentralSignal } from './wave.ts';

const segments = 10;
const wave: CordWave = { period: 0.4, width: 0.5, height: 0.6, tone: 0, phase: 0, alpha: 1, beta: 0, kappa: 1 };

/** Two cords, left and right; the first one up, the second down. */
function create(settings: Partial<DrivePlan> = {}, waves: readonly Partial<CordWave>[] = [{}]) {
  const cords: CordRange[] = [0, 1].map((c) => ({ first: c * segments, segments, lowest: 0 }));
  const plan: DrivePlan = {
    pattern: 'waves',
    cords,
    waveOf: Int8Array.of(0, waves.length > 1 ? 1 : 0),
    sides: Float64Array.of(1, -1),
    heights: Float64Array.of(0.5, -0.5),
    turnGains: waves.map(() => 0.5),
    backGains: waves.map(() => 0),
    climbGains: waves.map(() => 0),
    graspers: Uint8Array.of(1, 0),
    ramp: 0,
    tick: 0.05,
    model: createExcitationModel('ap-mem', cords, ['left', 'right']),
    ...settings,
  };
  const inputs: DriveInputs = {
    waves: waves.map((own) => ({ ...wave, ...own })),
    ...{ effort: 1, tempo: 1, direction: 1, turn: 0, climb: 0, grasp: 0, graspTone: 0 },
    ...{ tableAlpha: 1, tableKappa: 1, spinalLeft: 0, spinalRight: 0, spinalGain: 0 },
  };
  const state: DriveState = {
    excitations: new Float64Array(2 * segments),
    phases: new Float64Array(waves.length),
    actions: new Float64Array(plan.model.actionSize),
  };
  const drives = createDrives(plan);
  let step = 0;
  const run = (count: number): void => {
    for (let k = 0; k < count; k++) stepDrive(state, plan, inputs, drives, undefined, step++);
  };
  return { inputs, state, run, root: (cord: number) => state.excitations[cord * segments]! };
}

const pulse = (t: number): number => computeCentralSignal(t, 0.2, 0.6, 0.4);

describe('bounded actions', () => {
  const cords: CordRange[] = [0, 1].map((c) => ({ first: c * segments, segments, lowest: -1 }));
  const names = ['left', 'right'];

  it('leave everything as it is while they are zero', () => {
    const plain = create({ cords, model: createExcitationModel('ap-mem', cords, names) });
    const bounded = create({ cords, model: createExcitationModel('ap-mem', cords, names, 'bounded') });
    for (const drive of [plain, bounded]) drive.run(25);
    expect(bounded.state.excitations).toEqual(plain.state.excitations);
  });

  it('change the height of a wave, and send it back from the tip below zero', () => {
    const model = createExcitationModel('cpg-mem', cords, names, 'bounded');
    expect([model.actionSize, model.factorsAt, model.nameAction(3)]).toEqual([4, 2, 'Δg of right']);
    const { state, run, root } = create({ cords, model });
    state.actions.set([0, 0, -0.5, -2]);
    run(3);
    expect(root(0)).toBeCloseTo(0.5 * computeCentralSignal(0.1, 0.2, 0.6, 0.4), 12);
    expect(state.excitations[2 * segments - 1]).toBeCloseTo(computeCentralSignal(0.1, 0.2, 0.6, 0.4), 12);
  });

  it('let no signal grow on its way', () => {
    const model = createExcitationModel('ap-mem', cords, names, 'bounded');
    const { state, run } = create({ cords, model }, [{ kappa: 4 }]);
    state.actions[2] = 0.5;
    run(40);
    const highest = state.excitations.subarray(0, segments).reduce((most, u) => Math.max(most, Math.abs(u)), 0);
    expect(highest).toBeLessThanOrEqual(0.6 + 1e-12);
    const wild = create({ cords, model: createExcitationModel('ap-mem', cords, names) }, [{ kappa: 4 }]);
    wild.state.actions[2] = 0.5;
    wild.run(40);
    expect(wild.state.excitations.subarray(0, segments).some((u) => Math.abs(u) > 0.9)).toBe(true);
  });
});

describe('a control step', () => {
  it('feeds the root of each cord with its wave, a phase later', () => {
    const { run, root } = create({}, [{}, { phase: 0.5 }]);
    for (let step = 0; step < 20; step++) {
      run(1);
      expect(root(0)).toBeCloseTo(pulse(0.05 * step), 9);
      expect(root(1)).toBeCloseTo(pulse(0.05 * step - 0.2), 9);
    }
  });

  it('runs a pulse down the cord by κ segments a step, or up from the tip', () => {
    for (const [direction, kappa] of [
      [1, 1],
      [1, 3],
      [-1, 1],
    ] as const) {
      const { inputs, run, state } = create({}, [{ kappa }]);
      inputs.direction = direction;
      run(3);
      const past = direction > 0 ? kappa : segments - 1 - kappa;
      expect(state.excitations[past]).toBeCloseTo(pulse(0.05), 9);
      expect(state.excitations[direction > 0 ? 0 : segments - 1]).toBeCloseTo(pulse(0.1), 9);
    }
  });

  it.each([
    // inputs → factor of the left and of the right cord at full turn gain 0.5
    { title: 'turning left', turn: 1, climb: 0, left: 1.5, right: 0.5 },
    { title: 'turning right', turn: -0.4, climb: 0, left: 0.8, right: 1.2 },
    { title: 'climbing', turn: 0, climb: 1, left: 1.25, right: 0.75 },
    { title: 'both', turn: 1, climb: -1, left: 1.25, right: 0.75 },
  ])('steers by height: $title', ({ turn, climb, left, right }) => {
    const { inputs, run, root } = create();
    Object.assign(inputs, { turn, climb });
    run(2);
    expect(root(0)).toBeCloseTo(left * pulse(0.05), 9);
    expect(root(1)).toBeCloseTo(right * pulse(0.05), 9);
  });

  it.each([
    // Turn → factor of the left cord; the right one stays as it is.
    { turn: 0.25, left: 0.5 },
    { turn: 1, left: -1 },
    { turn: -1, left: 1 },
  ])('steers by the inner side alone, and beyond half a turn by a wave from the tip (turn $turn)', ({ turn, left }) => {
    const { inputs, run, state, root } = create({ turnGains: [0], backGains: [2] });
    inputs.turn = turn;
    run(2);
    const source = state.excitations[left < 0 ? segments - 1 : 0]!;
    expect(source).toBeCloseTo(Math.abs(left) * pulse(0.05), 9);
    if (turn > 0) expect(root(1)).toBeCloseTo(pulse(0.05), 9);
    // The other way with all waves backward.
    inputs.direction = -1;
    run(1);
    expect(state.excitations[left < 0 ? 0 : segments - 1]).toBeCloseTo(Math.abs(left) * pulse(0.1), 9);
  });

  it('climbs by tone, off on the left and on on the right', () => {
    const { inputs, run, root } = create({ turnGains: [0], climbGains: [-0.1] }, [{ height: 0 }]);
    inputs.climb = 0.5;
    run(1);
    expect([root(0), root(1)]).toEqual([0.05, 0]);
    inputs.climb = -0.5;
    run(1);
    expect([root(0), root(1)]).toEqual([0, 0.05]);
  });

  it('ramps, adds tone, obeys effort and tempo', () => {
    const { inputs, run, root } = create({ ramp: 0.2 }, [{ tone: 0.1 }]);
    inputs.effort = 0.5;
    inputs.tempo = 2;
    run(2);
    // 0.05 s of 0.2 s, and the wave is at 0.1 s.
    expect(root(0)).toBeCloseTo(0.25 * (0.5 * pulse(0.1) + 0.1), 9);
  });

  it('lets waves give way to the grip', () => {
    const { inputs, run, root } = create();
    Object.assign(inputs, { grasp: 1, graspTone: 0.7 });
    run(2);
    expect([root(0), root(1)]).toEqual([0.7, 0]);
    inputs.grasp = 0.5;
    run(1);
    expect(root(0)).toBeCloseTo(0.5 * 0.7 + 0.5 * pulse(0.1), 9);
  });

  it('leaves everything to actions without a pattern', () => {
    const { state, run, root } = create({ pattern: 'none' });
    run(2);
    expect([root(0), root(1)]).toEqual([0, 0]);
    state.actions[0] = 0.2;
    run(1);
    expect([root(0), root(1)]).toEqual([0.2, 0]);
  });

  it('plays the coded table, with actions where there are any', () => {
    const { state, run, root } = create({ pattern: 'coded-table' });
    state.actions[4] = 0.1;
    for (let step = 0; step < codedTableLength + 3; step++) {
      run(1);
      expect(root(0)).toBeCloseTo(getCodedSignal(0, step), 12);
      expect(root(1)).toBeCloseTo(Math.min(1, getCodedSignal(1, step) + 0.1), 12);
    }
  });
});

describe('the spinal cord as a drive', () => {
  const parameters = toSpinalParameters(createPaperNetwork(), 100, 10);
  const createSpinal = () => {
    const drive = createMeasured((kernels) =>
      createSpinalDrive(
        kernels,
        parameters,
        createState(listSpecs(createSpinalFields(parameters)), [], kernels.arena),
        1000 / 30,
      ),
    );
    setSpinalStart(drive);
    return drive;
  };

  it('beats on one side and then on the other, from head to tail', () => {
    const drive = createSpinal();
    const cord: CordRange = { first: 0, segments: 5, lowest: 0 };
    const [left, right] = [new Float64Array(5), new Float64Array(5)];
    let [both, either, headFirst] = [0, 0, 0];
    for (let step = 0; step < 90; step++) {
      stepSpinalDrive(drive, 0.67, 0.67);
      setSpinalExcitations(left, cord, drive, 0, 1);
      setSpinalExcitations(right, cord, drive, 1, 1);
      if (step < 30) continue;
      both += left[2]! * right[2]!;
      either += left[2]! * left[2]! + right[2]! * right[2]!;
      headFirst = Math.max(headFirst, Math.abs(left[0]! - left[4]!));
    }
    expect(either).toBeGreaterThan(1);
    // Sides that beat together would have half of it.
    expect(both / either).toBeLessThan(0.15);
    expect(headFirst).toBeGreaterThan(0.1);
  });

  it('holds still without drive, and never gives a muscle more than all', () => {
    const drive = createSpinal();
    const cord: CordRange = { first: 0, segments: 7, lowest: 0 };
    const out = new Float64Array(7);
    let [low, high] = [Infinity, -Infinity];
    for (let step = 0; step < 90; step++) {
      stepSpinalDrive(drive, 0, 0);
      setSpinalExcitations(out, cord, drive, 0, 1);
      if (step < 60) continue;
      low = Math.min(low, out[3]!);
      high = Math.max(high, out[3]!);
    }
    // With drive it swings by 0.5 and more.
    expect(high - low).toBeLessThan(0.03);
    for (let step = 0; step < 20; step++) stepSpinalDrive(drive, 1, 1);
    setSpinalExcitations(out, cord, drive, 0, 1e3);
    out.forEach((value) => expect(value).toBeLessThanOrEqual(1));
  });
});
