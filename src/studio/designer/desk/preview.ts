/** The animal beside the board: a session that is given new bodies as they are drawn, and the viewer that shows it. */
import { getDocument } from '../../../designer/creature.ts';
import type { Document } from '../../../designer/drawing.ts';
import { hostAnimal } from '../../../designer/host.ts';
import { computeFrameOffsets, type FrameLayout } from '../../../engine/contract/frame.ts';
import { listAttachmentSets } from '../../../viewer/surfaces/attachments.ts';
import { Viewer } from '../../../viewer/viewer.ts';
import { loadPath } from '../../data/protocol.ts';
import { computeLiveMetrics } from '../../panels/signals/live-metrics.ts';
import { chooseColouring } from '../../session/look.ts';
import { defaultSeed } from '../../../engine/record/permalink.ts';
import { Session } from '../../session/session.ts';
import { useStudio } from '../../session/store.ts';

export interface Reading {
  readonly time: number;
  readonly step: number;
  readonly playing: boolean;
  /** Of the state, when it stands still. */
  readonly hash: string | undefined;
  /** Body lengths per second over the last second, and from the start on. */
  readonly speed: number;
  readonly meanSpeed: number;
  /** m from the start. */
  readonly distance: number;
  /** rad. */
  readonly heading: number;
  /** Over that at rest; undefined for a plate, which has none. */
  readonly volume: number | undefined;
}

/** What the animal is doing. */
export type PreviewMode = 'rest' | 'flex' | 'swim';

interface Shown {
  readonly creature: Document;
  readonly mode: PreviewMode;
  /** Longest side of the body, m: what cameras go by, since some are wider than they are long. */
  readonly size: number;
}

/** How much higher and farther away than usual the camera stands: rad, and a factor. */
const plateView = { higher: 0.45, farther: 1.4 };
const roundView = { higher: 0.12, farther: 1.25 };
const readInterval = 200;
/** Between two looks of the board at what runs along the muscles: milliseconds. */
const tellInterval = 80;
/** Pictures of a body at rest go on for a while after something moved: milliseconds. */
const settleTime = 1500;

export class Preview {
  readonly #canvas: HTMLCanvasElement;
  readonly #session: Session;
  readonly #viewer: Viewer | undefined;
  readonly #observer: ResizeObserver;
  readonly #cleanUp: (() => void)[];
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #onReading: (reading: Reading | undefined) => void;
  readonly #onProblem: (message: string) => void;
  readonly #onActivity: (rows: readonly Float32Array[]) => void;
  #toldAt = 0;
  #request = 0;
  #shown: Shown | undefined;
  #loading: Shown | undefined;
  #next: Shown | undefined;
  #status = { time: 0, step: 0, playing: false, hash: undefined as string | undefined };
  #awakeUntil = 0;
  #layout: FrameLayout | undefined;
  /** Whether the camera has been put where the whole body is seen. */
  #isFramed = false;
  /** Whether numbers and statuses still are those of the run before. */
  #isStale = true;

  constructor(
    canvas: HTMLCanvasElement,
    onReading: (reading: Reading | undefined) => void,
    onProblem: (message: string) => void,
    onActivity: (rows: readonly Float32Array[]) => void,
  ) {
    this.#canvas = canvas;
    this.#onReading = onReading;
    this.#onProblem = onProblem;
    this.#onActivity = onActivity;
    this.#viewer = createViewer(canvas);
    this.#session = this.#open();
    this.#observer = new ResizeObserver(() => {
      this.#viewer?.resize(canvas.clientWidth, canvas.clientHeight, Math.min(devicePixelRatio, 1.5));
      this.#wake();
    });
    this.#observer.observe(canvas);
    const wake = (): void => {
      this.#wake();
    };
    for (const name of ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const)
      canvas.addEventListener(name, wake, { passive: true });
    this.#cleanUp = [
      useStudio.subscribe((state) => {
        this.#viewer?.setTheme(state.theme);
        wake();
      }),
    ];
    this.#timer = setInterval(this.#read, readInterval);
    this.#request = requestAnimationFrame(this.#loop);
  }

  get hasPicture(): boolean {
    return this.#viewer !== undefined;
  }

  /** Another body, or the same one doing something else. While one is loaded only the newest waits. */
  show(creature: Document, mode: PreviewMode, size: number): void {
    const wanted = { creature, mode, size };
    this.#isStale = true;
    if (this.#loading !== undefined) this.#next = wanted;
    else {
      this.#loading = wanted;
      this.#session.load(mode === 'flex' ? withoutWater(creature) : creature);
    }
  }

  setWave(path: string, value: number): void {
    this.#session.setParameter(path, value);
  }

  togglePlay(): void {
    if (this.#status.playing) this.#session.pause();
    else this.#session.play();
  }

  restart(): void {
    this.#session.reset();
    this.#session.play();
  }

  moveCamera(azimuth: number, elevation: number, zoom: number): void {
    this.#viewer?.moveCamera(azimuth, elevation, zoom);
    this.#wake();
  }

  /** What is seen now, small, for a card of the gallery; undefined where nothing is. */
  takePicture(): string | undefined {
    if (this.#viewer === undefined || this.#shown === undefined) return undefined;
    this.#viewer.render(performance.now(), this.#status.time);
    return shrink(this.#canvas);
  }

  close(): void {
    cancelAnimationFrame(this.#request);
    clearInterval(this.#timer);
    this.#observer.disconnect();
    for (const act of this.#cleanUp) act();
    this.#session.close();
    this.#viewer?.dispose();
  }

  #open(): Session {
    return new Session(hostAnimal, [], defaultSeed, {
      onSystem: ({ layout, restarted }) => {
        if (restarted && this.#loading === undefined && this.#shown !== undefined) this.#isStale = false;
        // The animal that lends its session is never seen.
        if (this.#shown === undefined && this.#loading === undefined) return;
        const { size } = (this.#loading ?? this.#shown)!;
        this.#layout = layout;
        this.#viewer?.setLayout({ ...layout, extent: Math.max(layout.extent, size) });
        // Flat bodies are seen from higher up, so that their outline shows.
        const { creature } = (this.#loading ?? this.#shown)!;
        const { higher, farther } = isPlate(creature) ? plateView : roundView;
        if (!this.#isFramed) this.#viewer?.moveCamera(0.25, higher, farther);
        this.#isFramed = true;
        this.#viewer?.setColouring(chooseColouring(layout), layout.channels[0]?.name);
        const isFlexing = (this.#loading ?? this.#shown)?.mode === 'flex';
        const sets = listAttachmentSets(layout).filter(({ optional }) => isFlexing || !optional);
        this.#viewer?.setShownSets(new Set(sets.map(({ name }) => name)));
        this.#wake();
      },
      onStatus: ({ time, step, playing, hash }) => {
        if (!this.#isStale) this.#status = { time, step, playing, hash };
      },
      onFailure: ({ message }) => {
        this.#onProblem(message);
      },
      onRefused: () => undefined,
      onSet: (path, problems) => {
        if (path === loadPath) this.#finishLoad(problems.map(({ hint }) => hint));
      },
      onFork: () => undefined,
    });
  }

  #finishLoad(hints: readonly string[]): void {
    const loaded = this.#loading;
    this.#loading = undefined;
    if (hints.length > 0) this.#onProblem(hints.join(' '));
    else if (loaded !== undefined) {
      this.#shown = loaded;
      this.#status = { time: 0, step: 0, playing: false, hash: undefined };
      // From rest, at time zero: the same run as from a file.
      this.#session.reset();
      if (loaded.mode === 'rest') this.#session.pause();
      else this.#session.play();
    }
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.show(next.creature, next.mode, next.size);
  }

  #wake(): void {
    this.#awakeUntil = performance.now() + settleTime;
  }

  readonly #loop = (now: number): void => {
    this.#request = requestAnimationFrame(this.#loop);
    const fresh = this.#session.readFrame();
    const { meta, frame } = this.#session;
    if (this.#shown === undefined || meta === undefined) return;
    if (fresh) {
      this.#viewer?.applyFrame(frame, meta);
      this.#wake();
      if (this.#shown.mode === 'flex' && this.#layout !== undefined && now - this.#toldAt > tellInterval) {
        this.#toldAt = now;
        this.#onActivity(readActivity(this.#layout, frame));
      }
    }
    if (now < this.#awakeUntil) this.#viewer?.render(now, this.#status.time);
  };

  readonly #read = (): void => {
    const { history, info, meta } = this.#session;
    if (this.#isStale || history === undefined || info === undefined || meta === undefined) {
      this.#onReading(undefined);
      return;
    }
    const step = Math.min(meta.step, history.lastStep);
    const { speed, heading } = computeLiveMetrics(history, step);
    const distance = measureDistance(history, step);
    const { time } = this.#status;
    this.#onReading({
      ...this.#status,
      speed: speed / info.bodyLength,
      meanSpeed: time > 0 ? distance / time / info.bodyLength : 0,
      distance,
      heading,
      volume: isPlate(this.#shown?.creature) ? undefined : readSignal(history, 'volume', step),
    });
  };
}

/** Values along each line that has any, copied out of the frame. */
function readActivity(layout: FrameLayout, frame: Float32Array): Float32Array[] {
  const { channels } = computeFrameOffsets(layout);
  return layout.lines.flatMap(({ channel, firstSlot = 0, pointCount }) => {
    const start = channel === undefined ? undefined : channels[channel];
    return start === undefined ? [] : [frame.slice(start + firstSlot, start + firstSlot + pointCount)];
  });
}

type History = NonNullable<Session['history']>;

function readSignal(history: History, name: string, step: number): number | undefined {
  const place = history.places.get(name);
  const value = place === undefined ? undefined : history.read(place, step);
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

function isPlate(creature: Document | undefined): boolean {
  return creature !== undefined && getDocument(creature, 'body')['shape'] === 'plate';
}

function measureDistance(history: History, step: number): number {
  const moved = ['position.x', 'position.y', 'position.z'].map(
    (name) => (readSignal(history, name, step) ?? NaN) - (readSignal(history, name, 0) ?? NaN),
  );
  const distance = Math.hypot(...moved);
  return Number.isFinite(distance) ? distance : 0;
}

/** Share of the velocity that is left after 1/240 s out of the water: so much that a body without drag flexes in place. */
const damping = 0.93;

function withoutWater(creature: Document): Document {
  const body = getDocument(creature, 'body');
  return {
    ...creature,
    water: { model: 'none' },
    body: { ...body, material: { ...getDocument(body, 'material'), velocityRetention: damping } },
  };
}

/** Pixels of a card's picture. */
const card = { width: 320, height: 200 };

/** The middle of a picture in the shape of a card. */
function shrink(canvas: HTMLCanvasElement): string | undefined {
  const small = document.createElement('canvas');
  [small.width, small.height] = [card.width, card.height];
  const scale = Math.max(card.width / canvas.width, card.height / canvas.height);
  const [width, height] = [canvas.width * scale, canvas.height * scale];
  const context = small.getContext('2d');
  if (context === null) return undefined;
  context.drawImage(canvas, (card.width - width) / 2, (card.height - height) / 2, width, height);
  return small.toDataURL('image/jpeg', 0.8);
}

function createViewer(canvas: HTMLCanvasElement): Viewer | undefined {
  try {
    return new Viewer(canvas, { theme: useStudio.getState().theme });
  } catch {
    // Speed and distance are read all the same.
    return undefined;
  }
}
