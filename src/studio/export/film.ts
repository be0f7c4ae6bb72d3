/** Films of a run, drawn picture by picture: as many as were asked for, each at its own moment, however slow the machine. */
import type { RunScript } from '../../engine/sim/replay.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { replayPictures } from './replay-worker.ts';
import { ExportCanvas, type ExportCanvasLook } from './export-canvas.ts';

export interface FilmPlan {
  readonly script: RunScript;
  /** Simulated seconds at which it begins. */
  readonly from: number;
  readonly fps: number;
  /** Number of pictures. */
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly look: ExportCanvasLook;
  /** Sets colours and camera, once the animal is there. */
  readonly prepare: (exportCanvas: ExportCanvas, layout: FrameLayout) => void;
}

/** Pictures in a stretch of time; at least one. */
export function countPictures(from: number, to: number, fps: number): number {
  return Math.max(1, Math.round((to - from) * fps));
}

/** Codecs take sides of an even number of pixels. */
export function makeEven(pixels: number): number {
  return Math.max(2, 2 * Math.round(pixels / 2));
}

/** Takes the picture on the canvas; the next is drawn when it has done so. */
export type TakePicture = (index: number) => Promise<void>;

/** `open` is asked before the first picture, because a canvas keeps one only until something else happens. */
export async function drawFilm(
  plan: FilmPlan,
  signal: AbortSignal,
  open: (exportCanvas: ExportCanvas) => Promise<TakePicture>,
): Promise<void> {
  const exportCanvas = new ExportCanvas({ width: plan.width, height: plan.height, ratio: 1 }, plan.look);
  let index = 0;
  try {
    const take = await open(exportCanvas);
    for await (const { time, frame, pose, trail, scene } of replayPictures(plan.script, plan, signal)) {
      if (scene !== undefined) exportCanvas.setScene(scene.layout, scene.view);
      if (index === 0) plan.prepare(exportCanvas, scene!.layout);
      exportCanvas.drawNext(time, frame, pose, trail);
      await take(index);
      index += 1;
    }
  } finally {
    exportCanvas.dispose();
  }
}
