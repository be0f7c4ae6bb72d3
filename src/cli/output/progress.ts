/** How far a run is: a bar on a terminal, now and then a line elsewhere. */
import type { Output } from '../command/command.ts';
import { formatNumber } from './layout.ts';

const barWidth = 30;
const millisecondsBetweenLines = 1000;

/** For programs that draw a bar of their own, as the Python package does: lines at every percent instead of every tenth. */
const reportsPercents = process.env['BESTIARY_PROGRESS'] === 'percent';
const lineShares = reportsPercents ? 100 : 10;
const lineGap = reportsPercents ? 100 : millisecondsBetweenLines;

export class Progress {
  readonly #output: Output | undefined;
  readonly #label: string;
  readonly #seconds: number;
  readonly #startedAt = performance.now();
  readonly #unit: string;
  #lineAt = this.#startedAt;
  #linesShown = 0;
  #drawn = false;

  /** `output` undefined is silent; `seconds` is the planned length in simulated time, or in whole `unit`s such as jobs. */
  constructor(output: Output | undefined, label: string, seconds: number, unit = 's') {
    this.#output = output;
    this.#label = label;
    this.#seconds = seconds;
    this.#unit = unit;
  }

  update(secondsDone: number): void {
    if (this.#output === undefined) return;
    if (this.#output.isTerminal) this.#draw(this.#output, secondsDone);
    else this.#print(this.#output, secondsDone);
  }

  /** Takes the bar away; results follow. */
  finish(): void {
    if (this.#drawn) this.#output?.write('\r\u001b[K');
    this.#drawn = false;
  }

  #draw(output: Output, done: number): void {
    const share = Math.min(1, done / this.#seconds);
    const filled = Math.round(share * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    const line = `${this.#label} ${bar} ${this.#describe(done)}`;
    output.write(`\r${line.slice(0, output.columns - 1)}\u001b[K`);
    this.#drawn = true;
  }

  #print(output: Output, done: number): void {
    const share = Math.floor((lineShares * done) / this.#seconds);
    const now = performance.now();
    if (share <= this.#linesShown || now - this.#lineAt < lineGap) return;
    this.#linesShown = share;
    this.#lineAt = now;
    output.write(`${this.#label}: ${this.#describe(done)}\n`);
  }

  #describe(done: number): string {
    const elapsed = (performance.now() - this.#startedAt) / 1000;
    const left = done > 0 ? Math.ceil((elapsed * (this.#seconds - done)) / done) : 0;
    const percent = Math.floor((100 * done) / this.#seconds);
    const amount = this.#unit === 's' ? done.toFixed(1) : String(done);
    return `${percent} %  ${amount} of ${formatNumber(this.#seconds)} ${this.#unit}, ${left} s left`;
  }
}

/** Shows a note on a terminal while `work` blocks the thread: the finest bodies take half a minute to set up. */
export function withNote<T>(output: Output | undefined, note: string, work: () => T): T {
  if (output?.isTerminal !== true) return work();
  output.write(`\r${note.slice(0, output.columns - 1)}`);
  try {
    return work();
  } finally {
    output.write('\r\u001b[K');
  }
}
