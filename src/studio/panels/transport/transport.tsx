/** Play, step, speed, and the bar over all that has run. */
import { lazy, useEffect, useRef } from 'react';
import { useRuns } from '../../session/runs-store.ts';
import { useStudio } from '../../session/store.ts';
import { useController } from '../../session/controller-context.ts';
import { LazyPart } from '../../ui/error-boundary.tsx';
import { Button } from '../../ui/button.tsx';
import { hoverTime } from '../signals/hover-time.ts';
import { PlayButton } from './play-button.tsx';
import { Select, RangeInput } from '../../ui/choices.tsx';

const BranchTree = lazy(async () => ({ default: (await import('./branch-tree.tsx')).BranchTree }));

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

export function Transport() {
  const controller = useController();
  const ready = useStudio((state) => state.status !== undefined);
  return (
    <section
      aria-label="Time"
      data-tour="time"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-line bg-panel px-3 py-2 [grid-area:transport]"
    >
      <div className="flex items-center gap-0.5">
        <Button icon="restart" label="Start again (R)" disabled={!ready} onClick={() => controller.reset()} />
        <Button icon="back" label="One step back (←)" disabled={!ready} onClick={() => controller.move(-1)} />
        <PlayButton className="button-accent mx-1 !h-9 !w-9 !rounded-full" disabled={!ready} />
        <Button icon="forward" label="One step on (→)" disabled={!ready} onClick={() => controller.move(1)} />
      </div>
      <Scrubber />
      <Runs />
      <SpeedChoice />
    </section>
  );
}

/** Undo, redo, and the tree of the runs, which comes when it is asked for. */
function Runs() {
  const controller = useController();
  const undoCount = useRuns((state) => state.undoCount);
  const redoCount = useRuns((state) => state.redoCount);
  const count = useRuns((state) => state.branches.length);
  const treeOpen = useRuns((state) => state.treeOpen);
  return (
    <div className="flex items-center gap-0.5">
      <Button icon="undo" label="Undo (Ctrl Z)" disabled={undoCount === 0} onClick={() => controller.keeper?.undo()} />
      <Button
        icon="redo"
        label="Redo (Ctrl Shift Z)"
        disabled={redoCount === 0}
        onClick={() => controller.keeper?.redo()}
      />
      <Button
        icon="branch"
        label={`Runs of this page: ${count}`}
        title="Runs of this page (B)"
        className={`!px-2 ${treeOpen ? 'text-accent' : ''}`}
        aria-expanded={treeOpen}
        disabled={count === 0}
        onClick={() => useRuns.setState({ treeOpen: !treeOpen })}
      >
        {count > 1 && <span className="text-[12px] tabular-nums">{count}</span>}
      </Button>
      <LazyPart what="The tree of runs">{treeOpen && <BranchTree />}</LazyPart>
    </div>
  );
}

/** Whether a recomputed run is the one that was kept. */
function SameBits() {
  const comparison = useRuns((state) => state.comparison);
  const step = useStudio((state) => state.status?.step);
  if (comparison?.same === undefined || step === undefined || step < comparison.step) return null;
  return (
    <span
      className={`text-[12px] whitespace-nowrap ${comparison.same ? 'text-accent' : 'text-warn'}`}
      title={`State ${comparison.hash} at step ${comparison.step}`}
      data-testid="same-bits"
    >
      {comparison.same ? 'same bits ✓' : `other bits from step ${comparison.firstOther}`}
    </span>
  );
}

function Scrubber() {
  const controller = useController();
  const status = useStudio((state) => state.status);
  const step = status?.step ?? 0;
  const lastStep = status?.lastStep ?? 0;
  const time = status?.time ?? 0;
  const lastTime = status?.lastTime ?? 0;
  return (
    <div className="flex min-w-72 flex-1 items-center gap-3 max-sm:order-last max-sm:basis-full">
      <div className="relative flex flex-1">
        <HoverMark />
        <RangeInput
          className="slider-large"
          max={Math.max(1, lastStep)}
          step={1}
          value={step}
          disabled={lastStep === 0}
          aria-label="Time in the run"
          aria-valuetext={`${time.toFixed(2)} of ${lastTime.toFixed(2)} seconds`}
          data-testid="scrubber"
          onSet={(goal) => controller.seek(goal)}
        />
      </div>
      <output className="min-w-[7.5rem] text-right font-mono text-[12px] tabular-nums" aria-label="Simulated time">
        {time.toFixed(2)}
        <span className="text-dim"> / {lastTime.toFixed(2)} s</span>
      </output>
      <SameBits />
    </div>
  );
}

/** Half of the button of the slider: there its track begins. */
const thumb = 9;

/** Where in the run the moment is that the pointer is at in a plot. */
function HoverMark() {
  const mark = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      hoverTime.watch(() => {
        const [element, time] = [mark.current, hoverTime.get()];
        if (element === null) return;
        const lastTime = useStudio.getState().status?.lastTime ?? 0;
        const shown = time !== undefined && time >= 0 && time <= lastTime && lastTime > 0;
        element.hidden = !shown;
        if (!shown) return;
        const share = time / lastTime;
        element.style.left = `calc(${100 * share}% + ${thumb * (1 - 2 * share)}px)`;
      }),
    [],
  );
  return (
    <div
      ref={mark}
      hidden
      data-testid="hover-mark"
      className="pointer-events-none absolute top-0 h-full w-0.5 -translate-x-1/2 rounded bg-ink"
    />
  );
}

function SpeedChoice() {
  const controller = useController();
  const speed = useStudio((state) => state.status?.speed ?? 1);
  const reached = useStudio((state) => (state.status?.playing === true ? state.status.reachedSpeed : undefined));
  const behind = reached !== undefined && reached < 0.9 * speed;
  return (
    <div className="flex items-center gap-2 max-sm:ml-auto">
      <label className="flex items-center gap-2">
        <span className="text-dim max-[1199px]:sr-only" aria-hidden="true">
          Speed
        </span>
        <Select
          className="!h-8"
          aria-label="Simulation speed"
          value={speed}
          options={speeds.map((factor) => [factor, `×${factor}`])}
          onSet={(factor) => controller.session.setSpeed(factor)}
        />
      </label>
      <span
        className={`w-12 text-right font-mono text-[12px] tabular-nums max-[1199px]:hidden ${behind ? 'text-warn' : 'text-dim'}`}
        title={behind ? 'This computer does not reach the chosen speed' : 'Speed reached, in real time'}
      >
        {reached === undefined ? '' : `×${reached.toFixed(2)}`}
      </span>
    </div>
  );
}
