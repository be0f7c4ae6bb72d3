/** Runs of the worm for tests: settings in, distances and metrics out. */
import { describeWorm } from '../../animals/worm/desc.ts';
import { applySettings } from '../../engine/families/descriptions.ts';
import { RunMetrics } from '../../engine/sim/run-metrics.ts';
import { Simulation } from '../../engine/sim/simulation.ts';

export interface WormRun {
  readonly simulation: Simulation;
  readonly metrics: Record<string, number | null>;
  /** Place (mm), heading (rad) and time at each whole multiple of `every` seconds. */
  readonly track: readonly { t: number; x: number; y: number; heading: number }[];
  /** Largest value each signal reached, by name. */
  readonly largest: Readonly<Record<string, number>>;
}

export interface WormRunOptions {
  readonly seconds: number;
  /** s between two entries of the track. */
  readonly every?: number;
  readonly settings?: readonly string[];
  readonly seed?: number;
}

export function createWorm(settings: readonly string[] = [], seed = 1): Simulation {
  return new Simulation(applySettings(describeWorm(), settings), { seed });
}

export function runWorm({ seconds, every = 1, settings = [], seed = 1 }: WormRunOptions): WormRun {
  const simulation = createWorm(settings, seed);
  const metrics = new RunMetrics(simulation, seconds);
  const { dt, signals } = simulation.system;
  const track: { t: number; x: number; y: number; heading: number }[] = [];
  const largest: Record<string, number> = {};
  const observe = (step: number): void => {
    metrics.observe();
    for (const { name } of signals) {
      const value = metrics.signals[simulation.signalOffsets[name]!]!;
      largest[name] = Math.max(largest[name] ?? -Infinity, Math.abs(value));
    }
    const entries = (step * dt) / every;
    if (Math.abs(entries - Math.round(entries)) > 1e-6) return;
    const [x, y, , heading] = metrics.signals;
    track.push({ t: step * dt, x: 1e3 * x!, y: 1e3 * y!, heading: heading! });
  };
  observe(0);
  for (let step = 1; step <= Math.round(seconds / dt); step++) {
    simulation.step();
    observe(step);
  }
  return { simulation, metrics: metrics.read(), track, largest };
}

/** mm/s from one entry of the track to another, along the line between them; negative when it lies behind. */
export function computeNetSpeed({ track }: WormRun, from: number, to: number): number {
  const [a, b] = [track.find(({ t }) => Math.abs(t - from) < 1e-6)!, track.find(({ t }) => Math.abs(t - to) < 1e-6)!];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const ahead = dx * Math.cos(a.heading) + dy * Math.sin(a.heading);
  return (Math.sign(ahead) * Math.hypot(dx, dy)) / (to - from);
}
