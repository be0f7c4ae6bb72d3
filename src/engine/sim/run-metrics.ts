/** The metrics of a run: those of every animal and those of its family, from the signals, with constant memory. */
import type { FamilyMetrics, MetricSpec, System } from '../contract/types.ts';
import type { Simulation } from './simulation.ts';
import { TrackAccumulator } from '../math/meters/track-metrics.ts';
import { expectObject } from '../model/problem.ts';

/** Those of every animal (`math/meters/track-metrics.ts`). */
const trackMetrics: readonly MetricSpec[] = [
  { name: 'distance', unit: 'm', about: 'Length of the path of the centre of mass over ground, strokes left out.' },
  { name: 'displacement', unit: 'm', about: 'From start to end; positive when the end lies ahead of the start.' },
  { name: 'speed', unit: 'm/s', about: 'Mean over the second half, forward positive.' },
  { name: 'headingRate', unit: 'rad/s', about: 'Turn per time over the second half, counter-clockwise positive.' },
  { name: 'bodyLength', unit: 'm', about: 'From head to tail at rest.' },
  { name: 'bodyLengthsPerSecond', unit: '1/s', about: 'Speed in body lengths.' },
];

/** All metrics of a run of this animal, with units, in the order of `RunMetrics.read`. A family may measure a common one in its own way. */
export function listMetrics(system: System): readonly MetricSpec[] {
  expectObject(system, 'system', 'Give the system of a simulation: simulation.system.', ['metrics']);
  const own = new Map(system.metrics.map((spec) => [spec.name, spec]));
  const common = trackMetrics.map((spec) => own.get(spec.name) ?? spec);
  return [...common, ...system.metrics.filter(({ name }) => trackMetrics.every((spec) => spec.name !== name))];
}

export class RunMetrics {
  #simulation: Simulation;
  readonly #track: TrackAccumulator;
  readonly #family: FamilyMetrics;
  /** Start time: 0, or that of a continued run. */
  readonly #start: number;
  /** Signals of the last observed step, without the details. */
  readonly signals: Float64Array;

  /** `seconds` is the planned length from now on: means are taken over its second half. */
  constructor(simulation: Simulation, seconds: number) {
    expectObject(simulation, 'simulation', 'Give a simulation and the seconds that it will run.', [
      'system',
      'createFamilyMetrics',
    ]);
    this.#simulation = simulation;
    this.#start = simulation.time;
    this.#track = new TrackAccumulator(simulation.system.bodyLength, seconds);
    this.#family = simulation.createFamilyMetrics(seconds);
    this.signals = new Float64Array(simulation.coreSignalLength);
  }

  /** Continues with the simulation that a change of parameters has put in the place of the first. */
  follow(simulation: Simulation): void {
    this.#simulation = simulation;
  }

  /** Call once at the start and after every step. */
  observe(): void {
    this.#simulation.writeSignals(this.signals);
    const time = this.#simulation.time - this.#start;
    this.#track.observe(time, this.signals);
    this.#family.observe(time, this.signals, this.#simulation.state.controls);
  }

  /** SI units and cycles; forward is positive. */
  read(): Record<string, number | null> {
    return { ...this.#track.read(), ...this.#family.read() };
  }
}
