/** A canvas beside the page on which pictures to keep are drawn: no panels, no tools, as many pixels as are asked for. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { paintScaleBar } from '../../viewer/scale-bar.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import { type Pose, Viewer } from '../../viewer/viewer.ts';
import type { SignalHistory } from '../data/signal-history.ts';
import { Trail } from '../data/trail.ts';

export interface StageSize {
  /** As on a page, CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture for each of them, along a side. */
  readonly ratio: number;
}

export interface StageLook {
  readonly theme: Theme;
  /** Whether the pictures have a scale bar. */
  readonly scaleBar: boolean;
}

export class Stage {
  /** What is kept. */
  readonly canvas: HTMLCanvasElement;
  readonly viewer: Viewer;
  readonly #drawn = document.createElement('canvas');
  /** What the picture is copied to, where something is written on it. */
  readonly #flat: CanvasRenderingContext2D | undefined;
  readonly #theme: Theme;
  readonly #ratio: number;
  readonly #trail = new Trail();

  /** Throws an Error in words where the graphics card has no memory for so large a picture. */
  constructor({ width, height, ratio }: StageSize, { theme, scaleBar }: StageLook) {
    this.viewer = new Viewer(this.#drawn, { theme, interactive: false, still: true });
    this.viewer.resize(width, height, ratio);
    this.#theme = theme;
    this.#ratio = ratio;
    this.#flat = scaleBar ? createFlat(this.#drawn) : undefined;
    this.canvas = this.#flat?.canvas ?? this.#drawn;
    const context = this.#drawn.getContext('webgl2');
    const drawn = [context?.drawingBufferWidth ?? 0, context?.drawingBufferHeight ?? 0] as const;
    if (drawn[0] >= this.canvas.width && drawn[1] >= this.canvas.height) return;
    const asked = `${this.canvas.width} × ${this.canvas.height}`;
    this.dispose();
    throw new Error(
      `This graphics card draws at most ${drawn.join(' × ')} pixels, not ${asked}. Choose a smaller size.`,
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
    this.#flat.drawImage(this.#drawn, 0, 0);
    paintScaleBar(this.#flat, this.viewer.scaleBar!, this.#theme, this.#ratio);
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

function createFlat({ width, height }: HTMLCanvasElement): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('The browser has no memory for so large a picture. Choose a smaller size.');
  return context;
}
