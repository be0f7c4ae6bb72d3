/** What an environment's `render` asks of a page: pictures of frames that another program computes, one after the other. */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { decodeJson } from '../../engine/record/bytes.ts';
import type { Pose } from '../../viewer/viewer.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { prepareView } from './film-hook.ts';
import { ExportCanvas } from './export-canvas.ts';

export interface SceneRequest {
  /** JSON of `layout` and `view`, as in recordings. */
  readonly scene: string;
  readonly width: number;
  readonly height: number;
}

export interface MomentRequest {
  readonly time: number;
  /** Numbers of a frame, in base64. */
  readonly frame: string;
  readonly pose: Pose;
}

let stage: ExportCanvas | undefined;

/** Another animal, or the same at its start again. */
export function open({ scene, width, height }: SceneRequest): string {
  stage?.dispose();
  stage = new ExportCanvas({ width, height, ratio: 1 }, { theme: 'dark', scaleBar: false });
  const bytes = Uint8Array.from(scene, (character) => character.charCodeAt(0));
  const { layout, view } = decodeJson(bytes) as { readonly layout: FrameLayout; readonly view?: View };
  stage.setScene(layout, view);
  prepareView(stage.viewer, layout, 'follow');
  return '';
}

/** Gives width × height × 3 bytes in base64, from the top left on. */
export function draw({ time, frame, pose }: MomentRequest): string {
  if (stage === undefined) throw new Error('No scene is open.');
  stage.draw(time, new Float32Array(decodeBase64(frame).buffer), pose);
  return encodeBase64(readPixels(stage.canvas));
}

function readPixels(canvas: HTMLCanvasElement): Uint8Array {
  const flat = document.createElement('canvas');
  [flat.width, flat.height] = [canvas.width, canvas.height];
  const context = flat.getContext('2d', { alpha: false, willReadFrequently: true })!;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, flat.width, flat.height);
  const pixels = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    pixels[to] = data[from]!;
    pixels[to + 1] = data[from + 1]!;
    pixels[to + 2] = data[from + 2]!;
  }
  return pixels;
}
