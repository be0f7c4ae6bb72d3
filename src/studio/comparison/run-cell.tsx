/** The picture of one compared run, with its name and how far it came. */
import { useEffect, useState } from 'react';
import { chooseDisplayUnit } from '../data/display-units.ts';
import { createRunLink } from '../session/kept/run-link.ts';
import { Icon } from '../ui/icons.tsx';
import type { RunReading } from './comparison-controller.ts';
import type { ComparedRun, ComparisonPlan } from './plan.ts';

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

export function RunCell({ plan, run, colour, isHidden, reading, onRemove, onCanvas }: CellProps) {
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
        <button
          type="button"
          className="glass button button-square absolute top-3 right-3"
          aria-label={`Take run ${run.label} out`}
          onClick={onRemove}
        >
          <Icon name="cross" />
        </button>
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
