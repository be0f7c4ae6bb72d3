import { describe, expect, it } from 'vitest';
import { describeLamprey } from '../../../animals/lamprey/desc.ts';
import type { Kernels } from '../../../kernels/functions.ts';
import { createKernels } from '../../../kernels/load.ts';
import { createTwinInstance } from '../../../kernels/twin.ts';
import { applySettings } from '../../families/descriptions.ts';
import { compileLamprey } from '../../families/lamprey/compile.ts';
import type { LampreyDesc } from '../../families/lamprey/schema.ts';
import { dop853 } from '../../integrate/dop853.ts';
import { createEmbeddedScratch, integrateAdaptive } from '../../integrate/embedded.ts';
import { ModelError } from '../../model/problem.ts';
import {
  type AdvanceScratch,
  createAdvanceScratch,
  createHistory,
  type NeuralHistory,
  POTENTIAL_DEPTH,
  restartHistory,
  stepNetwork,
} from './advance.ts';
import {
  createSpinalNetwork,
  type SpinalNetwork,
  setDrives,
  setLesions,
  setMotorMeans,
  setMotorMeansOver,
  setMotorPotentials,
  setNeuralOutputs,
  setNeuralDerivatives,
  setStartStates,
} from './network.ts';
import { neuronTypes, type SpinalLesions, type SpinalParameters } from './tables.ts';
import { createScaledWeights } from './windows.ts';

const { links, network: defaults } = compileLamprey(describeLamprey()).parameters;
const lamprey: SpinalParameters = { ...defaults, links: links.length };
const whole: SpinalLesions = { silenced: [], cuts: [], driveBehindCut: 0 };

interface Bench {
  kernels: Kernels;
  network: SpinalNetwork;
  states: Float64Array;
  slopes: Float64Array;
  outputs: Float64Array;
  motors: Float64Array;
  history: NeuralHistory;
  createAdvance: (step: number) => AdvanceScratch;
}

function createBench(changes: Partial<SpinalParameters> = {}, kernels = createKernels(1 << 20)): Bench {
  const { arena } = kernels;
  const network = createSpinalNetwork(kernels, { ...lamprey, ...changes });
  setDrives(network, 0.67, 0.6);
  return {
    kernels,
    network,
    states: arena.allocF64(network.stateCount),
    slopes: arena.allocF64(network.stateCount),
    outputs: arena.allocF64(8 * network.segments),
    motors: arena.allocF64(2 * network.joints),
    history: {
      previous: arena.allocF64(network.stateCount),
      potentials: Array.from({ length: POTENTIAL_DEPTH }, () => arena.allocF64(network.potentialCount)),
      cursor: new Int32Array(2),
    },
    createAdvance: (step) => createAdvanceScratch(network, step, (length) => arena.allocF64(length)),
  };
}

/** States as they occur: excitations up to 8, inhibitions and adaptations up to 1. */
function setNoise(states: Float64Array, seed: number): void {
  let x = seed;
  for (let i = 0; i < states.length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    states[i] = (x / 0x7fffffff) * (i % 7 === 0 ? 8 : 1);
  }
}

/** u and the slopes straight from eq. 1 and Table 1: every sum written out. */
function computeNaively({ parameters, segments, drives }: SpinalNetwork, states: Float64Array) {
  const first = { EIN: 0, CIN: 3, LIN: 6, MN: 8 };
  const at = (channel: number, segment: number, side: number): number => 2 * (channel * segments + segment) + side;
  const weights = createScaledWeights(parameters.connections, segments, parameters.scaling);
  const output = (type: (typeof neuronTypes)[number], segment: number, side: number): number => {
    const { threshold, gain, adaptation } = parameters.neurons[type];
    const c = first[type];
    const v = adaptation === 0 ? 0 : states[at(c + 2, segment, side)]!;
    const e = Math.exp((threshold - states[at(c, segment, side)]!) * gain);
    return Math.max(0, 1 - e - states[at(c + 1, segment, side)]! - adaptation * v);
  };
  const slopes = new Float64Array(states.length);
  for (const type of neuronTypes) {
    const { delay, adaptation, adaptationTime, drive } = parameters.neurons[type];
    for (let segment = 0; segment < segments; segment++) {
      for (const side of [0, 1]) {
        const sums = [drive * drives[side]!, 0];
        parameters.connections.forEach((connection, c) => {
          if (connection.to !== type) return;
          for (let source = 0; source < segments; source++) {
            // The source reaches `tailward` segments behind it and `headward` in front of it.
            const isReached = segment - source <= connection.tailward && source - segment <= connection.headward;
            if (!isReached) continue;
            const from = connection.side === 'same' ? side : 1 - side;
            const kind = connection.weight < 0 ? 1 : 0;
            sums[kind] = sums[kind]! + weights[c * segments + segment]! * output(connection.from, source, from);
          }
        });
        const c = first[type];
        for (const kind of [0, 1]) {
          const i = at(c + kind, segment, side);
          slopes[i] = (sums[kind]! - states[i]!) / delay;
        }
        const v = at(c + 2, segment, side);
        if (adaptation !== 0) slopes[v] = (output(type, segment, side) - states[v]!) / adaptationTime;
      }
    }
  }
  return { slopes, output };
}

describe('the spinal network', () => {
  it('has the slopes and outputs of eq. 1 and Table 1 written out', () => {
    for (const [segments, scaling] of [
      [10, 'pooled-truncated'],
      [30, 'pooled-mean'],
      [20, 'own-clipped'],
      [20, 'none'],
    ] as const) {
      const bench = createBench({ segments, scaling });
      expect(bench.states.length).toBe(20 * segments);
      setNoise(bench.states, segments);
      const expected = computeNaively(bench.network, bench.states);
      setNeuralDerivatives(bench.slopes, bench.network, bench.states);
      bench.slopes.forEach((slope, i) => {
        expect(slope).toBeCloseTo(expected.slopes[i]!, 12);
      });
      setNeuralOutputs(bench.outputs, bench.network, bench.states);
      setMotorMeans(bench.motors, bench.network, bench.states);
      neuronTypes.forEach((type, t) => {
        for (let i = 0; i < 2 * segments; i++) {
          expect(bench.outputs[2 * t * segments + i]).toBeCloseTo(expected.output(type, i >> 1, i & 1), 13);
        }
      });
      const perLink = segments / 10;
      for (let i = 0; i < 18; i++) {
        let sum = 0;
        for (let k = 0; k < perLink; k++) sum += expected.output('MN', (i >> 1) * perLink + k, i & 1);
        expect(bench.motors[i]).toBeCloseTo(sum / perLink, 13);
      }
    }
  });

  it('scales weights as each reading says, at the end and in the middle of the cord', () => {
    const connections = lamprey.connections;
    const find = (from: string, to: string): number =>
      connections.findIndex((connection) => connection.from === from && connection.to === to);
    const weigh = (scaling: SpinalParameters['scaling'], from: string, to: string, segment: number): number =>
      createScaledWeights(connections, 100, scaling)[find(from, to) * 100 + segment]!;
    // Segment 0 hears EIN from 0…2 and CIN from 0…1; segment 50 hears 5 and 12 segments.
    expect(weigh('own-clipped', 'EIN', 'EIN', 0)).toBe(0.4 / 3);
    expect(weigh('own-clipped', 'CIN', 'EIN', 0)).toBe(1);
    expect(weigh('pooled-mean', 'CIN', 'EIN', 0)).toBe(2 / 2.5);
    expect(weigh('pooled-truncated', 'CIN', 'EIN', 0)).toBe(1);
    expect(weigh('pooled-truncated', 'EIN', 'EIN', 50)).toBe(0.4 / 8);
    expect(weigh('pooled-mean', 'EIN', 'EIN', 50)).toBe(0.4 / 8.5);
    // CIN pools three inputs: (5 + 11 + 12) / 3.
    expect(weigh('pooled-truncated', 'LIN', 'CIN', 50)).toBe(1 / 9);
    expect(weigh('none', 'EIN', 'LIN', 0)).toBe(13);
  });

  it('computes the same bits in the kernels and in their twins', () => {
    for (const changes of [{ segments: 100 }, { segments: 10 }, { segments: 9, links: 3 }] as const) {
      const results = [createKernels(1 << 20), createTwinInstance(1 << 20)].map((kernels) => {
        const bench = createBench(changes, kernels);
        const lesions: SpinalLesions = {
          silenced: [{ type: 'CIN', side: 'left', first: 1, last: 3 }],
          cuts: [5],
          driveBehindCut: 0.8,
        };
        setLesions(bench.network, lesions);
        setNoise(bench.states, 11);
        setNeuralDerivatives(bench.slopes, bench.network, bench.states);
        setMotorMeans(bench.motors, bench.network, bench.states);
        const found = [...bench.slopes, ...bench.motors];
        const rows = [1, 2, 3].map(() => kernels.arena.allocF64(2 * bench.network.segments));
        const advance = bench.createAdvance(2.5);
        for (let i = 0; i < 40; i++) {
          stepNetwork(bench.states, bench.history, bench.network, advance);
          if (i >= 37) setMotorPotentials(rows[i - 37]!, bench.network, bench.states);
        }
        setMotorMeansOver(bench.motors, bench.network, rows[0]!, rows[1]!, rows[2]!);
        setNeuralOutputs(bench.outputs, bench.network, bench.states);
        return [found, bench.motors, bench.outputs, bench.states, ...bench.history.potentials].flatMap((a) => [...a]);
      });
      expect(results[0]!.length).toBeGreaterThan(1000 / changes.segments);
      expect(results[0]!.every(Number.isFinite)).toBe(true);
      expect(results[1]).toEqual(results[0]);
    }
  });

  it('lets a NaN through instead of rectifying it away', () => {
    for (const kernels of [createKernels(1 << 20), createTwinInstance(1 << 20)]) {
      const bench = createBench({ segments: 10 }, kernels);
      bench.states[2 * 4] = NaN;
      setNeuralDerivatives(bench.slopes, bench.network, bench.states);
      expect(bench.slopes[2 * 4]).toBeNaN();
      setNeuralOutputs(bench.outputs, bench.network, bench.states);
      expect(bench.outputs[2 * 4]).toBeNaN();
    }
  });
});

describe('lesions', () => {
  it('silence exactly the neurons named', () => {
    const bench = createBench({ segments: 20 });
    setNoise(bench.states, 3);
    bench.states.fill(6, 0, 40);
    setNeuralOutputs(bench.outputs, bench.network, bench.states);
    const before = bench.outputs.slice();
    setLesions(bench.network, { ...whole, silenced: [{ type: 'EIN', side: 'right', first: 4, last: 6 }] });
    setNeuralOutputs(bench.outputs, bench.network, bench.states);
    bench.outputs.forEach((u, i) => {
      const isSilent = i < 40 && (i & 1) === 1 && i >> 1 >= 4 && i >> 1 <= 6;
      expect(u).toBe(isSilent ? 0 : before[i]);
    });
    expect(before.slice(9, 14).some((u) => u > 0)).toBe(true);
    setLesions(bench.network, whole);
    setNeuralOutputs(bench.outputs, bench.network, bench.states);
    expect(bench.outputs).toEqual(before);
  });

  it('a cut stops every connection across it, in both directions, and changes nothing out of its reach', () => {
    const segments = 40;
    const bench = createBench({ segments });
    setNoise(bench.states, 5);
    setNeuralDerivatives(bench.slopes, bench.network, bench.states);
    const intact = bench.slopes.slice();
    setLesions(bench.network, { ...whole, cuts: [25, 12], driveBehindCut: 1 });
    setNeuralDerivatives(bench.slopes, bench.network, bench.states);
    const cut = bench.slopes.slice();
    const segmentOf = (i: number): number => (i >> 1) % segments;
    // Segment 0 is out of reach of the cut at 12: windows look at most 5 segments tailward of it.
    intact.forEach((slope, i) => {
      if (segmentOf(i) < 12 - 5) expect(cut[i]).toBe(slope);
    });
    expect(cut).not.toEqual(intact);
    // Whatever happens in the middle part changes nothing elsewhere.
    bench.states.forEach((value, i) => {
      if (segmentOf(i) >= 12 && segmentOf(i) < 25) bench.states[i] = value * 0.5;
    });
    setNeuralDerivatives(bench.slopes, bench.network, bench.states);
    let changed = 0;
    bench.slopes.forEach((slope, i) => {
      const isMiddle = segmentOf(i) >= 12 && segmentOf(i) < 25;
      if (!isMiddle) expect(slope).toBeCloseTo(cut[i]!, 13);
      else if (slope !== cut[i]) changed += 1;
    });
    expect(changed).toBeGreaterThan(100);
  });

  it('a piece of a cut cord is scaled like a cord of its length', () => {
    const { connections } = lamprey;
    const pieces = createScaledWeights(connections, 40, 'pooled-truncated', [25, 12]);
    connections.forEach((connection, c) => {
      for (const [from, to] of [
        [0, 12],
        [12, 25],
        [25, 40],
      ] as const) {
        const alone = createScaledWeights(connections, to - from, 'pooled-truncated');
        const own = alone.subarray(c * (to - from), (c + 1) * (to - from));
        expect([...pieces.subarray(40 * c + from, 40 * c + to)], `${connection.from} to ${connection.to}`).toEqual([
          ...own,
        ]);
      }
    });
    expect(createScaledWeights(connections, 40, 'pooled-truncated', [])).toEqual(
      createScaledWeights(connections, 40, 'pooled-truncated'),
    );
  });

  it('a cut also severs the brain stem, unless told that drive still arrives', () => {
    const segments = 20;
    const bench = createBench({ segments });
    const slopeOf = (segment: number): number => {
      setNeuralDerivatives(bench.slopes, bench.network, bench.states);
      return bench.slopes[2 * (8 * segments + segment)]!;
    };
    setLesions(bench.network, { ...whole, silenced: [{ type: 'EIN', side: 'both', first: 0, last: 19 }] });
    const driven = slopeOf(15);
    expect(driven).toBeCloseTo((5 * 0.67) / 20, 14);
    const cut = (driveBehindCut: number): void => {
      setLesions(bench.network, {
        silenced: [{ type: 'EIN', side: 'both', first: 0, last: 19 }],
        cuts: [10],
        driveBehindCut,
      });
    };
    cut(0);
    expect([slopeOf(9), slopeOf(10)]).toEqual([driven, 0]);
    cut(0.5);
    expect(slopeOf(10)).toBeCloseTo(driven / 2, 14);
  });

  it('are refused when they lie outside the cord', () => {
    const { network } = createBench({ segments: 10 });
    const wrong: SpinalLesions = {
      silenced: [{ type: 'MN', side: 'left', first: 3, last: 10 }],
      cuts: [0, 10, 4.5],
      driveBehindCut: 2,
    };
    expect(() => {
      setLesions(network, wrong);
    }).toThrow(/silenced\[0\][\s\S]*cuts\[0\][\s\S]*cuts\[1\][\s\S]*cuts\[2\][\s\S]*driveBehindCut/);
  });
});

describe('parameters that make no network', () => {
  it('are named', () => {
    const neurons = { ...lamprey.neurons, MN: { ...lamprey.neurons.MN, delay: 0, gain: NaN } };
    const connections = [{ ...lamprey.connections[0]!, headward: -1, weight: Infinity }];
    let paths: string[] = [];
    try {
      createBench({ segments: 105, neurons, connections });
    } catch (error) {
      if (error instanceof ModelError) paths = error.problems.map(({ path }) => path);
    }
    expect(paths).toEqual([
      'segments',
      'neurons.MN.gain',
      'neurons.MN.delay',
      'connections[0].weight',
      'connections[0].headward',
    ]);
    expect(() => createBench({ segments: 10 }).createAdvance(25)).toThrow(/neurons\.CIN\.delay/);
  });
});

describe('the multistep method', () => {
  /** States after `time` ms of steps `step` from `start`. */
  const advance = (bench: Bench, start: Float64Array, time: number, step: number): Float64Array => {
    bench.states.set(start);
    restartHistory(bench.history);
    const scratch = bench.createAdvance(step);
    for (let i = 0; i < Math.round(time / step); i++) stepNetwork(bench.states, bench.history, bench.network, scratch);
    return bench.states.slice();
  };
  const integrate = (bench: Bench, start: Float64Array, time: number): Float64Array => {
    const { arena } = bench.kernels;
    const scratch = createEmbeddedScratch(dop853, start.length, (length) => arena.allocF64(length));
    bench.states.set(start);
    const derivative = (out: Float64Array, _t: number, y: Float64Array): void => {
      setNeuralDerivatives(out, bench.network, y);
    };
    const tolerance = { absolute: 1e-9, relative: 1e-9 };
    expect(
      integrateAdaptive(dop853, bench.states, new Float64Array(1), 0, time, derivative, tolerance, scratch),
    ).toBeNull();
    return bench.states.slice();
  };
  const computeError = (a: Float64Array, b: Float64Array): number =>
    a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - b[i]!)), 0);

  it('has order 3 where no neuron crosses its threshold', () => {
    const bench = createBench({ segments: 10 });
    // Without inhibition everything relaxes to steady firing. The lateral neurons would cross their threshold on the way.
    const silenced = (['CIN', 'LIN'] as const).map((type) => ({ type, side: 'both' as const, first: 0, last: 9 }));
    setLesions(bench.network, { ...whole, silenced });
    const start = new Float64Array(bench.states.length);
    const exact = integrate(bench, start, 60);
    const errors = [2.5, 1.25, 0.625].map((step) => computeError(advance(bench, start, 60, step), exact));
    expect(Math.log2(errors[0]! / errors[1]!) + 0.1).toBeGreaterThan(3);
    expect(Math.log2(errors[1]! / errors[2]!) + 0.1).toBeGreaterThan(3);
  });

  it('keeps order 2 or better through bursts, kinks and all', () => {
    const bench = createBench({ segments: 20 }, createKernels(1 << 21));
    setStartStates(bench.states, bench.network, 1, 1);
    const start = bench.states.slice();
    const exact = integrate(bench, start, 300);
    const errors = [2.5, 0.3125].map((step) => computeError(advance(bench, start, 300, step), exact));
    expect(errors[0]).toBeLessThan(2e-3);
    expect(Math.log2(errors[0]! / errors[1]!) / 3).toBeGreaterThan(2);
  });

  it('keeps left and right apart only by exchange: mirrored starts stay mirrored bit for bit', () => {
    const bench = createBench({ segments: 20 });
    setDrives(bench.network, 0.67, 0.67);
    setNoise(bench.states, 9);
    const start = bench.states.slice();
    const swap = (states: Float64Array): Float64Array => states.map((_, i) => states[i ^ 1]!);
    const end = advance(bench, start, 100, 2.5);
    expect(advance(bench, swap(start), 100, 2.5)).toEqual(swap(end));
  });
});

describe('the past of a network', () => {
  it('is kept row by row in the state', () => {
    const potentials = Float64Array.from({ length: 4 * POTENTIAL_DEPTH }, (_, i) => i);
    const { potentials: rows } = createHistory(new Float64Array(2), potentials, new Int32Array(2));
    expect(rows.flatMap((row) => [...row])).toEqual([...potentials]);
    expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([4]));
  });
});

describe('lesions of a description', () => {
  it('count segments from 1, and silence both ends of what is named', () => {
    const { lesions: given, ...desc } = describeLamprey();
    const silence = [{ neurons: 'CIN', side: 'left', from: 3, to: 5 }] as const;
    const { lesions } = compileLamprey({ ...desc, lesions: { ...given, silence: [...silence], cutAfter: [50] } });
    expect(lesions).toMatchObject({ silenced: [{ type: 'CIN', side: 'left', first: 2, last: 4 }], cuts: [50] });
  });

  it.each([
    ['lesions.silence=[{"from":30,"to":20}]', 'lesions.silence[0].from', /up to the last one, 20/u],
    ['lesions.silence=[{"to":5},{"from":45}]', 'lesions.silence[1].from', /up to the end of the cord, 40/u],
    ['lesions.cutAfter=[20, 40]', 'lesions.cutAfter[1]', /give 1 to 39/u],
  ])('that name nothing of a cord of forty segments are refused: %s', (setting, path, hint) => {
    const desc = applySettings(describeLamprey(), ['segments=40', setting]);
    try {
      compileLamprey(desc as LampreyDesc);
      expect.unreachable();
    } catch (error) {
      expect((error as ModelError).problems).toMatchObject([{ path, hint: expect.stringMatching(hint) as string }]);
    }
  });
});
