/** What the dialog asks for → a file with a name. */
import { exportFormats } from '../../exports/registry.ts';
import type { SystemInfo } from '../data/protocol.ts';
import { createCreatureFile } from '../session/saved-file.ts';
import { useStudio } from '../session/store.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { createFileName } from './file-name.ts';
import { countPictures, type FilmPlan, makeEven } from './film.ts';
import { writeFile } from './replay-worker.ts';
import { ExportCanvas } from './export-canvas.ts';

/** A stretch of the run. */
export interface ExportRange {
  /** Simulated seconds. */
  readonly from: number;
  readonly to: number;
  /** Frames per second; 0: every step. */
  readonly rate: number;
}

export type ExportChoice =
  | { readonly kind: 'picture'; readonly scale: number; readonly scaleBar: boolean }
  | {
      readonly kind: 'film';
      readonly range: ExportRange;
      readonly size: readonly [width: number, height: number];
      readonly scaleBar: boolean;
    }
  | { readonly kind: 'creature' | 'runs' | 'link' }
  | {
      readonly kind: 'format';
      readonly format: string;
      readonly range: ExportRange;
      readonly signals?: readonly string[];
    };

export interface ExportResult {
  readonly name: string;
  readonly content: Blob;
  /** Sentences about what is in the file, or is not. */
  readonly notes: readonly string[];
}

export interface ExportWatch {
  readonly signal: AbortSignal;
  /** 0 … 1. */
  readonly onProgress: (share: number) => void;
}

/** Size of the picture on the page, CSS pixels. */
export function measureView(controller: StudioController): readonly [width: number, height: number] {
  const { canvas } = controller;
  return [Math.max(1, canvas?.clientWidth ?? 1), Math.max(1, canvas?.clientHeight ?? 1)];
}

/** Throws an Error in words, also where the signal was given. */
export async function runExport(
  controller: StudioController,
  choice: ExportChoice,
  watch: ExportWatch,
): Promise<ExportResult> {
  const { info } = controller.session;
  if (info === undefined) throw new Error('There is no animal yet.');
  switch (choice.kind) {
    case 'picture':
      return savePicture(controller, info, choice);
    case 'film':
      return saveFilm(controller, info, choice, watch);
    case 'creature':
      return saveCreatureFile(info);
    case 'runs':
      return saveRuns(controller, info);
    case 'link':
      return saveLink(controller, info);
    case 'format':
      return saveFormat(controller, info, choice, watch);
  }
}

async function savePicture(
  controller: StudioController,
  info: SystemInfo,
  { scale, scaleBar }: Extract<ExportChoice, { kind: 'picture' }>,
): Promise<ExportResult> {
  const { viewer } = controller;
  const { frame, meta, history } = controller.session;
  if (viewer === undefined || meta === undefined) throw new Error('There is no picture to save.');
  const [width, height] = measureView(controller);
  const exportCanvas = new ExportCanvas(
    { width, height, ratio: scale },
    { theme: useStudio.getState().theme, scaleBar },
  );
  try {
    exportCanvas.setScene(info.layout, undefined);
    exportCanvas.viewer.adoptLook(viewer);
    exportCanvas.readTrail(info.layout, history, meta.step);
    const seconds = meta.step * info.dt;
    exportCanvas.draw(seconds, frame.slice(), meta);
    const content = await exportCanvas.createPng();
    const size = `${exportCanvas.canvas.width} × ${exportCanvas.canvas.height} pixels.`;
    return { name: createFileName(info.animal, [seconds], 'png'), content, notes: [size] };
  } finally {
    exportCanvas.dispose();
  }
}

async function saveFilm(
  controller: StudioController,
  info: SystemInfo,
  { range, size, scaleBar }: Extract<ExportChoice, { kind: 'film' }>,
  { signal, onProgress }: ExportWatch,
): Promise<ExportResult> {
  const { viewer } = controller;
  if (viewer === undefined) throw new Error('There is no picture to film.');
  const { from, to, rate: fps } = range;
  const [width, height] = [makeEven(size[0]), makeEven(size[1])];
  // Writers of films come when one is asked for.
  const { chooseFilmKind, encodeFilm } = await import('./encode-film.ts');
  const kind = await chooseFilmKind(width, height);
  if (kind === undefined)
    throw new Error(
      'This browser encodes no film of this size: it needs WebCodecs, and a page from this machine or over https. Choose a smaller size, or a current browser.',
    );
  const first = Math.floor(from / info.dt);
  const plan: FilmPlan = {
    script: await controller.session.requestScript(first),
    from,
    fps,
    count: countPictures(from, to, fps),
    width,
    height,
    look: { theme: useStudio.getState().theme, scaleBar },
    prepare: (exportCanvas, layout) => {
      exportCanvas.viewer.adoptLook(viewer);
      if (layout.track !== undefined) exportCanvas.readTrail(layout, controller.session.history, first);
    },
  };
  const bytes = await encodeFilm(plan, kind, signal, onProgress);
  return {
    name: createFileName(info.animal, [from, to], kind.container),
    content: new Blob([bytes], { type: `video/${kind.container}` }),
    notes: [`${kind.name}, ${plan.count} pictures at ${fps} per second, ${width} × ${height} pixels.`],
  };
}

function saveCreatureFile(info: SystemInfo): ExportResult {
  const { status } = useStudio.getState();
  const text = createCreatureFile(info, status?.controls ?? []);
  return {
    name: createFileName(info.animal, [status?.time ?? 0], 'creature.json'),
    content: new Blob([text], { type: 'application/json' }),
    notes: [],
  };
}

async function saveRuns(controller: StudioController, info: SystemInfo): Promise<ExportResult> {
  const keeper = await controller.getKeeper();
  const { branches } = await keeper.createRuns();
  return {
    name: createFileName(info.animal, [useStudio.getState().status?.time ?? 0], 'runs.json'),
    content: new Blob([await keeper.createFile()], { type: 'application/json' }),
    notes: [branches.length === 1 ? 'One run.' : `${branches.length} runs.`],
  };
}

async function saveLink(controller: StudioController, info: SystemInfo): Promise<ExportResult> {
  const link = await (await controller.getKeeper()).createLink();
  if (link === undefined) throw new Error('This run is too long for a link. Save its runs as a file instead.');
  const { href } = new URL(link, location.href);
  return {
    name: createFileName(info.animal, [useStudio.getState().status?.time ?? 0], 'url'),
    // As browsers and desktops open it.
    content: new Blob([`[InternetShortcut]\r\nURL=${href}\r\n`], { type: 'text/plain' }),
    notes: [`${link.length} characters.`],
  };
}

const types: Readonly<Record<string, string>> = { csv: 'text/csv', glb: 'model/gltf-binary' };

async function saveFormat(
  controller: StudioController,
  info: SystemInfo,
  { format, range, signals }: Extract<ExportChoice, { kind: 'format' }>,
  { signal, onProgress }: ExportWatch,
): Promise<ExportResult> {
  const { from, to, rate } = range;
  const every = rate === 0 ? 1 : Math.max(1, Math.round(1 / (rate * info.dt)));
  const script = await controller.session.requestScript(Math.floor(from / info.dt));
  const request = { format, from, to, every, ...(signals === undefined ? {} : { signals }) };
  const { content, notes } = await writeFile(script, request, signal, onProgress);
  const usual = exportFormats.find(({ name }) => name === format)?.file ?? 'run.json';
  const ending = usual.slice(usual.lastIndexOf('.') + 1);
  // The worker's memory is its own: a view of it is not among a Blob's types.
  const part = typeof content === 'string' ? content : (content as Uint8Array<ArrayBuffer>);
  return {
    name: createFileName(info.animal, [from, to], ending),
    content: new Blob([part], { type: types[ending] ?? 'application/json' }),
    notes,
  };
}
