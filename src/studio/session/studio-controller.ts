/**
 * One open animal: session, viewer and the loop that brings frames to the screen. React shows the state around it and
 * calls its methods; nothing per frame goes through React.
 */
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import { NoWebGlError, type Pose, Viewer } from '../../viewer/viewer.ts';
import { createForm, type Form, isSame, listChanges, readAt } from '../data/form-model.ts';
import type { Handles } from '../../engine/contract/handles.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { View } from '../../engine/model/desc-family.ts';
import { courseHandle, type Setting, type SystemInfo } from '../data/protocol.ts';
import { listAttachmentSets } from '../../viewer/surfaces/attachments.ts';
import { chooseWindow } from '../data/strip-model.ts';
import { chooseColouring, keepShown } from './look.ts';
import { asksForLessMotion, describeFork, describeRefused, lostContext, silence, stillness } from './notices.ts';
import { Address } from './address.ts';
import type { RunKeeper } from './kept/keeper.ts';
import { planRuns } from './opening.ts';
import type { Opening } from './opening-data.ts';
import { PanelPainter } from './panel-painter.ts';
import { noRuns, useRuns } from './runs-store.ts';
import { Session, type SessionEvents } from './session.ts';
import { emptySession, useStudio } from './store.ts';
import { Trail } from './trail.ts';

/** How long a still picture keeps being drawn after something moved, so that cameras come to rest: milliseconds. */
const settleTime = 4000;
/** What keeps the runs waits until the animal moves: milliseconds. */
const keeperDelay = 300;
const trailInterval = 200;
/** Between two looks at what lies on the picture: milliseconds. */
const panelsInterval = 400;

/** Hears what became of parameters that were set. */
type SetWatcher = (path: string, problems: readonly Problem[]) => void;

/** Moves things in a frame before it is drawn, as while they are dragged. */
export type Retouch = (frame: Float32Array) => void;

/** What to draw at a moment, in place of the run. */
export type Preview = (now: number) => { readonly frame: Float32Array; readonly pose: Pose };

let opened = 0;

export class StudioController {
  /** Tells controllers of one page apart. */
  readonly id = ++opened;
  readonly session: Session;
  readonly #opening: Opening;
  readonly #reopen: (opening: Opening) => void;
  readonly #address: Address;
  #keeper: RunKeeper | undefined;
  #closed = false;
  readonly #painter = new PanelPainter(() => {
    this.wake();
  });
  readonly #setWatchers = new Set<SetWatcher>();
  readonly #trail = new Trail();
  #form: Form | undefined;
  #viewer: Viewer | undefined;
  #canvas: HTMLCanvasElement | undefined;
  #preview: Preview | undefined;
  #retouch: Retouch | undefined;
  #request = 0;
  #awakeUntil = 0;
  #lastTrail = 0;
  #lastPanels = 0;
  #waterTime = 0;
  #lastLoop = 0;

  /** `reopen` puts another controller in the place of this one. */
  constructor(opening: Opening, reopen: (opening: Opening) => void) {
    this.#opening = opening;
    this.#reopen = reopen;
    useStudio.setState({ ...emptySession, notice: opening.said });
    useRuns.setState(noRuns);
    this.#address = new Address({
      seed: opening.seed,
      listSettings: () => this.listSettings(),
      createLink: async () => (await this.getKeeper()).createLink(),
    });
    const { kept } = opening;
    this.session = new Session(opening.animal, opening.settings, opening.seed, this.#createEvents(), planRuns(kept));
    if (kept !== undefined) return;
    if (!asksForLessMotion()) this.session.play();
    else useStudio.setState({ notice: stillness });
  }

  #createEvents(): SessionEvents {
    return {
      onSystem: (info) => {
        this.#adopt(info);
      },
      onStatus: (status) => {
        const { info } = useStudio.getState();
        if (status.generation !== info?.generation) return;
        useStudio.setState({ status });
        this.wake();
        this.#address.touch();
      },
      onFailure: (failure) => {
        useStudio.setState({ failure });
        this.wake();
      },
      onRefused: (problems) => {
        useStudio.setState({ notice: describeRefused(problems) });
      },
      onSet: (path, problems) => {
        for (const watch of this.#setWatchers) watch(path, problems);
        this.#keeper?.noteAnswer(path, problems.length > 0);
        const others = Object.entries(useStudio.getState().problems).filter(([other]) => other !== path);
        useStudio.setState({
          problems: Object.fromEntries(problems.length === 0 ? others : [...others, [path, problems]]),
        });
      },
      onSilence: (silent) => {
        if (silent) useStudio.setState({ failure: silence });
        else if (useStudio.getState().failure === silence) useStudio.setState({ failure: undefined });
      },
      onFork: (step) => {
        useStudio.setState({ notice: describeFork(step * (this.session.info?.dt ?? 0)) });
      },
      onBranch: (note) => {
        this.#useKeeper((keeper) => {
          keeper.noteBranch(note);
        });
      },
      onRemade: (comparison) => {
        this.#useKeeper((keeper) => {
          keeper.noteRemade(comparison);
        });
      },
    };
  }

  /** What keeps the runs of this page; it comes when the animal is there. */
  async getKeeper(): Promise<RunKeeper> {
    const { RunKeeper } = await import('./kept/keeper.ts');
    this.#keeper ??= new RunKeeper(this, this.#opening);
    if (this.#closed) this.#keeper.close();
    return this.#keeper;
  }

  /** The same once it is there. */
  get keeper(): RunKeeper | undefined {
    return this.#keeper;
  }

  #useKeeper(act: (keeper: RunKeeper) => void): void {
    if (this.#keeper !== undefined) act(this.#keeper);
    else
      void this.getKeeper().then(act, () => {
        useStudio.setState({
          notice: 'What keeps the runs could not be loaded: undo, branches and links to them are missing.',
        });
      });
  }

  /** Whether settings of the address may be why an animal cannot be opened. */
  get hasSettings(): boolean {
    return this.#opening.settings.length > 0 || this.#opening.kept !== undefined;
  }

  /** Another simulation in place of one that is no more, with the run as far as it is known, or the parameters of the moment. */
  startAnew(): void {
    const kept = this.#keeper?.createOpening();
    const { animal, seed, settings } = this.#opening;
    this.#reopen(kept ?? { animal, seed, settings: this.#form === undefined ? settings : this.listSettings() });
  }

  /** The animal as it comes, without the settings of the address. */
  openPlain(): void {
    const { animal, seed } = this.#opening;
    this.#reopen({ animal, seed, settings: [] });
  }

  /** Something else in the place of what is open. */
  open(opening: Opening): void {
    this.#reopen(opening);
  }

  /** What the animal is drawn on. */
  get canvas(): HTMLCanvasElement | undefined {
    return this.#canvas;
  }

  get viewer(): Viewer | undefined {
    return this.#viewer;
  }

  get form(): Form | undefined {
    return this.#form;
  }

  /** Pictures drawn since the viewer opened, and per second. */
  get viewUpdates(): number {
    return this.#viewer?.updates ?? 0;
  }

  get fps(): number {
    return this.#painter.fps;
  }

  /** Draws into a canvas until the returned function is called. */
  attach(canvas: HTMLCanvasElement): () => void {
    const { theme, camera } = useStudio.getState();
    try {
      this.#viewer = new Viewer(canvas, { theme });
    } catch (error) {
      if (!(error instanceof NoWebGlError)) throw error;
      useStudio.setState({ viewerProblem: error.message });
    }
    this.#canvas = canvas;
    if (camera !== 'follow') this.#viewer?.setCamera(camera);
    const { info } = this.session;
    if (info !== undefined) this.#showLayout(info);
    const observer = new ResizeObserver(() => {
      this.#viewer?.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
      this.wake();
    });
    observer.observe(canvas);
    const wake = (): void => {
      this.wake();
    };
    const events = ['pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of events) canvas.addEventListener(name, wake, { passive: true });
    const lose = (): void => {
      useStudio.setState({ viewerProblem: lostContext });
    };
    const regain = (): void => {
      useStudio.setState({ viewerProblem: undefined });
      this.wake();
    };
    canvas.addEventListener('webglcontextlost', lose);
    canvas.addEventListener('webglcontextrestored', regain);
    const unsubscribe = useStudio.subscribe((state, before) => {
      if (state.theme !== before.theme) this.#viewer?.setTheme(state.theme);
      this.wake();
    });
    this.#painter.restart(performance.now());
    this.#request = requestAnimationFrame(this.#loop);
    return () => {
      cancelAnimationFrame(this.#request);
      observer.disconnect();
      unsubscribe();
      for (const name of events) canvas.removeEventListener(name, wake);
      canvas.removeEventListener('webglcontextlost', lose);
      canvas.removeEventListener('webglcontextrestored', regain);
      this.#viewer?.dispose();
      this.#viewer = undefined;
      this.#canvas = undefined;
    };
  }

  /** Calls a panel's painter in turn with the others while its element is on the screen; returns a function that ends it. */
  addPanel(element: Element, paint: () => void): () => void {
    return this.#painter.add(element, paint);
  }

  /** Something may have moved: draw for a while even if the run stands still. */
  wake(): void {
    this.#awakeUntil = performance.now() + settleTime;
  }

  close(): void {
    this.#closed = true;
    this.#address.close();
    this.#keeper?.close();
    this.session.close();
  }

  togglePlay(): void {
    const { status } = useStudio.getState();
    useStudio.setState({ failure: undefined, modesOpen: false });
    if (status?.playing === true) this.session.pause();
    else this.session.play();
  }

  seek(step: number): void {
    this.session.pause();
    this.session.seek(step);
    useStudio.setState({ failure: undefined });
  }

  move(steps: number): void {
    this.session.pause();
    this.session.move(steps);
  }

  reset(): void {
    this.session.reset();
    useStudio.setState({ failure: undefined, notice: undefined, modesOpen: false });
    this.session.play();
  }

  setParameter(path: string, value: unknown): void {
    this.#keeper?.noteSet(path, this.readParameter(path), value);
    this.session.setParameter(path, value);
  }

  /** Another creature of the same family. */
  load(document: unknown): void {
    this.#keeper?.noteCreature(document);
    this.session.load(document);
  }

  /** Returns a function that ends it. */
  watchSets(watch: SetWatcher): () => void {
    this.#setWatchers.add(watch);
    return () => {
      this.#setWatchers.delete(watch);
    };
  }

  /** Value of a parameter now: a live control's from the state, any other's from the description. */
  readParameter(path: string): unknown {
    const { info, status } = useStudio.getState();
    if (path === courseHandle.heading) return status?.pilot?.course[0];
    return readParameter(info, status?.controls, path);
  }

  setDefaults(): void {
    this.#keeper?.noteCreature(null);
    this.session.setDefaults();
    useStudio.setState({ problems: {} });
  }

  setCamera(camera: CameraMode): void {
    this.#viewer?.setCamera(camera);
    useStudio.setState({ camera });
  }

  moveCamera(azimuth: number, elevation: number, zoom: number): void {
    this.#viewer?.moveCamera(azimuth, elevation, zoom);
    this.wake();
  }

  setColouring(colouring: Colouring, channel: string | undefined): void {
    this.#viewer?.setColouring(colouring, channel);
    useStudio.setState({ colouring, channel });
  }

  setSetShown(set: string, shown: boolean): void {
    const others = useStudio.getState().shownSets.filter((name) => name !== set);
    const shownSets = shown ? [...others, set] : others;
    useStudio.setState({ shownSets });
    this.#viewer?.setShownSets(new Set(shownSets));
  }

  setPartsShown(partsShown: boolean): void {
    this.#viewer?.setPartsShown(partsShown);
    useStudio.setState({ partsShown });
  }

  #adopt(fresh: SystemInfo): void {
    const { info: before } = useStudio.getState();
    // Plots and tools that need not change are not made anew.
    const info = before === undefined ? fresh : { ...fresh, ...keepSame(before, fresh) };
    const isFirst = this.#form === undefined;
    this.#form = createForm(info.schema, info.desc);
    if (isFirst) {
      this.#chooseLook(info);
      // Not before the animal is on the screen.
      setTimeout(() => {
        this.#useKeeper(() => undefined);
      }, keeperDelay);
    } else if (before !== undefined) {
      const shownSets = keepShown(useStudio.getState().shownSets, before.layout, info.layout);
      useStudio.setState({ shownSets });
    }
    useStudio.setState({ info });
    this.#showLayout(info);
    this.wake();
  }

  /** What a new animal looks like at first. */
  #chooseLook({ layout, dt }: SystemInfo): void {
    useStudio.setState({
      window: chooseWindow(dt),
      colouring: chooseColouring(layout),
      partsShown: false,
      shownSets: listAttachmentSets(layout).flatMap(({ name, optional }) => (optional ? [] : [name])),
    });
  }

  #showLayout(info: SystemInfo): void {
    const viewer = this.#viewer;
    if (viewer === undefined) return;
    const { colouring, partsShown, shownSets } = useStudio.getState();
    const { channels } = info.layout;
    const channel = channels.find(({ name }) => name === useStudio.getState().channel) ?? channels[0];
    viewer.setLayout(info.layout);
    viewer.setView(info.desc['view'] as View | undefined);
    viewer.setColouring(colouring, channel?.name);
    viewer.setPartsShown(partsShown);
    viewer.setShownSets(new Set(shownSets));
    useStudio.setState({ gridSpacing: viewer.gridSpacing, channel: channel?.name });
  }

  /** Draws frames from a function of the time (milliseconds) instead of the run's, until told otherwise. */
  setPreview(preview: Preview | undefined): void {
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
    const { meta, frame } = this.session;
    if (meta === undefined) return;
    this.#retouch?.(frame);
    this.#viewer?.applyFrame(frame, meta);
  }

  readonly #loop = (now: number): void => {
    this.#request = requestAnimationFrame(this.#loop);
    const fresh = this.session.readFrame();
    const { meta } = this.session;
    if (meta === undefined) return;
    if (this.#preview !== undefined) {
      const shown = this.#preview(now);
      this.#viewer?.applyFrame(shown.frame, shown.pose);
      this.wake();
    } else if (fresh) this.#showFrame();
    const playing = useStudio.getState().status?.playing === true;
    if (!fresh && !playing && now > this.#awakeUntil) {
      this.#painter.restart(now, this.#painter.fps);
      this.#painter.paintRest(now);
      return;
    }
    if (playing) this.#waterTime += Math.min(100, now - this.#lastLoop) / 1000;
    this.#lastLoop = now;
    if (now - this.#lastTrail > trailInterval) this.#showTrail(meta.step, now);
    if (now - this.#lastPanels > panelsInterval) this.#measurePanels(now);
    this.#viewer?.render(now, this.#waterTime);
    this.#painter.paintNext(now);
  };

  /** Tells the cameras what lies on the picture. */
  #measurePanels(now: number): void {
    this.#lastPanels = now;
    const canvas = this.#canvas;
    if (canvas?.parentElement == null) return;
    const origin = canvas.getBoundingClientRect();
    const panels = [...canvas.parentElement.querySelectorAll('[data-panel], [data-panels] > *')].map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { left: left - origin.left, top: top - origin.top, width, height };
    });
    this.#viewer?.setPanels(panels.filter(({ width, height }) => width > 0 && height > 0));
  }

  #showTrail(step: number, now: number): void {
    this.#lastTrail = now;
    const { info, history } = this.session;
    if (info !== undefined) this.#trail.read(info.layout, history, step);
    this.#viewer?.setTrail(this.#trail.points, this.#trail.count);
  }

  /** What differs from the animal's own now. */
  listSettings(): readonly Setting[] {
    const { info, status } = useStudio.getState();
    if (info === undefined || this.#form === undefined) return [];
    // What a policy does from moment to moment is no setting.
    const held = status?.pilot?.holds ?? [];
    const changes = listChanges(this.#form, (path) => this.readParameter(path), info.defaults);
    return changes.filter(([path]) => !held.includes(path));
  }
}

/** Signals and handles of before where they are equal. */
function keepSame(before: SystemInfo, fresh: SystemInfo): Pick<SystemInfo, 'signals' | 'handles'> {
  const keep = <T>(old: T, young: T): T => (isSame(old, young) ? old : young);
  return {
    signals: keep(before.signals, fresh.signals),
    handles: Object.fromEntries(
      Object.entries(fresh.handles).map(([name, handle]) => [
        name,
        keep(before.handles[name as keyof Handles] as unknown, handle as unknown),
      ]),
    ),
  };
}

export function readParameter(
  info: SystemInfo | undefined,
  controls: readonly number[] | undefined,
  path: string,
): unknown {
  if (info === undefined) return undefined;
  const index = info.controls.findIndex((control) => control.name === path);
  return index >= 0 && controls !== undefined ? controls[index] : readAt(info.desc, path);
}
