/** What is filled into the dialog, what may be chosen, and what is wrong with it. Nothing here touches the page. */
import type { ExportSubject } from '../../exports/registry.ts';
import { exportFormats } from '../../exports/registry.ts';
import type { SystemInfo } from '../data/protocol.ts';
import type { ExportChoice, ExportRange } from './run-export.ts';

export interface Draft {
  /** The offer that is chosen. */
  readonly what: string;
  /** Simulated seconds, as typed. */
  readonly from: number;
  readonly to: number;
  /** Frames per second of films and animations, and rows per second of tables (0: every step). */
  readonly fps: number;
  readonly rows: number;
  /** Pixels of a picture for each on the page. */
  readonly scale: number;
  /** Whether pictures and films have a scale bar. */
  readonly scaleBar: boolean;
  /** Of the picture on the page, CSS pixels. */
  readonly view: readonly [width: number, height: number];
  readonly size: 'view' | '1280x720' | '1920x1080' | '1080x1080';
  readonly signals: readonly string[];
}

export interface Offer {
  readonly what: string;
  readonly title: string;
  readonly about: string;
  /** Why it cannot be chosen. */
  readonly refused: string | undefined;
}

/** Seconds of an export that are not waited for by anybody. */
const longestRange = 3600;

/** Formats of src/exports in the words of the dialog, in its order. */
const formatWords: Readonly<Record<string, readonly [title: string, about: string]>> = {
  csv: ['Table (CSV)', 'signals over time, with units'],
  gltf: ['3-D animation (glTF)', 'for Blender and browsers'],
  wcon: ['Postures (WCON)', 'centre lines, for trackers of postures'],
  keyframes: ['Keyframes (JSON)', 'poses of segments and limbs'],
};

export function listOffers(info: Pick<SystemInfo, 'desc' | 'layout' | 'signals'>): Offer[] {
  const own = (what: string, title: string, about: string): Offer => ({ what, title, about, refused: undefined });
  return [
    own('picture', 'Picture (PNG)', 'the view without panels'),
    own('film', 'Film (MP4 or WebM)', 'every picture at its exact time'),
    ...Object.entries(formatWords).map(([what, [title, about]]): Offer => {
      // The page knows only paths of a description.
      const reason = exportFormats.find(({ name }) => name === what)?.refuse?.(info as unknown as ExportSubject);
      return { what, title, about, refused: reason === undefined ? undefined : `This run ${reason}` };
    }),
    own('creature', 'Creature file (JSON)', 'the animal with its parameters'),
    own('runs', 'Runs (JSON)', 'every branch, to continue later'),
    own('link', 'Link', 'this run, to send'),
  ];
}

export function createDraft(info: SystemInfo, lastTime: number, view: Draft['view']): Draft {
  return {
    what: 'picture',
    from: 0,
    // Not rounded: the last step belongs to the run.
    to: Math.max(0.1, lastTime),
    fps: 30,
    rows: 0,
    scale: 2,
    scaleBar: false,
    view,
    size: '1280x720',
    signals: info.signals.filter(({ detail }) => detail !== true).map(({ name }) => name),
  };
}

/** Seconds of a film that people wait for. */
const proposedFilm = 10;

/** Another thing to save. A film is proposed of the last seconds, not of all that has run. */
export function chooseWhat(draft: Draft, what: string): Draft {
  const isWhole = draft.from === 0 && draft.to > proposedFilm;
  return { ...draft, what, ...(what === 'film' && isWhole ? { from: draft.to - proposedFilm } : {}) };
}

export function usesRange({ what }: Draft): boolean {
  return !['picture', 'creature', 'runs', 'link'].includes(what);
}

export function readSize({ size, view }: Draft): readonly [width: number, height: number] {
  if (size === 'view') return view;
  const [width, height] = size.split('x').map(Number);
  return [width!, height!];
}

/** A sentence about what is to be set right, or undefined. */
export function findProblem(draft: Draft): string | undefined {
  if (!usesRange(draft)) return undefined;
  const { from, to } = draft;
  if (!(from >= 0) || !Number.isFinite(to)) return 'Give both times as numbers of seconds, from 0 on.';
  if (to <= from) return 'The end must come after the beginning.';
  if (to - from > longestRange) return `Choose at most ${longestRange} s.`;
  if (draft.what === 'csv' && draft.signals.length === 0) return 'Choose at least one signal.';
  return undefined;
}

export function createChoice(draft: Draft): ExportChoice {
  const { what, from, to, fps, rows, scale, scaleBar, signals } = draft;
  const range: ExportRange = { from, to, rate: what === 'csv' ? rows : fps };
  if (what === 'picture') return { kind: 'picture', scale, scaleBar };
  if (what === 'creature' || what === 'runs' || what === 'link') return { kind: what };
  if (what === 'film') return { kind: 'film', range, size: readSize(draft), scaleBar };
  return { kind: 'format', format: what, range, ...(what === 'csv' ? { signals } : {}) };
}
