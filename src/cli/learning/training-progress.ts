/** How a training goes: one live line on a terminal, now and then a line elsewhere. */
import type { TrainingProgress } from '../../node/learning/run-training.ts';
import type { Output } from '../command/command.ts';
import { formatNumber } from '../output/layout.ts';

const millisecondsBetweenLines = 5000;

/** Infos that are worth a place on the line, with what they are called there. */
const shown: readonly { readonly info: string; readonly print: (value: number) => string }[] = [
  { info: 'meanAngle', print: (value) => `angle ${value.toFixed(1)}°` },
];

export interface TrainingLimits {
  readonly updates: number;
  readonly seconds: number;
}

export class TrainingDisplay {
  readonly #output: Output | undefined;
  readonly #label: string;
  readonly #limits: TrainingLimits;
  #lineAt = -Infinity;
  #drawn = false;

  /** `output` undefined is silent. */
  constructor(output: Output | undefined, label: string, limits: TrainingLimits) {
    this.#output = output;
    this.#label = label;
    this.#limits = limits;
  }

  update(progress: TrainingProgress): void {
    if (this.#output === undefined) return;
    const line = `${this.#label}: ${formatProgress(progress, this.#limits)}`;
    if (this.#output.isTerminal) {
      this.#output.write(`\r${line.slice(0, this.#output.columns - 1)}\u001b[K`);
      this.#drawn = true;
      return;
    }
    const now = performance.now();
    if (now - this.#lineAt < millisecondsBetweenLines) return;
    this.#lineAt = now;
    this.#output.write(`${line}\n`);
  }

  /** Takes the line away; results follow. */
  finish(): void {
    if (this.#drawn) this.#output?.write('\r\u001b[K');
    this.#drawn = false;
  }
}

function formatProgress(progress: TrainingProgress, limits: TrainingLimits): string {
  const { updates, transitions, meanReturn, infos, transitionsPerSecond } = progress;
  return [
    `update ${updates}`,
    meanReturn === undefined ? 'no episode yet' : `return ${formatNumber(meanReturn)}`,
    ...shown.flatMap(({ info, print }) => (infos[info] === undefined ? [] : [print(infos[info])])),
    `${transitions} transitions, ${formatNumber(transitionsPerSecond)} a second`,
    `${formatTime(estimateSecondsLeft(progress, limits))} left`,
  ].join('  ');
}

function estimateSecondsLeft(progress: TrainingProgress, limits: TrainingLimits): number {
  const { sessionSeconds, sessionUpdates, updates } = progress;
  const each = sessionSeconds / Math.max(1, sessionUpdates);
  return Math.max(0, Math.min(limits.seconds - sessionSeconds, (limits.updates - updates) * each));
}

/** Minutes and seconds. */
function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
