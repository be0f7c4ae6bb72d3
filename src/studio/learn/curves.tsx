/**
 * How a training goes, and what it took: return and angle over the time that workers were at work. That is their CPU time where the
 * machine has a core for each; a page cannot ask for more.
 */
import { LineChart } from '../ui/line-chart.tsx';
import type { CurvePoint } from './training/messages.ts';
import type { TrainingView } from './training/controller.ts';

const timeTitle = 'seconds at work, all workers';

export function Curves({ view }: { readonly view: TrainingView | undefined }) {
  const curve = view?.record.curve ?? [];
  const pick = (read: (point: CurvePoint) => number | undefined): [number, number][] =>
    curve.flatMap((point) => {
      const value = read(point);
      return value === undefined ? [] : [[point.cpuSeconds, value] as [number, number]];
    });
  const last = curve.at(-1);
  return (
    <section aria-label="Curves" className="border-t border-line bg-panel px-3 pt-2 pb-1">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 px-1 pb-1">
        <Reading name="Updates" value={last?.updates.toFixed(0)} id="updates" />
        <Reading name="Episodes" value={last?.episodes.toFixed(0)} id="episodes" />
        <Reading name="Transitions" value={last?.transitions.toFixed(0)} id="transitions" />
        <Reading name="Transitions/s" value={formatRate(curve)} id="rate" />
        <Reading name="At work" value={last === undefined ? undefined : `${last.cpuSeconds.toFixed(1)} s`} id="cpu" />
        <Reading name="Return" value={last?.return?.toFixed(1)} id="return" />
        <Reading
          name="Angle"
          value={last?.angle === undefined ? undefined : `${last.angle.toFixed(1)}°`}
          id="mean-angle"
        />
      </dl>
      <div className="grid grid-cols-2 gap-2 [&_svg]:max-h-[24vh]">
        <LineChart
          title="Return of an episode"
          xTitle={timeTitle}
          yTitle="return"
          fromZero
          series={[{ name: 'mean return', colour: 'var(--left)', points: pick((point) => point.return) }]}
        />
        <LineChart
          title="Angle to the target"
          xTitle={timeTitle}
          yTitle="angle, °"
          fromZero
          series={[{ name: 'mean angle', colour: 'var(--right)', points: pick((point) => point.angle) }]}
        />
      </div>
    </section>
  );
}

function Reading({
  name,
  value,
  id,
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly id: string;
}) {
  return (
    <div>
      <dt className="text-[11px] text-dim">{name}</dt>
      <dd className="font-mono text-[14px] tabular-nums" data-testid={`reading-${id}`}>
        {value ?? '–'}
      </dd>
    </div>
  );
}

/** Of the last updates. */
function formatRate(curve: readonly CurvePoint[]): string | undefined {
  const [first, last] = [curve.at(-6) ?? curve[0], curve.at(-1)];
  if (first === undefined || last === undefined || last.seconds <= first.seconds) return undefined;
  return ((last.transitions - first.transitions) / (last.seconds - first.seconds)).toFixed(0);
}
