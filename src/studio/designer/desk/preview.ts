/** The animal beside the board: a session that is given new bodies as they are drawn, and the viewer that shows it. */
import { getDocument } from '../../../designer/creature.ts';
import type { Document } from '../../../designer/drawing.ts';
import { hostAnimal } from '../../../designer/host.ts';
import { computeFrameOffsets, type FrameLayout } from '../../../engine/contract/frame.ts';
import { listAttachmentSets } from '../../../viewer/surfaces/attachments.ts';
import type { Viewer } from '../../../viewer/viewer.ts';
import { loadPath } from '../../data/protocol.ts';
import { computeLiveMetrics } from '../../data/live-metrics.ts';
import { defaultSeed } from '../../../engine/record/permalink.ts';
import { LiveRun } from '../../live/live-run.ts';
import { sharedPixelRatio } from '../../live/live-view.ts';
import { chooseColouring, listUsualSets } from '../../live/look.ts';
import { startLoop } from '../../live/loop.ts';
import type { Session } from '../../live/session.ts';
import { themes } from '../../session/store.ts';

interface RunStatus {
  readonly time: number;
  readonly step: number;
  readonly playing: boolean;
  /** Of the state, when it stands still. */
  readonly hash: string | undefined;
}

export interface Reading extends RunStatus {
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
/** A body at rest is still drawn for this long after something moved: milliseconds. */
const settleTime = 1500;

const atStart: RunStatus = { time: 0, step: 0, playing: false, hash: undefined };

export interface PreviewEvents {
  onReading(reading: Reading | undefined): void;
  onProblem(message: string): void;
  /** What runs along the muscles. */
  onActivity(rows: readonly Float32Array[]): void;
}

export class Preview {
  readonly #run: LiveRun;
  readonly #events: PreviewEvents;
  readonly #stop: () => void;
  #toldAt = 0;
  #shown: Shown | undefined;
  #loading: Shown | undefined;
  #next: Shown | undefined;
  #status = atStart;
  #layout: FrameLayout | undefined;
  /** Whether the camera has been put where the whole body is seen. */
  #isFramed = false;
  /** Whether numbers and statuses still are those of the run before. */
  #isStale = true;

  constructor(canvas: HTMLCanvasElement, events: PreviewEvents) {
    this.#events = events;
    this.#run = this.#open(canvas);
    const timer = setInterval(this.#read, readInterval);
    const stopLoop = startLoop(this.#draw);
    this.#stop = () => {
      stopLoop();
      clearInterval(timer);
    };
  }

  get #session(): Session {
    return this.#run.session;
  }

  get #viewer(): Viewer | undefined {
    return this.#run.view.viewer;
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
    this.#run.view.wake();
  }

  /** What is seen now, small, for a card of the gallery; undefined where nothing is. */
  takePicture(): string | undefined {
    if (this.#viewer === undefined || this.#shown === undefined) return undefined;
    this.#viewer.render(performance.now(), this.#status.time);
    return shrink(this.#run.view.canvas);
  }

  close(): void {
    this.#stop();
    this.#run.close();
  }

  #open(canvas: HTMLCanvasElement): LiveRun {
    return new LiveRun(
      canvas,
      { themes, maxPixelRatio: sharedPixelRatio, settleTime },
      { animal: hostAnimal, settings: [], seed: defaultSeed },
      {
        onSystem: ({ layout, restarted }) => {
          if (restarted && this.#loading === undefined && this.#shown !== undefined) this.#isStale = false;
          // The animal that lends its session is never seen.
          const shown = this.#loading ?? this.#shown;
          if (shown !== undefined) this.#adopt(layout, shown);
        },
        onStatus: ({ time, step, playing, hash }) => {
          if (!this.#isStale) this.#status = { time, step, playing, hash };
        },
        onFailure: ({ message }) => {
          this.#events.onProblem(message);
        },
        onSet: (path, problems) => {
          if (path === loadPath) this.#finishLoad(problems.map(({ hint }) => hint));
        },
      },
    );
  }

  #adopt(layout: FrameLayout, { creature, mode, size }: Shown): void {
    const viewer = this.#viewer;
    this.#layout = layout;
    viewer?.setLayout({ ...layout, extent: Math.max(layout.extent, size) });
    // Flat bodies are seen from higher up, so that their outline shows.
    const { higher, farther } = isPlate(creature) ? plateView : roundView;
    if (!this.#isFramed) viewer?.moveCamera(0.25, higher, farther);
    this.#isFramed = true;
    viewer?.setColouring(chooseColouring(layout), layout.channels[0]?.name);
    const sets = mode === 'flex' ? listAttachmentSets(layout).map(({ name }) => name) : listUsualSets(layout);
    viewer?.setShownSets(new Set(sets));
    this.#run.view.wake();
  }

  #finishLoad(hints: readonly string[]): void {
    const loaded = this.#loading;
    this.#loading = undefined;
    if (hints.length > 0) this.#events.onProblem(hints.join(' '));
    else if (loaded !== undefined) {
      this.#shown = loaded;
      this.#status = atStart;
      // From rest, at time zero: the same run as from a file.
      this.#session.reset();
      if (loaded.mode === 'rest') this.#session.pause();
      else this.#session.play();
    }
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.show(next.creature, next.mode, next.size);
  }

  readonly #draw = (now: number): void => {
    const { view } = this.#run;
    const isFresh = this.#session.readFrame();
    const { meta, frame } = this.#session;
    if (this.#shown === undefined || meta === undefined) return;
    if (isFresh) {
      this.#viewer?.applyFrame(frame, meta);
      view.wake();
      if (this.#shown.mode === 'flex' && this.#layout !== undefined && now - this.#toldAt > tellInterval) {
        this.#toldAt = now;
        this.#events.onActivity(readActivity(this.#layout, frame));
      }
    }
    if (view.isAwake(now)) this.#viewer?.render(now, this.#status.time);
  };

  readonly #read = (): void => {
    const { history, info, meta } = this.#session;
    if (this.#isStale || history === undefined || info === undefined || meta === undefined) {
      this.#events.onReading(undefined);
      return;
    }
    const step = Math.min(meta.step, history.lastStep);
    const { speed, heading } = computeLiveMetrics(history, step);
    const distance = measureDistance(history, step);
    const { time } = this.#status;
    this.#events.onReading({
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
