/**
 * Does each foot come down in the print of the leg before it? [Karpovich: Scolopendra cingulata does, on the ground.] No
 * parameter of an animal enters: the distance to the nearest print is measured in strides of the leg itself, so that random
 * prints give 0.25 and reused prints give 0.
 */
import { hypot } from '../../engine/math/portable.ts';

export interface Footprints {
  /** Mean distance to the nearest print of the leg before, in strides; null before a foot has come down twice. */
  readonly offset: number | null;
  readonly steps: number;
  /** Where the left feet came down, in the model's unit, a centimetre. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Stored prints of a leg: those within reach of the leg behind it. */
const rememberedPrints = 8;

export class FootprintMeter {
  readonly #ahead: Int32Array;
  readonly #from: number;
  readonly #onsets: Float64Array;
  readonly #prints: { x: number; y: number }[][];
  readonly #xs: number[] = [];
  readonly #ys: number[] = [];
  #sum = 0;
  #steps = 0;

  /** `ahead[leg]`: the leg in front of each on its side, −1 for none. Steps count from this time on. */
  constructor(ahead: Int32Array, from: number) {
    this.#ahead = ahead;
    this.#from = from;
    this.#onsets = new Float64Array(ahead.length).fill(-1);
    this.#prints = Array.from(ahead, () => []);
  }

  /** `onsets[leg]`: when each leg last came to stand; `tips`: where, xyz. */
  observe(time: number, onsets: ArrayLike<number>, tips: ArrayLike<number>): void {
    for (let leg = 0; leg < this.#onsets.length; leg++) {
      const onset = onsets[leg]!;
      if (onset < 0 || onset === this.#onsets[leg]) continue;
      this.#onsets[leg] = onset;
      this.#addStep(leg, tips[3 * leg]!, tips[3 * leg + 1]!, time >= this.#from);
    }
  }

  #addStep(leg: number, x: number, y: number, counts: boolean): void {
    const own = this.#prints[leg]!;
    const last = own.at(-1);
    const ahead = this.#ahead[leg]!;
    if (counts && leg % 2 === 0) {
      this.#xs.push(x);
      this.#ys.push(y);
    }
    if (counts && ahead >= 0 && last !== undefined) {
      const stride = hypot(x - last.x, y - last.y);
      const nearest = Math.min(...this.#prints[ahead]!.map((print) => hypot(x - print.x, y - print.y)));
      if (stride > 0 && nearest < Infinity) {
        this.#sum += nearest / stride;
        this.#steps += 1;
      }
    }
    own.push({ x, y });
    if (own.length > rememberedPrints) own.shift();
  }

  read(): Footprints {
    return {
      offset: this.#steps === 0 ? null : this.#sum / this.#steps,
      steps: this.#steps,
      xs: this.#xs,
      ys: this.#ys,
    };
  }
}
