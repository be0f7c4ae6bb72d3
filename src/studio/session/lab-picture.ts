/**
 * The picture of the open animal: what it shows of the run, from where and in which colours, and the plots that are painted in turn
 * with it. Nothing per frame goes through React.
 */
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import type { Pose, Viewer } from '../../viewer/viewer.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { chooseWindow } from '../data/strip-model.ts';
import { Trail } from '../data/trail.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { omit } from '../data/omit.ts';
import { readParameter } from '../data/read-parameter.ts';
import { floodLayout, isFlooded } from '../live/flooding.ts';
import { LiveView } from '../live/live-view.ts';
import { chooseColouring, keepShown, listUsualSets } from '../live/look.ts';
import { startLoop } from '../live/loop.ts';
import type { Session } from '../live/session.ts';
import { lostContext } from './notices.ts';
import { PanelPainter } from './panel-painter.ts';
import { PictureBudget } from './picture-budget.ts';
import { themes, useStudio } from './store.ts';
import { listen } from '../../viewer/listen.ts';

const settleTime = 4000;
const trailInterval = 200;
/** Between two looks at what lies on the picture: milliseconds. */
const panelsInterval = 400;

/** Moves things in a frame before it is drawn, as while they are dragged. */
export type Retouch = (frame: Float32Array) => void;

/** What to draw at a moment, in place of the run. */
export type FramePreview = (now: number) => { readonly frame: Float32Array; readonly pose: Pose };

export class LabPicture {
  readonly #session: Session;
  readonly #painter = new PanelPainter(() => {
    this.wake();
  });
  readonly #trail = new Trail();
  #view: LiveView | undefined;
  #preview: FramePreview | undefined;
  #retouch: Retouch | undefined;
  #flooded = false;
  /** As it is drawn. */
  #shown: FrameLayout | undefined;
  #lastTrail = 0;
  #lastPanels = 0;
  #waterTime = 0;
  #lastLoop = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** What the animal is drawn on. */
  get view(): LiveView | undefined {
    return this.#view;
  }

  get viewer(): Viewer | undefined {
    return this.#view?.viewer;
  }

  /** Pictures per second. */
  get fps(): number {
    return this.#painter.fps;
  }

  /** Draws into a canvas until the returned function is called. */
  attach(canvas: HTMLCanvasElement): () => void {
    const view = new LiveView(canvas, { themes, settleTime });
    this.#view = view;
    const { camera } = useStudio.getState();
    if (view.problem !== undefined) useStudio.setState({ viewerProblem: view.problem });
    if (camera !== 'follow') view.viewer?.setCamera(camera);
    const { info } = this.#session;
    if (info !== undefined) this.#showLayout(info);
    const detach = listen(canvas, {
      webglcontextlost: () => useStudio.setState({ viewerProblem: lostContext }),
      webglcontextrestored: () => useStudio.setState({ viewerProblem: undefined }),
    });
    const unsubscribe = useStudio.subscribe(view.wake);
    this.#painter.restart(performance.now());
    const budget = new PictureBudget();
    const stopLoop = startLoop((now) => {
      if (budget.allows(now)) this.#draw(now, budget);
      else this.#painter.paintRest(now);
    });
    return () => {
      stopLoop();
      budget.close();
      unsubscribe();
      detach();
      view.close();
      this.#view = undefined;
    };
  }

  /** Calls a panel's painter in turn with the others while its element is on the screen; returns a function that ends it. */
  addPanel(element: Element, paint: () => void): () => void {
    return this.#painter.add(element, paint);
  }

  /** Something may have moved. */
  wake(): void {
    this.#view?.wake();
  }

  setCamera(camera: CameraMode): void {
    this.viewer?.setCamera(camera);
    useStudio.setState({ camera });
  }

  moveCamera(azimuth: number, elevation: number, zoom: number): void {
    this.viewer?.moveCamera(azimuth, elevation, zoom);
    this.wake();
  }

  setColouring(colouring: Colouring, channel: string | undefined): void {
    this.viewer?.setColouring(colouring, channel);
    useStudio.setState({ colouring, channel });
  }

  setSetShown(set: string, shown: boolean): void {
    const others = useStudio.getState().shownSets.filter((name) => name !== set);
    const shownSets = shown ? [...others, set] : others;
    useStudio.setState({ shownSets });
    this.viewer?.setShownSets(new Set(shownSets));
  }

  setPartsShown(partsShown: boolean): void {
    this.viewer?.setPartsShown(partsShown);
    useStudio.setState({ partsShown });
  }

  /** Another system; `before`: the one that was shown. */
  adopt(info: SystemInfo, before: SystemInfo | undefined): void {
    const { layout, dt } = info;
    useStudio.setState(
      before === undefined
        ? {
            window: chooseWindow(dt),
            colouring: chooseColouring(layout),
            partsShown: false,
            shownSets: listUsualSets(layout),
          }
        : { shownSets: keepShown(useStudio.getState().shownSets, before.layout, layout) },
    );
    this.#showLayout(info);
    this.wake();
  }

  #showLayout(info: SystemInfo): void {
    if (this.viewer === undefined) return;
    const state = useStudio.getState();
    const { channels } = info.layout;
    const channel = (channels.find(({ name }) => name === state.channel) ?? channels[0])?.name;
    const read = (path: string): unknown => readParameter(info, state.status?.controls, path);
    this.#flooded = isFlooded(info.layout, read);
    const layout = this.#flooded ? floodLayout(info.layout) : omit(info.layout, ['floodedBy']);
    this.#shown = layout;
    this.#view?.show({ ...info, layout }, { ...state, channel });
    useStudio.setState({ gridSpacing: this.viewer.gridSpacing, channel });
  }

  /** A control may have put the ground under water. */
  followControls(): void {
    const { info } = this.#session;
    const { status } = useStudio.getState();
    if (info?.layout.floodedBy === undefined || this.viewer === undefined) return;
    const read = (path: string): unknown => readParameter(info, status?.controls, path);
    if (isFlooded(info.layout, read) === this.#flooded) return;
    this.#showLayout(info);
    this.#showFrame();
  }

  /** Draws frames from a function of the time (milliseconds) instead of the run's, until told otherwise. */
  setPreview(preview: FramePreview | undefined): void {
    this.#preview = preview;
    if (preview === undefined) this.#showFrame();
    this.wake();
  }

  /** Changes frames before they are drawn, until told otherwise; also calls for a picture when the run stands still. */
  setRetouch(retouch: Retouch | undefined): void {
    this.#retouch = retouch;
    this.#showFrame();
    this.wake();
  }

  #showFrame(): void {
    const { meta, frame } = this.#session;
    if (meta === undefined) return;
    this.#retouch?.(frame);
    this.viewer?.applyFrame(frame, meta);
  }

  #draw(now: number, budget: PictureBudget): void {
    const isFresh = this.#session.readFrame();
    const { meta } = this.#session;
    if (meta === undefined) return;
    if (this.#preview !== undefined) {
      const { frame, pose } = this.#preview(now);
      this.viewer?.applyFrame(frame, pose);
      this.wake();
    } else if (isFresh) this.#showFrame();
    const playing = useStudio.getState().status?.playing === true;
    if (!isFresh && !playing && this.#view?.isAwake(now) !== true) {
      this.#painter.restart(now, this.#painter.fps);
      this.#painter.paintRest(now);
      return;
    }
    if (playing) this.#waterTime += Math.min(100, now - this.#lastLoop) / 1000;
    this.#lastLoop = now;
    if (now - this.#lastTrail > trailInterval) this.#showTrail(meta.step, now);
    if (now - this.#lastPanels > panelsInterval) this.#measurePanels(now);
    budget.begin(performance.now());
    this.viewer?.render(now, this.#waterTime);
    this.#painter.paintNext(now);
  }

  /** Tells the cameras what lies on the picture. */
  #measurePanels(now: number): void {
    this.#lastPanels = now;
    const canvas = this.#view?.canvas;
    if (canvas?.parentElement == null) return;
    const origin = canvas.getBoundingClientRect();
    const panels = [...canvas.parentElement.querySelectorAll('[data-panel], [data-panels] > *')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left: left - origin.left, top: top - origin.top, width, height };
    });
    this.viewer?.setPanels(panels.filter(({ width, height }) => width > 0 && height > 0));
  }

  #showTrail(step: number, now: number): void {
    this.#lastTrail = now;
    const { info, history } = this.#session;
    if (info !== undefined) this.#trail.read(this.#shown ?? info.layout, history, step);
    this.viewer?.setTrail(this.#trail.points, this.#trail.count);
  }
}
