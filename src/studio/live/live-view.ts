/** An animal on a canvas: the viewer with its size and theme, and whether there is something to draw. */
import { describeError } from '../data/describe-error.ts';
import type { View } from '../../engine/model/desc-family.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import { Viewer } from '../../viewer/viewer.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { readAt } from '../../engine/model/field-tree.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { readParameter } from '../data/read-parameter.ts';
import { floodLayout, isFlooded } from './flooding.ts';
import { chooseColouring } from './look.ts';
import type { Session } from './session.ts';
import { listen } from '../../viewer/listen.ts';

/** Where the colours of the page come from. */
export interface ThemeSource {
  read(): Theme;
  /** Returns a function that ends it. */
  watch(listener: (theme: Theme) => void): () => void;
}

export interface LiveViewOptions {
  readonly themes: ThemeSource;
  /** Pixels of the picture for one of the page, at most. */
  readonly maxPixelRatio?: number;
  /** Whether the camera follows the pointer. */
  readonly interactive?: boolean;
  /** How long a still picture is drawn after something moved, so that cameras come to rest: milliseconds. */
  readonly settleTime?: number;
}

/** Of pictures that are drawn beside others. */
export const sharedPixelRatio = 1.5;

export interface ViewSettings {
  readonly colouring: Colouring;
  readonly channel: string | undefined;
  readonly partsShown: boolean;
  /** Sets of lines and markers that are seen. */
  readonly shownSets: readonly string[];
}

export class LiveView {
  readonly canvas: HTMLCanvasElement;
  /** undefined where the browser draws no 3-D: numbers are read all the same. */
  readonly viewer: Viewer | undefined;
  readonly problem: string | undefined;
  readonly #settleTime: number;
  readonly #detach: () => void;
  #awakeUntil = 0;
  #look: Partial<ViewSettings> = {};
  #flooded = false;
  #layout: FrameLayout | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    { themes, maxPixelRatio = Infinity, interactive = true, settleTime = 0 }: LiveViewOptions,
  ) {
    this.canvas = canvas;
    this.#settleTime = settleTime;
    try {
      this.viewer = new Viewer(canvas, { theme: themes.read(), interactive });
    } catch (error) {
      this.problem = describeError(error);
    }
    const observer = new ResizeObserver(() => {
      this.viewer?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio, maxPixelRatio));
      this.wake();
    });
    observer.observe(canvas);
    const { wake } = this;
    const moves = { pointerdown: wake, pointermove: wake, wheel: wake, keydown: wake };
    const stopListening = listen(canvas, moves, { passive: true });
    const unwatch = themes.watch((theme) => {
      this.viewer?.setTheme(theme);
      this.wake();
    });
    this.#detach = () => {
      observer.disconnect();
      unwatch();
      stopListening();
    };
  }

  /** Something may have moved: draw for a while even if the run stands still. */
  readonly wake = (): void => {
    this.#awakeUntil = performance.now() + this.#settleTime;
  };

  isAwake(now: number): boolean {
    return now <= this.#awakeUntil;
  }

  /** As it is drawn. */
  get layout(): FrameLayout | undefined {
    return this.#layout;
  }

  /** The animal from now on, as it usually looks where nothing is said. */
  show({ layout, desc }: Pick<SystemInfo, 'layout' | 'desc'>, look: Partial<ViewSettings> = {}): void {
    this.#show(
      { layout, desc },
      look,
      isFlooded(layout, (path) => readAt(desc, path)),
    );
  }

  /** Live controls of a run, which may have put the ground under water since it was shown. */
  followControls({ info, meta, frame }: Session, controls: readonly number[]): void {
    if (info?.layout.floodedBy === undefined) return;
    const flooded = isFlooded(info.layout, (path) => readParameter(info, controls, path));
    if (flooded === this.#flooded) return;
    this.#show(info, this.#look, flooded);
    if (meta !== undefined) this.viewer?.applyFrame(frame, meta);
  }

  #show({ layout, desc }: Pick<SystemInfo, 'layout' | 'desc'>, look: Partial<ViewSettings>, flooded: boolean): void {
    const { viewer } = this;
    this.#look = look;
    this.#flooded = flooded;
    this.#layout = flooded ? floodLayout(layout) : layout;
    viewer?.setLayout(this.#layout);
    viewer?.setView(desc['view'] as View | undefined);
    viewer?.setColouring(look.colouring ?? chooseColouring(layout), look.channel ?? layout.channels[0]?.name);
    viewer?.setPartsShown(look.partsShown ?? false);
    viewer?.setShownSets(new Set(look.shownSets));
  }

  /** Takes over the newest frame of a run; false where it is the one that is shown. */
  update(session: Session): boolean {
    const isFresh = session.readFrame();
    if (isFresh && session.meta !== undefined) this.viewer?.applyFrame(session.frame, session.meta);
    return isFresh;
  }

  close(): void {
    this.#detach();
    this.viewer?.dispose();
  }
}
