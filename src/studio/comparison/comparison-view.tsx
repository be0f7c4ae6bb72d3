/** Several runs of an animal side by side, seen from above, all at the same simulated time. */
import { useEffect, useRef, useState } from 'react';
import type { ComparisonRun } from '../../experiments/kinds/comparison.ts';
import type { OpenComparison } from './comparison-address.ts';
import { chooseDisplayUnit } from '../data/display-units.ts';
import { ComparisonController, type RunReading } from './comparison-controller.ts';
import { formatPermalink, defaultSeed } from '../../engine/record/permalink.ts';
import { useStudio } from '../session/store.ts';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';

export function ComparisonView({ comparison }: { readonly comparison: OpenComparison }) {
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const [controller, setController] = useState<ComparisonController>();
  const [readings, setReadings] = useState<readonly RunReading[]>([]);
  const [playing, setPlaying] = useState(true);
  useEffect(() => {
    document.title = `${comparison.title} · Bestiary`;
    const shown = canvases.current.filter((canvas) => canvas !== null);
    const opened = new ComparisonController(comparison, shown, setReadings);
    setController(opened);
    const unsubscribe = useStudio.subscribe((state) => {
      opened.setTheme(state.theme);
    });
    return () => {
      unsubscribe();
      opened.close();
    };
  }, [comparison]);
  const time = Math.min(...readings.map((reading) => reading.time));
  return (
    <div className="flex h-full min-h-[560px] flex-col">
      <Header title={comparison.title}>
        <a className="button" href={`#/${comparison.animal}`}>
          <Icon name="back" /> To the {comparison.animal}
        </a>
      </Header>
      <section
        aria-label="Time"
        className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-panel px-4 py-2"
      >
        <button
          type="button"
          className="button button-square button-accent !h-9 !w-9 !rounded-full"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => {
            controller?.setPlaying(!playing);
            setPlaying(!playing);
          }}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </button>
        <button
          type="button"
          className="button button-outline"
          onClick={() => {
            controller?.restart();
            setPlaying(true);
          }}
        >
          <Icon name="restart" /> Start again
        </button>
        <output className="font-mono tabular-nums" aria-label="Simulated time">
          {Number.isFinite(time) ? time.toFixed(1) : '0.0'} s
        </output>
        <p className="min-w-60 flex-1 text-dim">{comparison.about}</p>
      </section>
      <main className="grid min-h-0 flex-1 grid-cols-2 grid-rows-2 gap-px bg-line">
        {comparison.runs.map((run, i) => (
          <Cell
            key={run.label}
            comparison={comparison}
            run={run}
            reading={readings[i]}
            onCanvas={(canvas) => {
              canvases.current[i] = canvas;
            }}
          />
        ))}
      </main>
    </div>
  );
}

interface CellProps {
  readonly comparison: OpenComparison;
  readonly run: ComparisonRun;
  readonly reading: RunReading | undefined;
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
}

function Cell({ comparison, run, reading, onCanvas }: CellProps) {
  const { animal } = comparison;
  return (
    <section className="relative min-h-0 overflow-hidden bg-panel" aria-label={`Run ${run.label}: ${run.caption}`}>
      <canvas
        ref={onCanvas}
        className="absolute inset-0 size-full"
        aria-hidden="true"
        data-testid={`run-${run.label}`}
      />
      <a
        href={formatPermalink({ animal, settings: run.settings, seed: defaultSeed })}
        title="Open this run"
        className="glass absolute top-3 left-3 flex items-baseline gap-2 rounded-lg px-3 py-1.5 hover:text-accent"
      >
        <span className="text-lg font-semibold">{run.label}</span> {run.caption}
      </a>
      {reading?.problem !== undefined && (
        <p className="glass absolute inset-x-3 bottom-16 rounded-lg px-3 py-2 text-bad" role="alert">
          {reading.problem}
        </p>
      )}
      <dl className="glass absolute bottom-3 left-3 flex gap-4 rounded-lg px-3 py-1.5">
        <Reading name="Distance" distance={reading?.distance} strong />
        {comparison.times.map((time, i) => (
          <Reading key={time} name={`${time} s`} distance={reading?.distances[i]} />
        ))}
      </dl>
    </section>
  );
}

interface ReadingProps {
  readonly name: string;
  readonly distance: number | undefined;
  readonly strong?: boolean;
}

function Reading({ name, distance, strong = false }: ReadingProps) {
  const unit = chooseDisplayUnit('m', 1e-4);
  return (
    <div>
      <dt className="text-[11px] text-dim">{name}</dt>
      <dd className={`min-w-12 font-mono tabular-nums ${strong ? 'text-[15px] font-medium' : 'text-[13px] text-dim'}`}>
        {distance === undefined ? '–' : `${(distance / unit.factor).toFixed(0)} ${unit.label}`}
      </dd>
    </div>
  );
}
