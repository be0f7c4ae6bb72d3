/** Several runs side by side at the same simulated time: one time line, one camera, their signals and metrics together. */
import { useEffect, useRef, useState } from 'react';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import { chooseDisplayUnit } from '../data/display-units.ts';
import { createRunLink } from '../session/kept/run-link.ts';
import { useStudio } from '../session/store.ts';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import type { OpenComparison } from './comparison-address.ts';
import { ComparisonController, type RunReading } from './comparison-controller.ts';
import { MetricTable } from './metric-table.tsx';
import { type ComparedRun, type ComparisonPlan, planNamed, planShared, runColours } from './plan.ts';
import { parseComparisonAddress } from './shared-address.ts';
import { SignalOverlay } from './signal-overlay.tsx';

/** `named`: a comparison that has a name; otherwise the address holds its runs. */
export function ComparisonView({ named, address }: { readonly named?: OpenComparison; readonly address: string }) {
  const [plan, setPlan] = useState(() => (named === undefined ? undefined : planNamed(named)));
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (named !== undefined) return;
    parseComparisonAddress(address).then(
      (runs) => {
        setPlan(planShared(runs));
      },
      (error: unknown) => {
        setProblem(error instanceof Error ? error.message : String(error));
      },
    );
  }, [named, address]);
  if (plan !== undefined) return <Compared plan={plan} />;
  return (
    <main className="grid h-full place-items-center p-6">
      {problem === undefined ? (
        <p role="status">Loading …</p>
      ) : (
        <div role="alert" className="max-w-lg">
          <p className="font-semibold">The comparison cannot be opened</p>
          <p className="mt-1 text-dim">{problem}</p>
          <a className="button button-outline mt-3" href="#/">
            To the gallery
          </a>
        </div>
      )}
    </main>
  );
}

function Compared({ plan }: { readonly plan: ComparisonPlan }) {
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const [controller, setController] = useState<ComparisonController>();
  const [readings, setReadings] = useState<readonly RunReading[]>([]);
  const [ghosts, setGhosts] = useState(false);
  useEffect(() => {
    document.title = `${plan.title} · Bestiary`;
    const shown = canvases.current.filter((canvas) => canvas !== null);
    const opened = new ComparisonController(plan, shown, setReadings);
    setController(opened);
    const unsubscribe = useStudio.subscribe((state) => {
      opened.setTheme(state.theme);
    });
    return () => {
      unsubscribe();
      opened.close();
    };
  }, [plan]);
  const time = Math.min(...readings.map((reading) => reading.time));
  const shared = Math.min(...readings.map((reading) => reading.lastTime));
  const rows = plan.runs.length > 2 && !ghosts ? 'grid-rows-2' : 'grid-rows-1';
  return (
    <div className="flex h-full min-h-[640px] flex-col">
      <Header title={plan.title}>
        <a className="button" href={`#/${plan.animal}`}>
          <Icon name="back" /> <span className="max-sm:sr-only">To the {plan.animal}</span>
        </a>
      </Header>
      <TimeBar
        plan={plan}
        controller={controller}
        readings={readings}
        ghosts={ghosts}
        onGhosts={(shown) => {
          setGhosts(shown);
          controller?.setGhosts(shown);
        }}
      />
      <main className={`grid min-h-0 flex-[3] gap-px bg-line ${ghosts ? 'grid-cols-1' : 'grid-cols-2'} ${rows}`}>
        {plan.runs.map((run, i) => (
          <Cell
            key={run.label}
            plan={plan}
            run={run}
            colour={runColours[i]!}
            isHidden={ghosts && i > 0}
            reading={readings[i]}
            onCanvas={(canvas) => {
              canvases.current[i] = canvas;
            }}
          />
        ))}
      </main>
      {controller !== undefined && (
        <div className="flex min-h-52 flex-[2] border-t border-line bg-panel max-md:flex-col md:max-h-72">
          <SignalOverlay plan={plan} controller={controller} time={time} />
          <MetricTable plan={plan} controller={controller} seconds={Number.isFinite(shared) ? shared : 0} />
        </div>
      )}
    </div>
  );
}

interface TimeBarProps {
  readonly plan: ComparisonPlan;
  readonly controller: ComparisonController | undefined;
  readonly readings: readonly RunReading[];
  readonly ghosts: boolean;
  readonly onGhosts: (shown: boolean) => void;
}

const cameras: readonly (readonly [CameraMode | 'start', string])[] = [
  ['follow', 'Follow'],
  ['orbit', 'Orbit'],
  ['top', 'Top'],
  ['start', 'From the start'],
];

function TimeBar({ plan, controller, readings, ghosts, onGhosts }: TimeBarProps) {
  const [playing, setPlaying] = useState(true);
  const time = Math.min(...readings.map((reading) => reading.time));
  const last = Math.max(0, ...readings.map((reading) => reading.lastTime));
  const play = (wanted: boolean): void => {
    controller?.setPlaying(wanted);
    setPlaying(wanted);
  };
  return (
    <section
      aria-label="Time"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-panel px-4 py-2"
    >
      <button
        type="button"
        className="button button-square button-accent !h-9 !w-9 !rounded-full"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => {
          play(!playing);
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
      <input
        type="range"
        className="slider slider-large min-w-32 flex-1"
        min={0}
        max={Math.max(0.01, last)}
        step={0.01}
        value={Number.isFinite(time) ? time : 0}
        aria-label="Time of all runs"
        data-testid="compared-time"
        onChange={(event) => {
          controller?.seek(event.target.valueAsNumber);
          setPlaying(false);
        }}
      />
      <output className="font-mono tabular-nums" aria-label="Simulated time">
        {Number.isFinite(time) ? time.toFixed(1) : '0.0'} s
      </output>
      <CameraChoice fromStart={plan.fromStart} controller={controller} />
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          className="accent-(--accent)"
          checked={ghosts}
          onChange={(event) => {
            onGhosts(event.target.checked);
          }}
        />
        Ghosts
      </label>
      <p className="w-full text-[12px] text-dim">{plan.about}</p>
    </section>
  );
}

interface CameraChoiceProps {
  readonly fromStart: ComparisonPlan['fromStart'];
  readonly controller: TimeBarProps['controller'];
}

/** One camera for all runs. */
function CameraChoice({ fromStart, controller }: CameraChoiceProps) {
  const [camera, setCamera] = useState<CameraMode | 'start'>(fromStart ? 'start' : 'follow');
  return (
    <label className="flex items-center gap-2">
      <span className="sr-only">Camera</span>
      <select
        className="input !h-8"
        value={camera}
        onChange={(event) => {
          const [mode] = cameras.find(([name]) => name === event.target.value)!;
          setCamera(mode);
          controller?.setCamera(mode === 'start' ? 'top' : mode, mode === 'start');
        }}
      >
        {cameras.map(([mode, title]) => (
          <option key={mode} value={mode}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CellProps {
  readonly plan: ComparisonPlan;
  readonly run: ComparedRun;
  readonly colour: string;
  readonly isHidden: boolean;
  readonly reading: RunReading | undefined;
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
}

function Cell({ plan, run, colour, isHidden, reading, onCanvas }: CellProps) {
  const [href, setHref] = useState(`#/${run.run.animal}`);
  useEffect(() => {
    void createRunLink(run.run, run.run.settings).then((link) => {
      if (link !== undefined) setHref(link);
    });
  }, [run]);
  return (
    <section
      className={`relative min-h-0 overflow-hidden bg-panel ${isHidden ? 'hidden' : ''}`}
      aria-label={`Run ${run.label}: ${run.caption}`}
    >
      <canvas
        ref={onCanvas}
        className="absolute inset-0 size-full touch-none"
        aria-hidden="true"
        data-testid={`run-${run.label}`}
      />
      <a
        href={href}
        title="Open this run"
        className="glass absolute top-3 left-3 flex max-w-[calc(100%-24px)] items-baseline gap-2 rounded-lg px-3 py-1.5 hover:text-accent"
      >
        <span className="text-lg font-semibold" style={{ color: colour }}>
          {run.label}
        </span>
        <span className="truncate">{run.caption}</span>
      </a>
      {reading?.problem !== undefined && (
        <p className="glass absolute inset-x-3 bottom-16 rounded-lg px-3 py-2 text-bad" role="alert">
          {reading.problem}
        </p>
      )}
      <dl className="glass absolute bottom-3 left-3 flex gap-4 rounded-lg px-3 py-1.5">
        <Reading name="Distance" distance={reading?.distance} strong />
        {plan.times.map((time, i) => (
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
  const unit = chooseDisplayUnit('m', Math.max(1e-4, Math.abs(distance ?? 0)));
  return (
    <div>
      <dt className="text-[11px] text-dim">{name}</dt>
      <dd className={`min-w-12 font-mono tabular-nums ${strong ? 'text-[15px] font-medium' : 'text-[13px] text-dim'}`}>
        {distance === undefined ? '–' : `${(distance / unit.factor).toFixed(0)} ${unit.label}`}
      </dd>
    </div>
  );
}
