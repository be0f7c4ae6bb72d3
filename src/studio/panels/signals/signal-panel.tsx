/** Strips and raster under the picture, all with the same time axis and one cursor. */
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { createRasterSources, createStrips, type RasterSource, windowLengths } from '../../data/strip-model.ts';
import { useStudio } from '../../session/store.ts';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { EnlargeButton } from './enlarge-button.tsx';
import type { PlotSubject } from './plot-dialog.tsx';
import { Raster } from './raster.tsx';
import { RasterLegend } from './raster-legend.tsx';
import { StripChart } from './strip-chart.tsx';

const PlotDialog = lazy(async () => ({ default: (await import('./plot-dialog.tsx')).PlotDialog }));

export function SignalPanel() {
  const signals = useStudio((state) => state.info?.signals);
  const bodyLength = useStudio((state) => state.info?.bodyLength ?? 1);
  const strips = useMemo(() => createStrips(signals ?? [], bodyLength), [signals, bodyLength]);
  const sources = useMemo(() => createRasterSources(signals ?? []), [signals]);
  const [enlarged, setEnlarged] = useState<PlotSubject>();
  return (
    <section
      aria-label="Signals"
      data-tour="signals"
      className={`grid min-h-0 gap-x-4 ${sources.length > 0 ? 'grid-cols-2' : 'grid-cols-1'} bg-panel px-3 pt-1.5 pb-2 [grid-area:signals] max-[759px]:grid-cols-1 max-[999px]:border-b max-[999px]:border-line`}
    >
      <div className="thin-scroll grid min-h-0 min-w-0 auto-rows-[minmax(72px,1fr)] grid-cols-1 gap-1 overflow-y-auto max-[999px]:auto-rows-[104px]">
        {strips.map((strip) => (
          <StripChart
            key={strip.title}
            strip={strip}
            onEnlarge={() => {
              setEnlarged({ kind: 'strip', strip });
            }}
          />
        ))}
      </div>
      {sources.length > 0 && <RasterPanel sources={sources} onEnlarge={setEnlarged} />}
      <ErrorBoundary what="The plot" small>
        <Suspense fallback={null}>
          {enlarged !== undefined && (
            <PlotDialog
              subject={enlarged}
              onClose={() => {
                setEnlarged(undefined);
              }}
            />
          )}
        </Suspense>
      </ErrorBoundary>
    </section>
  );
}

/** Things that begin cycles in turn have a wave to measure. */
const PhasePlot = lazy(async () => ({ default: (await import('./phase-plot.tsx')).PhasePlot }));

interface RasterPanelProps {
  readonly sources: readonly RasterSource[];
  readonly onEnlarge: (subject: PlotSubject) => void;
}

function RasterPanel({ sources, onEnlarge }: RasterPanelProps) {
  const [title, setTitle] = useState(sources[0]!.title);
  const onsets = useStudio((state) => state.info?.signals.find(({ onsetsOf }) => onsetsOf !== undefined));
  const phaseTitle = `Phase of ${onsets?.onsetsOf ?? ''}`;
  const source = sources.find((candidate) => candidate.title === title) ?? sources[0]!;
  const showsPhases = onsets !== undefined && title === phaseTitle;
  return (
    <div className="flex min-h-0 min-w-0 flex-col max-[999px]:h-[296px]">
      <div className="flex min-h-6 shrink-0 flex-wrap items-center gap-x-2">
        <select
          className="input !h-6 max-w-48 text-[12px]"
          aria-label="Signal shown in colours"
          data-testid="raster-choice"
          title={source.about}
          value={showsPhases ? phaseTitle : source.title}
          onChange={(event) => {
            setTitle(event.target.value);
          }}
        >
          {sources.map((candidate) => (
            <option key={candidate.title}>{candidate.title}</option>
          ))}
          {onsets !== undefined && <option>{phaseTitle}</option>}
        </select>
        <div className="ml-auto flex items-center gap-2">
          <WindowChoice />
          <EnlargeButton
            title={showsPhases ? phaseTitle : source.title}
            onPress={() => {
              onEnlarge(
                showsPhases
                  ? { kind: 'phases', title: phaseTitle, signal: onsets.name, things: onsets.onsetsOf! }
                  : { kind: 'raster', source },
              );
            }}
          />
        </div>
        {!showsPhases && <RasterLegend source={source} />}
      </div>
      {showsPhases ? (
        <ErrorBoundary what="The plot" small>
          <Suspense fallback={null}>
            <PhasePlot signal={onsets.name} things={onsets.onsetsOf!} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <Raster source={source} />
      )}
    </div>
  );
}

function WindowChoice() {
  const seconds = useStudio((state) => state.window);
  const select = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (select.current !== null) select.current.value = String(seconds);
  }, [seconds]);
  return (
    <label className="flex items-center gap-1.5 text-[12px] text-dim">
      Window
      <select
        ref={select}
        className="input !h-6 text-[12px]"
        defaultValue={seconds}
        onChange={(event) => {
          useStudio.setState({ window: Number(event.target.value) });
        }}
      >
        {windowLengths.map((length) => (
          <option key={length} value={length}>
            {length} s
          </option>
        ))}
      </select>
    </label>
  );
}
