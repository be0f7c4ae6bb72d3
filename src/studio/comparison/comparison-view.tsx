/** Several runs side by side at the same simulated time: one time line, one camera, their signals and metrics together. */
import { describeError } from '../data/describe-error.ts';
import { Popover } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import type { OpenComparison } from './comparison-address.ts';
import { ComparisonController, type RunReading } from './comparison-controller.ts';
import { MetricTable } from './metric-table.tsx';
import { type ComparisonPlan, planNamed, planShared, runColours, type ComparedRun } from './plan.ts';
import { RunBox } from './run-box.tsx';
import { createComparisonAddress, maxRuns, parseComparisonAddress, type TitledRun } from './shared-address.ts';
import { SignalOverlay } from './signal-overlay.tsx';
import { TimeBar } from './time-bar.tsx';
import { chooseDisplayUnit } from '../data/display-units.ts';
import { findLeftAddress } from '../session/opening.ts';
import { createRunLink } from '../session/kept/run-link.ts';
import { Button } from '../ui/button.tsx';

/** `named`: a comparison that has a name; otherwise the address holds its runs. */
export function ComparisonView({ named, address }: { readonly named?: OpenComparison; readonly address: string }) {
  const [plan, setPlan] = useState(() => (named === undefined ? undefined : planNamed(named)));
  const [problem, setProblem] = useState<string>();
  const setRuns = (runs: readonly TitledRun[]): void => {
    setPlan(planShared(runs));
  };
  useEffect(() => {
    if (named !== undefined || !address.includes('?')) return;
    parseComparisonAddress(address).then(setRuns, (error: unknown) => {
      setProblem(describeError(error));
    });
  }, [named, address]);
  if (plan !== undefined) return <Compared key={plan.runs.length} plan={plan} onRuns={setRuns} />;
  if (problem === undefined && address.includes('?'))
    return (
      <main className="grid h-full place-items-center p-6">
        <p role="status">Loading …</p>
      </main>
    );
  return <Empty problem={problem} onRuns={setRuns} />;
}

/** Nothing to compare yet, or nothing that could be read. */
function Empty({ problem, onRuns }: { readonly problem: string | undefined; readonly onRuns: RunsChange }) {
  useEffect(() => {
    document.title = 'Comparison · Bestiary';
  }, []);
  return (
    <div className="flex min-h-full flex-col">
      <Header title="Comparison" />
      <main className="mx-auto w-full max-w-2xl p-6">
        {problem !== undefined && (
          <div role="alert" className="mb-4">
            <p className="font-semibold">The comparison cannot be opened</p>
            <p className="mt-1 [overflow-wrap:anywhere] text-dim">{problem}</p>
          </div>
        )}
        <p className="mb-4 text-dim">
          Two to four runs beside each other at the same simulated time: their pictures, their signals in one plot, what
          they are judged by, and by how much they differ.
        </p>
        <RunBox present={[]} onRuns={onRuns} />
      </main>
    </div>
  );
}

type RunsChange = (runs: readonly TitledRun[]) => void;

function Compared({ plan, onRuns }: { readonly plan: ComparisonPlan; readonly onRuns: RunsChange }) {
  const canvases = useRef<(HTMLCanvasElement | null)[]>([]);
  const [controller, setController] = useState<ComparisonController>();
  const [readings, setReadings] = useState<readonly RunReading[]>([]);
  const [ghosts, setGhosts] = useState(false);
  useEffect(() => {
    document.title = `${plan.title} · Bestiary`;
    const shown = canvases.current.filter((canvas) => canvas !== null);
    const opened = new ComparisonController(plan, shown, setReadings);
    setController(opened);
    return () => {
      opened.close();
    };
  }, [plan]);
  const time = Math.min(...readings.map((reading) => reading.time));
  const shared = Math.min(...readings.map((reading) => reading.lastTime));
  const rows = plan.runs.length > 2 && !ghosts ? 'grid-rows-2' : 'grid-rows-1';
  return (
    <div className="flex h-full min-h-[680px] flex-col">
      <Header title={plan.title}>
        {plan.shared !== undefined && <AddRuns present={plan.shared} onRuns={onRuns} />}
        <a className="button" href={findLeftAddress(plan.animal) ?? `#/${plan.animal}`}>
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
          <RunCell
            key={run.label}
            plan={plan}
            run={run}
            colour={runColours[i]!}
            isHidden={ghosts && i > 0}
            reading={readings[i]}
            onRemove={
              plan.shared === undefined || plan.shared.length < 2
                ? undefined
                : () => void remove(plan.shared!, i, onRuns)
            }
            onCanvas={(canvas) => {
              canvases.current[i] = canvas;
            }}
          />
        ))}
      </main>
      {controller !== undefined && (
        <div className="relative flex min-h-60 flex-[2] border-t border-line bg-panel max-md:flex-col max-md:overflow-y-auto md:max-h-72">
          <SignalOverlay plan={plan} controller={controller} time={time} />
          <MetricTable plan={plan} controller={controller} seconds={Number.isFinite(shared) ? shared : 0} />
        </div>
      )}
    </div>
  );
}

/** A window over the comparison, with the box that takes more runs. */
function AddRuns({ present, onRuns }: { readonly present: readonly TitledRun[]; readonly onRuns: RunsChange }) {
  return (
    <Popover.Root>
      <Popover.Trigger className="button" disabled={present.length >= maxRuns} title={`At most ${maxRuns} runs`}>
        <Icon name="plus" /> <span className="max-sm:sr-only">Add runs</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          className="z-30 w-[min(520px,calc(100vw-16px))] rounded-xl border border-line bg-panel p-4 shadow-2xl"
        >
          <RunBox present={present} onRuns={onRuns} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

async function remove(runs: readonly TitledRun[], index: number, onRuns: RunsChange): Promise<void> {
  const others = runs.filter((_, i) => i !== index);
  const address = await createComparisonAddress(others);
  if (address === undefined) onRuns(others);
  else location.hash = address;
}

/** The picture of one compared run, with its name and how far it came. */
interface CellProps {
  readonly plan: ComparisonPlan;
  readonly run: ComparedRun;
  readonly colour: string;
  readonly isHidden: boolean;
  readonly reading: RunReading | undefined;
  /** Takes it out of the comparison. */
  readonly onRemove: (() => void) | undefined;
  readonly onCanvas: (canvas: HTMLCanvasElement | null) => void;
}

function RunCell({ plan, run, colour, isHidden, reading, onRemove, onCanvas }: CellProps) {
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
        className="glass absolute top-3 left-3 flex max-w-[calc(100%-72px)] items-baseline gap-2 rounded-lg px-3 py-1.5 hover:text-accent"
      >
        <span className="text-lg font-semibold" style={{ color: colour }}>
          {run.label}
        </span>
        <span className="truncate">{run.caption}</span>
      </a>
      {onRemove !== undefined && (
        <Button
          icon="cross"
          label={`Take run ${run.label} out`}
          className="glass absolute top-3 right-3"
          onClick={onRemove}
        />
      )}
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
  // Whole micrometres, hundredths of anything larger, and no −0.
  const shown = Number(((distance ?? 0) / unit.factor).toFixed(unit.label === 'µm' ? 0 : 2)) + 0;
  return (
    <div>
      <dt className="text-[11px] text-dim">{name}</dt>
      <dd className={`min-w-12 font-mono tabular-nums ${strong ? 'text-[15px] font-medium' : 'text-[13px] text-dim'}`}>
        {distance === undefined ? '–' : `${shown} ${unit.label}`}
      </dd>
    </div>
  );
}
