/** What the runs are judged by, beside each other, with the difference from the first. */
import { describeError } from '../data/describe-error.ts';
import { useEffect, useState } from 'react';
import { chooseDisplayUnit, formatNumber } from '../data/display-units.ts';
import { formatTitle } from '../data/form-model.ts';
import type { MeasuredMetric } from '../data/protocol.ts';
import { measure } from '../export/replay-worker.ts';
import { Button } from '../ui/button.tsx';
import type { ComparisonController } from './comparison-controller.ts';
import { type ComparisonPlan, runColours } from './plan.ts';

interface Props {
  readonly plan: ComparisonPlan;
  readonly controller: ComparisonController;
  /** Simulated seconds that all runs have. */
  readonly seconds: number;
}

interface Measured {
  readonly seconds: number;
  readonly columns: readonly (readonly MeasuredMetric[])[];
}

export function MetricTable({ plan, controller, seconds }: Props) {
  const [measured, setMeasured] = useState<Measured>();
  const [busy, setBusy] = useState<AbortController>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => busy?.abort(), [busy]);
  const start = async (): Promise<void> => {
    const aborter = new AbortController();
    setBusy(aborter);
    setProblem(undefined);
    try {
      const columns: (readonly MeasuredMetric[])[] = [];
      // One after the other: the machine has other work.
      for (const session of controller.sessions)
        columns.push(await measure(await session.requestScript(0), seconds, aborter.signal));
      setMeasured({ seconds, columns });
    } catch (error) {
      if (!aborter.signal.aborted) setProblem(describeError(error));
    }
    setBusy(undefined);
  };
  return (
    <section aria-label="Metrics" className="min-w-0 flex-1 overflow-auto p-3">
      <Button icon="check" look="outline" disabled={busy !== undefined || !(seconds > 0)} onClick={() => void start()}>
        {busy === undefined ? `Measure the first ${seconds.toFixed(1)} s` : 'Measuring …'}
      </Button>
      {problem !== undefined && (
        <p className="mt-2 text-bad" role="alert">
          {problem}
        </p>
      )}
      {measured !== undefined && <Table plan={plan} {...measured} />}
    </section>
  );
}

function Table({ plan, seconds, columns }: Measured & { readonly plan: ComparisonPlan }) {
  const names = [...new Set(columns.flatMap((metrics) => metrics.map(({ name }) => name)))];
  return (
    <table className="mt-2 w-full text-[12px]">
      <caption className="sr-only">Metrics over {seconds.toFixed(1)} s</caption>
      <thead>
        <tr className="text-left text-dim">
          <th className="font-normal">over {seconds.toFixed(1)} s</th>
          {plan.runs.map(({ label }, i) => (
            <th key={label} className="text-right" style={{ color: runColours[i] }}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <MetricRow key={name} metrics={columns.map((column) => column.find((metric) => metric.name === name))} />
        ))}
      </tbody>
    </table>
  );
}

function MetricRow({ metrics }: { readonly metrics: readonly (MeasuredMetric | undefined)[] }) {
  const known = metrics.find((metric) => metric !== undefined)!;
  const sizes = metrics.map((metric) => Math.abs(metric?.value ?? 0));
  const unit = chooseDisplayUnit(known.unit, Math.max(...sizes) || 1);
  const first = metrics[0]?.value;
  return (
    <tr className="border-t border-line" title={known.about}>
      <th className="text-left font-normal">
        {formatTitle(known.name)} <span className="text-dim">{unit.label}</span>
      </th>
      {metrics.map((metric, i) => (
        <td key={i} className="text-right font-mono tabular-nums">
          {metric?.value === undefined ? '–' : formatNumber(metric.value / unit.factor)}
          {i > 0 && <span className="text-dim"> {describeDifference(first, metric?.value)}</span>}
        </td>
      ))}
    </tr>
  );
}

function describeDifference(first: number | undefined, value: number | undefined): string {
  if (first === undefined || value === undefined || first === 0) return '';
  if (first === value) return '=';
  const percent = (100 * (value - first)) / Math.abs(first);
  const digits = Math.abs(percent) < 10 ? 1 : 0;
  return Math.abs(percent) > 999 ? '≫' : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toFixed(digits)} %`;
}
