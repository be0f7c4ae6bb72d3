/**
 * Paints a raster (row × time, left side above right side) into a canvas. One column per step lives in a ring as wide as
 * the window; only columns that are new or changed are painted, and the canvas shows two slices of the ring.
 */
import { createSideMap } from '../../viewer/colour-map.ts';
import type { Theme } from '../../viewer/palette.ts';
import type { RasterSource } from './strip-model.ts';
import type { SignalHistory } from './signal-history.ts';

export class RasterPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #source: RasterSource;
  readonly #maps: readonly [Uint8Array, Uint8Array];
  readonly #ring: OffscreenCanvas;
  readonly #ringContext: OffscreenCanvasRenderingContext2D;
  readonly #columns: number;
  /** Which step each column of the ring shows; −1 for none. */
  readonly #painted: Int32Array;
  #history: SignalHistory | undefined;
  #truncations = -1;

  constructor(canvas: HTMLCanvasElement, source: RasterSource, columns: number, theme: Theme) {
    this.#context = canvas.getContext('2d', { alpha: false, willReadFrequently: true })!;
    this.#source = source;
    this.#columns = columns;
    this.#maps = [createSideMap('left', theme), createSideMap('right', theme)];
    this.#ring = new OffscreenCanvas(columns, 2 * source.rows);
    this.#ringContext = this.#ring.getContext('2d', { alpha: false, willReadFrequently: true })!;
    this.#painted = new Int32Array(columns).fill(-1);
  }

  /** Shows the steps from `first` (may be negative: empty) to `last`. */
  paint(history: SignalHistory, first: number, last: number): void {
    if (history !== this.#history || history.truncations !== this.#truncations) {
      this.#history = history;
      this.#truncations = history.truncations;
      this.#painted.fill(-1);
    }
    const from = Math.max(0, last - this.#columns + 1, first);
    this.#paintNewColumns(history, from, last);
    this.#show(first, last);
  }

  #paintNewColumns(history: SignalHistory, from: number, last: number): void {
    let step = from;
    while (step <= last) {
      if (this.#painted[step % this.#columns] === step) {
        step += 1;
        continue;
      }
      let end = step;
      while (end < last && (end + 1) % this.#columns !== 0 && this.#painted[(end + 1) % this.#columns] !== end + 1)
        end += 1;
      this.#paintColumns(history, step, end);
      step = end + 1;
    }
  }

  #paintColumns(history: SignalHistory, from: number, last: number): void {
    const { rows } = this.#source;
    const width = last - from + 1;
    const image = this.#ringContext.createImageData(width, 2 * rows);
    for (const [side, name] of [this.#source.left, this.#source.right].entries()) {
      const place = history.places.get(name)!;
      const map = this.#maps[side]!;
      for (let step = from; step <= last; step++) {
        const bytes = history.readBytes(place, step);
        for (let row = 0; row < rows; row++) {
          const colour = 4 * (bytes?.[row] ?? 0);
          const at = 4 * ((side * rows + row) * width + step - from);
          for (let k = 0; k < 4; k++) image.data[at + k] = map[colour + k]!;
        }
        // A step that has not run stays unpainted, so that it is looked at again.
        this.#painted[step % this.#columns] = bytes === undefined ? -1 : step;
      }
    }
    this.#ringContext.putImageData(image, from % this.#columns, 0);
  }

  #show(first: number, last: number): void {
    const { canvas } = this.#context;
    const { rows } = this.#source;
    const gap = Math.max(2, Math.round(canvas.height * 0.02));
    const height = (canvas.height - gap) / 2;
    const scale = canvas.width / (last - first + 1);
    this.#context.imageSmoothingEnabled = false;
    const ground = this.#maps[0];
    this.#context.fillStyle = `rgb(${ground[0]!} ${ground[1]!} ${ground[2]!})`;
    this.#context.fillRect(0, 0, canvas.width, canvas.height);
    const begin = Math.max(0, last - this.#columns + 1, first);
    const split = begin - (begin % this.#columns) + this.#columns;
    for (const [a, b] of [
      [begin, Math.min(last, split - 1)],
      [split, last],
    ] as const) {
      if (b < a) continue;
      for (const side of [0, 1]) {
        this.#context.drawImage(
          this.#ring,
          a % this.#columns,
          side * rows,
          b - a + 1,
          rows,
          (a - first) * scale,
          side * (height + gap),
          (b - a + 1) * scale,
          height,
        );
      }
    }
  }
}
