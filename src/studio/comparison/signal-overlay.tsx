/** One signal of all runs over the same time, each in the colour of its run. */
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { chooseDisplayUnit } from '../data/display-units.ts';
import { formatTitle } from '../data/form-model.ts';
import type { SignalHistory } from '../data/signal-history.ts';
import { useStudio } from '../session/store.ts';
import type { ComparisonController } from './comparison-controller.ts';
import { type ComparisonPlan, runColours } from './plan.ts';
import { Select } from '../ui/choices.tsx';

const maxPoints = 600;
const interval = 300;

interface Props {
  readonly plan: ComparisonPlan;
  readonly controller: ComparisonController;
  /** Changes when there may be something new. */
  readonly time: number;
}

export function SignalOverlay({ plan, controller, time }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const theme = useStudio((state) => state.theme);
  const [chosen, setChosen] = useState('speed');
  const names = listCommon(controller);
  const name = names.includes(chosen) ? chosen : (names[0] ?? '');
  const isReady = name !== '';
  useEffect(() => {
    if (box.current === null || !isReady) return undefined;
    return show(box.current, controller, name);
    // The theme changes the colours that are read from the page.
  }, [controller, name, isReady, theme]);
  return (
    <section aria-label="Signals" className="flex min-h-0 min-w-0 flex-1 flex-col p-3" data-time={time > 0}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex items-center gap-2">
          <span className="text-dim">Signal</span>
          <Select
            className="!h-8"
            value={name}
            options={names.map((option) => [option, formatTitle(option)])}
            onSet={setChosen}
          />
        </label>
        {plan.runs.map(({ label, caption }, i) => (
          <span key={label} className="flex items-center gap-1.5 text-[12px]">
            <span className="h-0.5 w-4" style={{ background: runColours[i] }} /> {label} {caption}
          </span>
        ))}
      </div>
      <div
        ref={box}
        className="mt-2 min-h-36 flex-1 overflow-hidden"
        role="img"
        aria-label={`${name} of all runs over time`}
      />
    </section>
  );
}

/** Numbers that every run has. */
function listCommon(controller: ComparisonController): string[] {
  const [first, ...others] = controller.sessions.map(({ history }) => history);
  if (first === undefined || others.some((history) => history === undefined)) return [];
  return [...first.places.values()].flatMap(({ spec, detail }) =>
    !detail && spec.size === 1 && others.every((history) => history!.places.has(spec.name)) ? [spec.name] : [],
  );
}

function readColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function show(box: HTMLElement, controller: ComparisonController, name: string): () => void {
  const spec = controller.sessions[0]!.history!.places.get(name)!.spec;
  const unit = chooseDisplayUnit(spec.unit, Math.max(Math.abs(spec.range[0]), Math.abs(spec.range[1])));
  const axis = {
    stroke: readColour('--dim'),
    font: '11px system-ui',
    labelFont: '11px system-ui',
    grid: { stroke: readColour('--line'), width: 1 },
    ticks: { show: false },
  };
  const plot = new uPlot(
    {
      width: box.clientWidth,
      height: box.clientHeight,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false } },
      scales: { x: { time: false } },
      axes: [
        { ...axis, label: 'Time (s)', labelSize: 18, size: 34 },
        {
          ...axis,
          label: `${formatTitle(name)}${unit.label === '' ? '' : ` (${unit.label})`}`,
          labelSize: 18,
          size: 56,
        },
      ],
      series: [
        {},
        ...controller.sessions.map((_, i) => ({ stroke: runColours[i]!, width: 1.5, points: { show: false } })),
      ],
    },
    [[], ...controller.sessions.map(() => [])],
    box,
  );
  const update = (): void => {
    plot.setData(readData(controller, name, unit.factor));
  };
  update();
  const timer = setInterval(update, interval);
  const observer = new ResizeObserver(() => {
    plot.setSize({ width: box.clientWidth, height: box.clientHeight });
  });
  observer.observe(box);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    plot.destroy();
  };
}

/** Runs may have steps of other lengths: all are read at the same times. */
function readData(controller: ComparisonController, name: string, factor: number): uPlot.AlignedData {
  const histories = controller.sessions.map(({ history }) => history);
  const end = Math.max(...histories.map((history) => (history === undefined ? 0 : history.lastStep * history.dt)));
  const gap = Math.max(histories[0]?.dt ?? 1, end / maxPoints);
  const times = Array.from({ length: Math.max(0, Math.floor(end / gap) + 1) }, (_, i) => i * gap);
  return [times, ...histories.map((history) => times.map((time) => read(history, name, time, factor)))];
}

function read(history: SignalHistory | undefined, name: string, time: number, factor: number): number | null {
  const place = history?.places.get(name);
  if (history === undefined || place === undefined) return null;
  const step = Math.round(time / history.dt);
  const value = step > history.lastStep ? NaN : history.read(place, step);
  return Math.abs(value) < 1e9 ? value / factor : null;
}
