/** One plot, large: over time, as a spectrum or as a phase portrait, with its legend, and as a file. */
import { describeError } from '../../data/describe-error.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { type RasterSource, type Strip, computeWindow } from '../../data/strip-model.ts';
import { useController } from '../../session/controller-context.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { LargeStrip, PortraitView, SpectrumView } from './large-plots.tsx';
import { Raster } from './raster.tsx';
import { RasterLegend } from './raster-legend.tsx';
import { formatAxisTitle } from './strip-plot.ts';
import { Select } from '../../ui/choices.tsx';
import { createFileName } from '../../export/file-name.ts';
import { saveFile } from '../../session/saved-file.ts';
import { useStudio } from '../../session/store.ts';
import type { StudioController } from '../../session/studio-controller.ts';

const PhasePlot = lazy(async () => ({ default: (await import('./phase-plot.tsx')).PhasePlot }));

export type PlotSubject =
  | { readonly kind: 'strip'; readonly strip: Strip }
  | { readonly kind: 'raster'; readonly source: RasterSource }
  | { readonly kind: 'phases'; readonly title: string; readonly signal: string; readonly things: string };

const views = [
  ['time', 'Over time'],
  ['spectrum', 'Spectrum'],
  ['portrait', 'Phase portrait'],
] as const;

type View = (typeof views)[number][0];

function getTitle(subject: PlotSubject): string {
  if (subject.kind === 'phases') return subject.title;
  return formatAxisTitle(subject.kind === 'strip' ? subject.strip : subject.source);
}

function listSignals(subject: PlotSubject): readonly string[] {
  if (subject.kind === 'phases') return [subject.signal];
  const parts = subject.kind === 'strip' ? subject.strip.series : subject.source.bands;
  return [...new Set(parts.map(({ signal }) => signal))];
}

export function PlotDialog({ subject, onClose }: { readonly subject: PlotSubject; readonly onClose: () => void }) {
  const [view, setView] = useState<View>('time');
  const figure = useRef<HTMLElement>(null);
  return (
    <Modal
      title={getTitle(subject)}
      actions={
        <>
          {subject.kind === 'strip' && <ViewChoice view={view} onChoose={setView} />}
          <SaveButtons subject={subject} getFigure={() => figure.current} />
        </>
      }
      className="flex h-[min(680px,92vh)] w-[min(1100px,calc(100vw-24px))] flex-col gap-2 p-4"
      data-testid="plot-dialog"
      onClose={onClose}
    >
      <figure ref={figure} className="flex min-h-0 flex-1 flex-col">
        <Plot subject={subject} view={view} />
      </figure>
    </Modal>
  );
}

function Plot({ subject, view }: { readonly subject: PlotSubject; readonly view: View }) {
  if (subject.kind === 'phases')
    return (
      <Suspense fallback={null}>
        <PhasePlot signal={subject.signal} things={subject.things} />
      </Suspense>
    );
  if (subject.kind === 'strip') {
    if (view === 'spectrum') return <SpectrumView strip={subject.strip} />;
    return view === 'portrait' ? <PortraitView strip={subject.strip} /> : <LargeStrip strip={subject.strip} />;
  }
  const { source } = subject;
  return (
    <>
      <p className="pb-1 text-[12px] text-dim">{source.about}</p>
      <Raster source={source} />
      <div className="pt-2">
        <RasterLegend source={source} sentences />
      </div>
    </>
  );
}

function ViewChoice({ view, onChoose }: { readonly view: View; readonly onChoose: (view: View) => void }) {
  return (
    <label>
      <span className="sr-only">View</span>
      <Select className="!h-8" data-testid="plot-view" value={view} options={views} onSet={onChoose} />
    </label>
  );
}

interface SaveButtonsProps {
  readonly subject: PlotSubject;
  readonly getFigure: () => HTMLElement | null;
}

function SaveButtons({ subject, getFigure }: SaveButtonsProps) {
  const controller = useController();
  const [problem, setProblem] = useState<string>();
  const run = (work: Promise<void>): void => {
    setProblem(undefined);
    work.catch((error: unknown) => {
      setProblem(describeError(error));
    });
  };
  return (
    <>
      {problem !== undefined && (
        <p className="basis-full text-bad" role="alert">
          {problem}
        </p>
      )}
      <Button
        icon="save"
        look="outline"
        title="The numbers of the time that is shown, in SI units"
        onClick={() => run(saveCsv(controller, listSignals(subject)))}
      >
        CSV
      </Button>
      <Button
        icon="save"
        look="outline"
        title="This plot as a picture"
        onClick={() => {
          const figure = getFigure();
          if (figure !== null) run(savePng(controller, figure));
        }}
      >
        PNG
      </Button>
    </>
  );
}

/** Seconds that the panels show, of what has run. */
function getShownTime({ session: { history, meta } }: StudioController): readonly [from: number, to: number] {
  if (history === undefined || meta === undefined) return [0, 0];
  const { first, last } = computeWindow(meta.step, history.lastStep, useStudio.getState().window, history.dt);
  return [Math.max(0, first) * history.dt, Math.min(last, history.lastStep) * history.dt];
}

/** Signals of the stretch on screen, by the writer of the export dialog: exact numbers, all steps. */
async function saveCsv(controller: StudioController, signals: readonly string[]): Promise<void> {
  const [from, to] = getShownTime(controller);
  const { runExport } = await import('../../export/run-export.ts');
  const watch = { signal: new AbortController().signal, onProgress: () => undefined };
  const choice = { kind: 'format', format: 'csv', range: { from, to, rate: 0 }, signals } as const;
  const { name, content } = await runExport(controller, choice, watch);
  saveFile(name, content);
}

/** Pixels of the file for each CSS pixel. */
const ratio = 2;

/** Everything drawn or written in an element, on the colour of the page. */
async function savePng(controller: StudioController, element: HTMLElement): Promise<void> {
  const frame = element.getBoundingClientRect();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(ratio * frame.width);
  canvas.height = Math.round(ratio * frame.height);
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--panel');
  context.fillRect(0, 0, frame.width, frame.height);
  context.translate(-frame.left, -frame.top);
  for (const drawn of element.querySelectorAll('canvas')) {
    const { left, top, width, height } = drawn.getBoundingClientRect();
    context.imageSmoothingEnabled = false;
    context.drawImage(drawn, left, top, width, height);
  }
  drawSwatches(context, element);
  drawTexts(context, element);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob === null) throw new Error('The browser made no picture of the plot.');
  const [from, to] = getShownTime(controller);
  saveFile(createFileName(`${useStudio.getState().info?.animal ?? ''}-plot`, [from, to], 'png'), blob);
}

/** Small patches of colour, as legends have. */
function drawSwatches(context: CanvasRenderingContext2D, element: HTMLElement): void {
  for (const swatch of element.querySelectorAll('[data-swatch]')) {
    const { left, top, width, height } = swatch.getBoundingClientRect();
    context.fillStyle = getComputedStyle(swatch).backgroundColor;
    context.fillRect(left, top, width, height);
  }
}

/** Words where they stand on the page; what is for screen readers alone is left out. */
function drawTexts(context: CanvasRenderingContext2D, element: HTMLElement): void {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement!;
    if (parent.closest('.sr-only, select, button') !== null || node.textContent?.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const style = getComputedStyle(parent);
    context.save();
    context.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    context.fillStyle = style.color;
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    context.translate(box.left + box.width / 2, box.top + box.height / 2);
    if (style.writingMode.startsWith('vertical')) context.rotate(-Math.PI / 2);
    context.fillText(node.textContent!.trim(), 0, 0);
    context.restore();
  }
}
