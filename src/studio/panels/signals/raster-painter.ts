/**
 * Paints a raster (row × time, bands one below the other) into a canvas. One column per step lives in a ring as wide as
 * the window; only columns that are new or changed are painted, and the canvas shows two slices of the ring.
 */
import { createSideMap, diverging, viridis } from '../../../viewer/surfaces/colour-map.ts';
import type { Theme } from '../../../viewer/surfaces/palette.ts';
import type { RasterBand, RasterSource } from '../../data/strip-model.ts';
import type { SignalHistory, SignalPlace } from '../../data/signal-history.ts';

/** Colours of a band: 256 RGBA entries, and how a number becomes an entry. */
interface BandColours {
  readonly map: Uint8Array;
  readonly low: number;
  readonly scale: number;
}

/** What lies behind everything, and where nothing is known. */
function getRasterGround(theme: Theme): readonly [number, number, number] {
  return theme === 'dark' ? [9, 18, 24] : [250, 252, 252];
}

export class RasterPainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #source: RasterSource;
  readonly #colours: readonly BandColours[];
  readonly #ground: readonly [number, number, number];
  readonly #rows: number;
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
    this.#ground = getRasterGround(theme);
    this.#colours = source.bands.map((band) => createColours(source, band, theme));
    this.#rows = source.bands.reduce((sum, { rows }) => sum + rows, 0);
    this.#ring = new OffscreenCanvas(columns, this.#rows);
    this.#ringContext = this.#ring.getContext('2d', { alpha: false, willReadFrequently: true })!;
    this.#painted = new Int32Array(columns).fill(-1);
    this.clear();
  }

  /** Nothing is known yet; a canvas of another size is black. */
  clear(): void {
    this.#context.fillStyle = `rgb(${this.#ground.join(' ')})`;
    this.#context.fillRect(0, 0, this.#context.canvas.width, this.#context.canvas.height);
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
    const width = last - from + 1;
    const image = this.#ringContext.createImageData(width, this.#rows);
    let top = 0;
    this.#source.bands.forEach((band, i) => {
      const place = history.places.get(band.signal)!;
      for (let step = from; step <= last; step++) {
        const known = this.#paintColumn(image, history, place, i, step, top, step - from);
        // A step that has not run stays unpainted, so that it is looked at again.
        this.#painted[step % this.#columns] = known ? step : -1;
      }
      top += band.rows;
    });
    this.#ringContext.putImageData(image, from % this.#columns, 0);
  }

  #paintColumn(
    image: ImageData,
    history: SignalHistory,
    place: SignalPlace,
    index: number,
    step: number,
    top: number,
    column: number,
  ): boolean {
    const { first, rows } = this.#source.bands[index]!;
    const { map, low, scale } = this.#colours[index]!;
    const bytes = place.detail ? history.readBytes(place, step) : undefined;
    const known = place.detail ? bytes !== undefined : !Number.isNaN(history.read(place, step, first));
    for (let row = 0; row < rows; row++) {
      const at = 4 * ((top + row) * image.width + column);
      const entry = !known
        ? -1
        : bytes !== undefined
          ? bytes[first + row]!
          : (history.read(place, step, first + row) - low) * scale;
      const colour = 4 * Math.min(255, Math.max(0, Math.round(entry)));
      const blank = entry < 0 && (!known || this.#source.colours === 'categories');
      for (let k = 0; k < 3; k++) image.data[at + k] = blank ? this.#ground[k]! : map[colour + k]!;
      image.data[at + 3] = 255;
    }
    return known;
  }

  #show(first: number, last: number): void {
    const { canvas } = this.#context;
    const { bands } = this.#source;
    const gap = Math.max(2, Math.round(canvas.height * 0.02));
    const rowHeight = (canvas.height - gap * (bands.length - 1)) / this.#rows;
    const scale = canvas.width / (last - first + 1);
    this.#context.imageSmoothingEnabled = false;
    this.clear();
    const begin = Math.max(0, last - this.#columns + 1, first);
    const split = begin - (begin % this.#columns) + this.#columns;
    for (const [a, b] of [
      [begin, Math.min(last, split - 1)],
      [split, last],
    ] as const) {
      if (b < a) continue;
      let [row, y] = [0, 0];
      for (const { rows } of bands) {
        this.#context.drawImage(
          this.#ring,
          a % this.#columns,
          row,
          b - a + 1,
          rows,
          (a - first) * scale,
          y,
          (b - a + 1) * scale,
          rows * rowHeight,
        );
        row += rows;
        y += rows * rowHeight + gap;
      }
    }
  }
}

function createColours(source: RasterSource, band: RasterBand, theme: Theme): BandColours {
  const [low, high] = source.range;
  if (source.colours === 'categories') return { map: createCategoryMap(source), low: 0, scale: 1 };
  const map =
    source.colours === 'diverging'
      ? diverging
      : source.colours === 'side'
        ? createSideMap(band.side ?? 'left', theme)
        : viridis;
  return { map, low, scale: 255 / (high - low) };
}

function createCategoryMap({ categories }: RasterSource): Uint8Array {
  const map = new Uint8Array(4 * 256);
  categories.forEach(({ colour }, i) => {
    for (let k = 0; k < 3; k++) map[4 * i + k] = parseInt(colour.slice(1 + 2 * k, 3 + 2 * k), 16);
  });
  return map;
}
