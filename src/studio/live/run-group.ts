/** Several runs at the same simulated time, drawn in turn: workers that run ahead wait for the slowest. */
import type { LiveRun } from './live-run.ts';
import { startLoop } from './loop.ts';

/** Seconds of simulated time that one run may be ahead of another. */
const longestLead = 0.12;
const syncInterval = 60;

/** The part of a run that is kept together with others. */
type GroupedRun = Pick<LiveRun, 'time' | 'problem'> & { readonly session: Pick<LiveRun['session'], 'play' | 'pause'> };

export interface RunGroupEvents<R> {
  /** One picture after the other: all at once would leave the workers nothing. */
  draw(run: R, now: number): void;
  /** All runs have come to a time. */
  readonly onTime?: (time: number) => void;
  /** Called every `readInterval` milliseconds. */
  readonly onRead: () => void;
  readonly readInterval: number;
}

export class RunGroup<R extends GroupedRun> {
  readonly runs: readonly R[];
  readonly #events: RunGroupEvents<R>;
  readonly #playing = new Set<R>();
  readonly #stop: () => void;
  #isPlaying = true;
  /** Simulated seconds at which the runs stop by themselves. */
  end: number;
  #next = 0;

  constructor(runs: readonly R[], events: RunGroupEvents<R>, end = Infinity) {
    this.runs = runs;
    this.end = end;
    this.#events = events;
    const timers = [setInterval(this.#keepTogether, syncInterval), setInterval(events.onRead, events.readInterval)];
    const stopLoop = startLoop((now) => {
      this.#next = (this.#next + 1) % runs.length;
      events.draw(runs[this.#next]!, now);
    });
    this.#stop = () => {
      stopLoop();
      for (const timer of timers) clearInterval(timer);
    };
  }

  setPlaying(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    this.#keepTogether();
  }

  close(): void {
    this.#stop();
  }

  readonly #keepTogether = (): void => {
    const good = this.runs.filter(({ problem }) => problem === undefined);
    const slowest = Math.min(...good.map(({ time }) => time));
    for (const run of good) {
      const isWanted = this.#isPlaying && run.time < this.end && run.time - slowest <= longestLead;
      if (isWanted === this.#playing.has(run)) continue;
      if (isWanted) {
        this.#playing.add(run);
        run.session.play();
      } else {
        this.#playing.delete(run);
        run.session.pause();
      }
    }
    this.#events.onTime?.(slowest);
  };
}
