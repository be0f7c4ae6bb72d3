/** A canvas beside the page on which pictures to keep are drawn: no panels, no tools, as many pixels as are asked for. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { paintScaleBar } from '../../viewer/scale-bar.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import { type Pose, Viewer } from '../../viewer/viewer.ts';
import type { SignalHistory } from '../data/signal-history.ts';
import { Trail } from '../data/trail.ts';

export interface ExportCanvasSize {
  /** As on a page, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for each of them, along a side. */
  readonly ratio: number;
}

export interface ExportCanvasLook {
  readonly theme: Theme;
  /** Whether the pictures have a scale bar. */
  readonly scaleBar: boolean;
  readonly quality?: Quality | undefined;
}

/** draft: for machines without a graphics card. best: for those with one. */
export type Quality = 'draft' | 'normal' | 'best';

/** Pixels that are drawn for each of the picture, along a side; and whether edges are smoothed, which costs four times as much. */
const qualities: Readonly<Record<Quality, { readonly detail: number; readonly antialias: boolean }>> = {
  draft: { detail: 0.5, antialias: false },
  normal: { detail: 1, antialias: true },
  best: { detail: 2, antialias: true },
};

export class ExportCanvas {
  /** What is kept. */
  readonly canvas: HTMLCanvasElement;
  readonly viewer: Viewer;
  readonly #drawn = document.createElement('canvas');
  /** What the picture is copied to, where something is written on it or it is drawn with other pixels. */
  readonly #flat: CanvasRenderingContext2D | undefined;
  readonly #theme: Theme;
  readonly #ratio: number;
  readonly #hasScaleBar: boolean;
  readonly #trail = new Trail();

  /** Throws an Error in words where the graphics card has no memory for so large a picture. */
  constructor({ width, height, ratio }: ExportCanvasSize, { theme, scaleBar, quality = 'normal' }: ExportCanvasLook) {
    const { detail, antialias } = qualities[quality];
    this.viewer = new Viewer(this.#drawn, { theme, interactive: false, still: true, antialias });
    this.viewer.resize(width, height, ratio * detail);
    this.#theme = theme;
    this.#ratio = ratio;
    const [across, down] = [Math.floor(width * ratio), Math.floor(height * ratio)];
    this.#flat = scaleBar || detail !== 1 ? createFlat(across, down) : undefined;
    this.#hasScaleBar = scaleBar;
    this.canvas = this.#flat?.canvas ?? this.#drawn;
    const context = this.#drawn.getContext('webgl2');
    const drawn = [context?.drawingBufferWidth ?? 0, context?.drawingBufferHeight ?? 0] as const;
    if (drawn[0] >= this.#drawn.width && drawn[1] >= this.#drawn.height) return;
    const asked = `${this.#drawn.width} × ${this.#drawn.height}`;
    this.dispose();
    throw new Error(
      `This graphics card draws at most ${drawn.join(' × ')} pixels, not ${asked}. Choose a smaller size${quality === 'best' ? ', or less quality' : ''}.`,
    );
  }

  setScene(layout: FrameLayout, view: View | undefined): void {
    this.viewer.setLayout(layout);
    this.viewer.setView(view);
  }

  /** The path up to a step of a run that has a history. */
  readTrail(layout: FrameLayout, history: SignalHistory | undefined, step: number): void {
    this.#trail.read(layout, history, step);
    this.viewer.setTrail(this.#trail.points, this.#trail.count);
  }

  /** Draws the animal at a moment of its run: cameras and water move by that clock, not by ours. */
  draw(seconds: number, frame: Float32Array, pose: Pose): void {
    this.viewer.applyFrame(frame, pose);
    this.viewer.render(1000 * seconds, seconds);
    if (this.#flat === undefined) return;
    this.#flat.drawImage(this.#drawn, 0, 0, this.canvas.width, this.canvas.height);
    if (this.#hasScaleBar) paintScaleBar(this.#flat, this.viewer.scaleBar!, this.#theme, this.#ratio);
  }

  /** The same with more of the path: x, y pairs. */
  drawNext(seconds: number, frame: Float32Array, pose: Pose, path: readonly number[]): void {
    for (let at = 0; at < path.length; at += 2) this.#trail.add(path[at]!, path[at + 1]!);
    this.viewer.setTrail(this.#trail.points, this.#trail.count);
    this.draw(seconds, frame, pose);
  }

  /** What was just drawn; to be called before anything else happens. */
  createPng(): Promise<Blob> {
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => {
        if (blob === null)
          reject(new Error('The browser made no picture: it may be too large. Choose a smaller size.'));
        else resolve(blob);
      }, 'image/png');
    });
  }

  dispose(): void {
    this.viewer.dispose();
  }
}

function createFlat(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('The browser has no memory for so large a picture. Choose a smaller size.');
  return context;
}
