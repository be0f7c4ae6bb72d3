/**
 * `window.bestiary`: what browser tests and curious people may read. It is stable; nothing in the studio depends on it.
 *
 *   bestiary.getState()  → { animal, time, step, lastStep, playing, position: [x, y, z] m, heading rad, hash, fps,
 *                            viewUpdates, sharedMemory } of the open animal; undefined in the gallery
 *   bestiary.getFrame()  → numbers of the frame on screen, as an array
 *   bestiary.getSeen()   → left, top, width, height of the animal on the canvas, CSS pixels
 *   bestiary.locate(x, y, z) → where a point of space (m) is on the canvas
 *   bestiary.getSettings() → [path, value] of every parameter that is not as the animal has it
 *   bestiary.seek(step)  → goes to a step that has run and pauses
 *   bestiary.isKept()    → whether a reload would restore everything that was done
 *   bestiary.film(request, send) → draws a film of any creature, for `bestiary render`; best at the address #/film
 *   bestiary.pictures()  → draws single frames, for environments of other languages; there too
 */
import type { Area } from '../../viewer/camera/framing.ts';
import type { FilmMessage, FilmRequest } from '../export/film-hook.ts';
import type { MomentRequest, SceneRequest } from '../export/picture-hook.ts';
import type { Setting } from '../data/protocol.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { useStudio } from '../session/store.ts';

interface TestHook {
  getState(): TestState | undefined;
  getFrame(): number[];
  getSeen(): Area | undefined;
  locate(x: number, y: number, z: number): { readonly x: number; readonly y: number } | undefined;
  getSettings(): readonly Setting[];
  seek(step: number): void;
  isKept(): boolean;
  film(request: FilmRequest, send: (message: FilmMessage) => void): Promise<string>;
  pictures(): Promise<{ open(request: SceneRequest): string; draw(request: MomentRequest): string }>;
}

interface TestState {
  readonly animal: string;
  readonly time: number;
  readonly step: number;
  readonly lastStep: number;
  readonly playing: boolean;
  readonly position: readonly [number, number, number];
  readonly heading: number;
  /** Hash of the state on screen, while paused. */
  readonly hash: string | undefined;
  readonly fps: number;
  readonly viewUpdates: number;
  readonly sharedMemory: boolean;
}

declare global {
  interface Window {
    bestiary?: TestHook;
  }
}

let controller: StudioController | undefined;

/** Tells the hook which animal is open. */
export function setHookedController(open: StudioController | undefined): void {
  controller = open;
}

export function installTestHook(): void {
  window.bestiary = {
    getState: () => {
      const { info, status } = useStudio.getState();
      const meta = controller?.session.meta;
      if (controller === undefined || info === undefined || status === undefined || meta === undefined)
        return undefined;
      return {
        animal: info.animal,
        // Of the frame on screen, as place and heading are.
        time: meta.step * info.dt,
        step: meta.step,
        lastStep: status.lastStep,
        playing: status.playing,
        position: [meta.x, meta.y, meta.z],
        heading: meta.heading,
        // A frame in shared memory is there before the status of its step.
        hash: status.step === meta.step ? status.hash : undefined,
        fps: controller.picture.fps,
        viewUpdates: controller.viewer?.updates ?? 0,
        sharedMemory: controller.session.sharedMemory,
      };
    },
    getFrame: () => [...(controller?.session.frame ?? [])],
    getSeen: () => controller?.viewer?.seen,
    locate: (x, y, z) => controller?.viewer?.locate(x, y, z),
    getSettings: () => controller?.listSettings() ?? [],
    seek: (step) => controller?.seek(step),
    isKept: () => controller?.keeper?.isKept ?? false,
    film: async (request, send) => (await import('../export/film-hook.ts')).film(request, send),
    pictures: () => import('../export/picture-hook.ts'),
  };
}
