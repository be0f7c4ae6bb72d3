/** The address bar: parameters that a person can read, and while paused the run itself behind them. */
import { formatPermalink } from '../../engine/record/permalink.ts';
import type { Setting } from '../data/protocol.ts';
import { useStudio } from './store.ts';

/** Browsers refuse addresses that change too often: milliseconds. */
const interval = 500;
/** Characters of one value in an address: a ground shaped by hand fits, a mesh of thousands of triangles does not. */
const longestSetting = 100_000;

interface AddressSource {
  readonly seed: number;
  listSettings(): readonly Setting[];
  /** The address of the run as it stands; undefined without a run. */
  createLink(): Promise<string | undefined>;
}

export class Address {
  readonly #source: AddressSource;
  #shown = location.hash;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #toldLength = false;

  constructor(source: AddressSource) {
    this.#source = source;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  /** The address that this page had last. */
  get shown(): string {
    return this.#shown;
  }

  /** The run or its parameters may have changed. */
  touch(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#update();
    }, interval);
  }

  async #update(): Promise<void> {
    const { info, status } = useStudio.getState();
    if (info === undefined || status === undefined || status.remaking !== undefined) return;
    const settings = this.#source.listSettings();
    const kept = settings.filter(([, value]) => JSON.stringify(value).length < longestSetting);
    if (kept.length < settings.length && !this.#toldLength) {
      this.#toldLength = true;
      useStudio.setState({
        notice: 'This scene is too large for an address: save the runs or the creature file to keep it.',
      });
    }
    const stands = !status.playing && status.step > 0;
    const link = stands ? await this.#source.createLink() : undefined;
    const now = useStudio.getState().status;
    // What has moved on meanwhile comes again.
    if (stands && (now?.playing !== false || now.step !== status.step || now.branch !== status.branch)) return;
    this.#show(link ?? formatPermalink({ animal: info.animal, settings: kept, seed: this.#source.seed }));
  }

  #show(hash: string): void {
    // Another address than ours is someone on the way elsewhere: the page hears of it in a moment.
    if (location.hash !== this.#shown) return;
    if (hash !== location.hash) history.replaceState(null, '', hash);
    this.#shown = location.hash;
  }
}
