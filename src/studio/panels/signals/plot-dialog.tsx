/** One plot, large: over time, as a spectrum or as a phase portrait, with its legend, and as a file. */
import { describeError } from '../../data/describe-error.ts';
import { Dialog } from 'radix-ui';
import { lazy, Suspense, useRef, useState } from 'react';
import type { RasterSource, Strip } from '../../data/strip-model.ts';
import { useController } from '../../session/controller-context.ts';
import { Icon } from '../../ui/icons.tsx';
import { LargeStrip, PortraitView, SpectrumView } from './large-plots.tsx';
import { saveCsv, savePng } from './panel-files.ts';
import { Raster } from './raster.tsx';
import { RasterLegend } from './raster-legend.tsx';
import { formatAxisTitle } from './strip-plot.ts';

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
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          data-testid="plot-dialog"
          className="fixed top-1/2 left-1/2 z-50 flex h-[min(680px,92vh)] w-[min(1100px,calc(100vw-24px))] -translate-1/2 flex-col rounded-2xl border border-line bg-panel p-4 shadow-2xl"
        >
          <div className="flex flex-wrap items-center gap-2 pb-2">
            <Dialog.Title className="mr-auto text-lg font-semibold">{getTitle(subject)}</Dialog.Title>
            {subject.kind === 'strip' && <ViewChoice view={view} onChoose={setView} />}
            <SaveButtons subject={subject} getFigure={() => figure.current} />
            <Dialog.Close className="button button-square" aria-label="Close">
              <Icon name="cross" />
            </Dialog.Close>
          </div>
          <figure ref={figure} className="flex min-h-0 flex-1 flex-col">
            <Plot subject={subject} view={view} />
          </figure>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
      <select
        className="input !h-8"
        data-testid="plot-view"
        value={view}
        onChange={(event) => {
          onChoose(event.target.value as View);
        }}
      >
        {views.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
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
      <button
        type="button"
        className="button button-outline"
        title="The numbers of the time that is shown, in SI units"
        onClick={() => {
          run(saveCsv(controller, listSignals(subject)));
        }}
      >
        <Icon name="save" /> CSV
      </button>
      <button
        type="button"
        className="button button-outline"
        title="This plot as a picture"
        onClick={() => {
          const figure = getFigure();
          if (figure !== null) run(savePng(controller, figure));
        }}
      >
        <Icon name="save" /> PNG
      </button>
    </>
  );
}
