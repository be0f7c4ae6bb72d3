/**
 * What `bestiary render` asks of a page: a film of any description, by the code of the dialog. Pictures and bytes go out through
 * a function that the program puts into the page, in base64, because a pipe of JSON lies between them.
 */
import type { FrameLayout } from '../../engine/contract/frame.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import type { Viewer } from '../../viewer/viewer.ts';
import { chooseColouring, listUsualSets } from '../live/look.ts';
import { encodeBase64 } from './base64.ts';
import { drawFilm, type FilmPlan } from './film.ts';
import type { Quality } from './export-canvas.ts';

export interface FilmRequest {
  readonly desc: AnimalDesc;
  readonly seed: number;
  /** What was changed on the way. */
  readonly changes: RunScript['changes'];
  /** Simulated seconds at which it begins. */
  readonly from: number;
  readonly fps: number;
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly camera: CameraMode;
  readonly theme: Theme;
  readonly scaleBar?: boolean;
  readonly quality?: Quality;
  /** Without a grid and other lines on the ground, as a poster is. */
  readonly poster?: boolean;
  readonly out: 'mp4' | 'webm' | 'frames';
}

/** done: pictures that are ready. */
export type FilmMessage =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'picture'; readonly index: number; readonly data: string }
  | { readonly kind: 'bytes'; readonly data: string };

/** Bytes of a message; a multiple of three, so that pieces of base64 join. */
const pieceLength = 3 * 200_000;

/** Resolves when everything is sent, to the name of the codec. */
export async function film(request: FilmRequest, send: (message: FilmMessage) => void): Promise<string> {
  const {
    desc,
    seed,
    changes,
    from,
    fps,
    count,
    width,
    height,
    camera,
    theme,
    scaleBar = false,
    quality,
    poster = false,
    out,
  } = request;
  const plan: FilmPlan = {
    script: { desc, seed, step: 0, changes },
    from,
    fps,
    count,
    width,
    height,
    look: { theme, scaleBar, quality },
    prepare: ({ viewer }, layout) => {
      prepareView(viewer, layout, camera);
      viewer.setMeasured(!poster);
    },
  };
  const { signal } = new AbortController();
  if (out === 'frames') {
    await drawFilm(plan, signal, (exportCanvas) =>
      Promise.resolve(async (index) => {
        const bytes = new Uint8Array(await (await exportCanvas.createPng()).arrayBuffer());
        send({ kind: 'picture', index, data: encodeBase64(bytes) });
      }),
    );
    return 'PNG';
  }
  const { chooseFilmKind, encodeFilm } = await import('./encode-film.ts');
  const kind = await chooseFilmKind(width, height, out);
  if (kind === undefined) throw new Error(`cannot-encode: ${out}`);
  const bytes = await encodeFilm(plan, kind, signal, (share) => {
    send({ kind: 'progress', done: Math.round(share * count) });
  });
  for (let at = 0; at < bytes.length; at += pieceLength)
    send({ kind: 'bytes', data: encodeBase64(bytes.subarray(at, at + pieceLength)) });
  return kind.name;
}

/** As an animal looks when the studio opens it. */
export function prepareView(viewer: Viewer, layout: FrameLayout, camera: CameraMode): void {
  viewer.setColouring(chooseColouring(layout), layout.channels[0]?.name);
  viewer.setShownSets(new Set(listUsualSets(layout)));
  if (camera !== 'follow') viewer.setCamera(camera);
}
