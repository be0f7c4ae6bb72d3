/**
 * Pictures → a film that other programs play: H.264 in MP4 where this browser really encodes it, else VP9 or VP8 in WebM. Browsers
 * say of codecs that they have them and then fail, so that the first two pictures are encoded for a trial.
 */
import {
  BufferTarget,
  canEncodeVideo,
  CanvasSource,
  Mp4OutputFormat,
  Output,
  Quality,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { drawFilm, type FilmPlan } from './film.ts';

export interface FilmKind {
  readonly container: 'mp4' | 'webm';
  readonly codec: VideoCodec;
  /** For people. */
  readonly name: string;
}

const quality = new Quality('high');

/** Best first: what most programs play. */
const kinds: readonly FilmKind[] = [
  { container: 'mp4', codec: 'avc', name: 'MP4 (H.264)' },
  { container: 'webm', codec: 'vp9', name: 'WebM (VP9)' },
  { container: 'webm', codec: 'vp8', name: 'WebM (VP8)' },
];

interface Track {
  readonly output: Output<Mp4OutputFormat | WebMOutputFormat, BufferTarget>;
  readonly source: CanvasSource;
}

async function startTrack(kind: FilmKind, canvas: HTMLCanvasElement, fps: number): Promise<Track> {
  const output = new Output({
    format: kind.container === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(),
    target: new BufferTarget(),
  });
  const source = new CanvasSource(canvas, { codec: kind.codec, quality });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  return { output, source };
}

/** Whether this browser encodes such a film, and not only says so. */
async function canEncode(kind: FilmKind, width: number, height: number): Promise<boolean> {
  if (!(await canEncodeVideo(kind.codec, { width, height, quality }))) return false;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  try {
    const { output, source } = await startTrack(kind, canvas, 30);
    for (let index = 0; index < 2; index++) await source.add(index / 30, 1 / 30);
    await output.finalize();
    return (output.target.buffer?.byteLength ?? 0) > 0;
  } catch {
    return false;
  }
}

/** The best film that can be made here, of one container if that matters; undefined: none. */
export async function chooseFilmKind(
  width: number,
  height: number,
  container?: FilmKind['container'],
): Promise<FilmKind | undefined> {
  // Pages that came without encryption have no encoders.
  if (!('VideoEncoder' in globalThis)) return undefined;
  for (const kind of kinds)
    if ((container === undefined || kind.container === container) && (await canEncode(kind, width, height)))
      return kind;
  return undefined;
}

/** Bytes of the film. `onProgress` hears how much of it is done (0 … 1). */
export async function encodeFilm(
  plan: FilmPlan,
  kind: FilmKind,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  let track: Track | undefined;
  try {
    await drawFilm(plan, signal, async ({ canvas }) => {
      const { source } = (track = await startTrack(kind, canvas, plan.fps));
      return async (index) => {
        await source.add(index / plan.fps, 1 / plan.fps);
        onProgress((index + 1) / plan.count);
      };
    });
    await track!.output.finalize();
  } catch (error) {
    await track?.output.cancel();
    throw error;
  }
  return new Uint8Array(track!.output.target.buffer!);
}
