/** The metrics of a run: those of every animal and those of its family, from the signals, with constant memory. */
import type { FamilyMetrics } from '../contract/types.ts';
import type { Simulation } from './simulation.ts';
import { TrackAccumulator } from '../math/meters/track-metrics.ts';

export class RunMetrics {
  readonly #simulation: Simulation;
  readonly #track: TrackAccumulator;
  readonly #family: FamilyMetrics;
  /** Signals of the last observed step, without the details. */
  readonly signals: Float64Array;

  /** `seconds` is the planned length: means are taken over its second half. */
  constructor(simulation: Simulation, seconds: number) {
    this.#simulation = simulation;
    this.#track = new TrackAccumulator(simulation.system.bodyLength, seconds);
    this.#family = simulation.createFamilyMetrics(seconds);
    this.signals = new Float64Array(simulation.coreSignalLength);
  }

  /** Call once at the start and after every step. */
  observe(): void {
    this.#simulation.writeSignals(this.signals);
    this.#track.observe(this.#simulation.time, this.signals);
    this.#family.observe(this.#simulation.time, this.signals);
  }

  /** SI units and cycles; forward is positive. */
  read(): Record<string, number | null> {
    return { ...this.#track.read(), ...this.#family.read() };
  }
}
