/** Strips and raster under the picture, all with the same time axis and one cursor. */
import { lazy, useMemo, useState, useEffect, useRef } from 'react';
import {
  createRasterSources,
  createStrips,
  type RasterSource,
  windowLengths,
  type Strip,
} from '../../data/strip-model.ts';
import { useStudio } from '../../session/store.ts';
import { LazyPart } from '../../ui/error-boundary.tsx';
import { EnlargeButton } from './enlarge-button.tsx';
import type { PlotSubject } from './plot-dialog.tsx';
import { Raster } from './raster.tsx';
import { RasterLegend } from './raster-legend.tsx';
import { Select } from '../../ui/choices.tsx';
import { useController } from '../../session/controller-context.ts';
import { hoverTime } from './hover-time.ts';
import { formatAxisTitle, formatValues, showStrip } from './strip-plot.ts';

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
      <LazyPart what="The plot">
        {enlarged !== undefined && (
          <PlotDialog
            subject={enlarged}
            onClose={() => {
              setEnlarged(undefined);
            }}
          />
        )}
      </LazyPart>
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
        <Select
          className="!h-6 max-w-48 text-[12px]"
          aria-label="Signal shown in colours"
          data-testid="raster-choice"
          title={source.about}
          value={showsPhases ? phaseTitle : source.title}
          options={[...sources.map((candidate) => candidate.title), ...(onsets === undefined ? [] : [phaseTitle])]}
          onSet={setTitle}
        />
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
        <LazyPart what="The plot">
          <PhasePlot signal={onsets.name} things={onsets.onsetsOf!} />
        </LazyPart>
      ) : (
        <Raster source={source} />
      )}
    </div>
  );
}

function WindowChoice() {
  const seconds = useStudio((state) => state.window);
  return (
    <label className="flex items-center gap-1.5 text-[12px] text-dim">
      Window
      <Select
        className="!h-6 text-[12px]"
        value={seconds}
        options={windowLengths.map((length) => [length, `${length} s`])}
        onSet={(window) => useStudio.setState({ window })}
      />
    </label>
  );
}

/** One strip: lines over the last seconds under their title and unit, with the value at the cursor. */
interface StripChartProps {
  readonly strip: Strip;
  readonly onEnlarge: () => void;
}

function StripChart({ strip, onEnlarge }: StripChartProps) {
  const controller = useController();
  const theme = useStudio((state) => state.theme);
  const box = useRef<HTMLDivElement>(null);
  const readout = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const [element, text] = [box.current, readout.current];
    if (element === null || text === null) return undefined;
    const onValues = (time: number, values: readonly number[], pointedAt?: number): void => {
      const value = formatValues(strip, values, pointedAt);
      const full = hoverTime.get() === undefined ? value : `${time.toFixed(2)} s: ${value}`;
      if (text.textContent !== full) text.textContent = full;
    };
    return showStrip({ box: element, strip, large: false, onValues }, controller);
    // The theme changes the colours that are read from the page.
  }, [controller, strip, theme]);
  return (
    <div className="flex min-h-0 min-w-0 flex-col" data-testid="strip">
      <div className="flex min-h-[18px] shrink-0 items-center gap-2">
        <span className="eyebrow min-w-0 truncate" title={strip.about}>
          {strip.title}
          {strip.unit.label !== '' && <span className="normal-case"> ({strip.unit.label})</span>}
        </span>
        <span
          ref={readout}
          className="ml-auto shrink-0 font-mono text-[11px] whitespace-nowrap text-dim tabular-nums"
        />
        <EnlargeButton title={strip.title} onPress={onEnlarge} />
      </div>
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          className="absolute inset-0 overflow-hidden"
          role="img"
          aria-label={`${formatAxisTitle(strip)} over time. ${strip.about}`}
        />
      </div>
    </div>
  );
}
