/**
 * Reduces the resolution on slow machines. It draws fewer pixels when frames are late, but only as long as that helps: when
 * something else is slow, the picture stays sharp.
 */
const resolutionFactors = [1, 0.8, 0.65, 0.5];
/** Pictures judged together. */
const blockLength = 40;
/** Milliseconds per frame that count as slow. */
const slowMilliseconds = 22;
/** A reduction must bring the time below this share, or it is undone. */
const worthwhileShare = 0.88;
/** Blocks to wait after a reduction that did not help. */
const waitBlocks = 12;

export class ResolutionGovernor {
  #step = 0;
  #count = 0;
  #sum = 0;
  /** Mean time before the last reduction, while it is on trial. */
  #before: number | undefined;
  #waiting = 0;

  /** Share of the full number of pixels along each side. */
  get scale(): number {
    return resolutionFactors[this.#step]!;
  }

  /** Takes note of the milliseconds since the last picture. True when the scale has changed. */
  observe(elapsed: number): boolean {
    // A pause, such as a hidden page, is no measure of speed.
    if (elapsed > 250) return false;
    this.#sum += elapsed;
    this.#count += 1;
    if (this.#count < blockLength) return false;
    const mean = this.#sum / this.#count;
    this.#sum = 0;
    this.#count = 0;
    return this.#judge(mean);
  }

  #judge(mean: number): boolean {
    if (this.#before !== undefined && mean > worthwhileShare * this.#before) {
      this.#before = undefined;
      this.#waiting = waitBlocks;
      this.#step -= 1;
      return true;
    }
    this.#before = undefined;
    this.#waiting = Math.max(0, this.#waiting - 1);
    if (mean <= slowMilliseconds || this.#waiting > 0 || this.#step + 1 >= resolutionFactors.length) return false;
    this.#before = mean;
    this.#step += 1;
    return true;
  }
}
