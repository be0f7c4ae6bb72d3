/** A study of one animal: one or two parameters, run in workers, as a curve or a map whose cells open their runs. */
import { describeError } from '../data/describe-error.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JobResult } from '../../experiments/studies/job.ts';
import { chooseDisplayUnit, formatNumber } from '../data/display-units.ts';
import { formatTitle } from '../data/form-model.ts';
import { formatPermalink, type Permalink } from '../../engine/record/permalink.ts';
import { saveFile } from '../session/saved-file.ts';
import { Header } from '../ui/header.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { LineChart } from '../ui/line-chart.tsx';
import { createWriter, HeatMap, type NamedAxis } from './heat-map.tsx';
import type { Plan, StudySubject } from './messages.ts';
import { createGrid } from './results.ts';
import { createAxis, listVaried, proposeField } from './axes.ts';
import { type StudyDraft, StudyForm } from './study-form.tsx';
import { useAnswer } from '../calls/use-answer.ts';
import { askSweep, startSweep } from './sweep.ts';
import { Select } from '../ui/choices.tsx';

interface Outcome {
  readonly plan: Plan;
  readonly results: readonly (JobResult | undefined)[];
}

interface Kept {
  draft: StudyDraft | undefined;
  outcome: Outcome | undefined;
  metric: string;
}

/** Results stay while the page is open, to come back to the map after opening a run. */
const kept = new Map<string, Kept>();

/** The study of an address, with what was found. */
function useStudy(
  link: Permalink,
  subject: StudySubject | undefined,
  onProblem: (problem: string | undefined) => void,
) {
  const key = formatPermalink(link);
  const memory = kept.get(key) ?? { draft: undefined, outcome: undefined, metric: 'speed' };
  kept.set(key, memory);
  const [draft, setDraft] = useState(memory.draft);
  const [outcome, setOutcome] = useState(memory.outcome);
  const [metric, setMetric] = useState(memory.metric);
  const stop = useRef<(() => void) | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  Object.assign(memory, { draft, outcome, metric });
  useEffect(() => () => stop.current?.(), []);
  useEffect(() => {
    if (subject === undefined || draft !== undefined) return;
    const first = proposeField(subject);
    setDraft({ axes: first === undefined ? [] : [createAxis(subject, first, 5)], seconds: 5, seeds: 1 });
  }, [subject, draft]);
  const finish = (problem?: string): void => {
    onProblem(problem);
    setBusy(false);
  };
  const run = async (): Promise<void> => {
    if (draft === undefined) return;
    onProblem(undefined);
    setBusy(true);
    try {
      const plan = await askSweep((remote) => remote.createPlan(link.animal, formatSpec(link, draft)));
      const results: (JobResult | undefined)[] = plan.jobs.map(() => undefined);
      setOutcome({ plan, results: [...results] });
      stop.current = startSweep(plan, {
        onResult: (index, result) => {
          results[index] = result;
          setOutcome({ plan, results: [...results] });
        },
        onDone: finish,
        onFailure: finish,
      });
    } catch (error) {
      finish(describeError(error));
    }
  };
  const cancel = (): void => {
    stop.current?.();
    setBusy(false);
  };
  return { draft, setDraft, outcome, metric, setMetric, busy, run, cancel };
}

export function StudyView({ link }: { readonly link: Permalink }) {
  const { animal, settings } = link;
  const { value: subject, problem: refusal } = useAnswer(JSON.stringify([animal, settings]), () =>
    askSweep((remote) => remote.createSubject(animal, settings)),
  );
  const [problem = refusal, setProblem] = useState<string>();
  const { draft, setDraft, outcome, metric, setMetric, busy, run, cancel } = useStudy(link, subject, setProblem);
  const title = subject?.title ?? formatTitle(link.animal);
  const titles = useMemo(
    () => new Map(subject === undefined ? [] : listVaried(subject).map((field) => [field.path, field.title])),
    [subject],
  );
  useEffect(() => {
    document.title = `Study of ${title} · Bestiary`;
  }, [title]);
  return (
    <div className="flex h-full min-h-[560px] flex-col">
      <Header title={`Study of ${title}`}>
        <a className="button" href={formatPermalink(link)}>
          <Icon name="back" /> <span className="max-sm:sr-only">To the animal</span>
        </a>
      </Header>
      <div className="grid min-h-0 flex-1 grid-cols-[340px_minmax(0,1fr)] max-[899px]:grid-cols-1 max-[899px]:overflow-y-auto">
        <aside aria-label="What is varied" className="thin-scroll overflow-y-auto border-r border-line bg-panel">
          {subject !== undefined && draft !== undefined && (
            <StudyForm
              subject={subject}
              draft={draft}
              busy={busy}
              onChange={setDraft}
              onRun={() => void run()}
              onSave={() => {
                saveFile(`${link.animal}.study.json`, new Blob([formatSpec(link, draft)]));
              }}
            />
          )}
          {problem !== undefined && (
            <p role="alert" className="px-4 pb-4 text-bad [overflow-wrap:anywhere]">
              {problem}
            </p>
          )}
        </aside>
        <main className="thin-scroll min-h-0 overflow-y-auto p-5">
          {outcome === undefined ? (
            <p className="grid h-full place-items-center text-center text-dim">
              Choose what to vary, and run. Every result is one run of the animal, and opens.
            </p>
          ) : (
            <Findings
              outcome={outcome}
              metric={metric}
              busy={busy}
              animal={link.animal}
              titles={titles}
              about={subject?.metrics.find(({ name }) => name === metric)?.about}
              onMetric={setMetric}
              onCancel={cancel}
            />
          )}
        </main>
      </div>
    </div>
  );
}

interface FindingsProps {
  readonly outcome: Outcome;
  readonly metric: string;
  readonly busy: boolean;
  readonly animal: string;
  /** Names of parameters by their paths. */
  readonly titles: ReadonlyMap<string, string>;
  /** The metric in a sentence. */
  readonly about: string | undefined;
  readonly onMetric: (metric: string) => void;
  readonly onCancel: () => void;
}

function Findings({ outcome, metric, busy, animal, titles, about, onMetric, onCancel }: FindingsProps) {
  const { plan, results } = outcome;
  const axes = plan.parameters.map((parameter) => withTitle(parameter, titles));
  const chosen = plan.metrics.find(({ name }) => name === metric) ?? plan.metrics[0]!;
  const grid = createGrid(plan, results, chosen.name);
  const done = results.filter((result) => result !== undefined);
  const failed = done.filter(({ status }) => status === 'failed').length;
  const saveCsv = async (): Promise<void> => {
    const text = await askSweep((remote) => remote.createCsv(animal, plan.spec, done));
    saveFile(`${animal}-study.csv`, new Blob([text], { type: 'text/csv' }));
  };
  return (
    <section aria-label="Results" className="mx-auto grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 text-dim">
          Metric
          <Select
            className="text-ink"
            value={chosen.name}
            options={plan.metrics.map(({ name }) => [name, formatTitle(name)] as const)}
            onSet={onMetric}
          />
        </label>
        <progress className="w-40" max={plan.jobs.length} value={done.length} />
        <span role="status" className="font-mono text-[12px] tabular-nums text-dim" data-testid="progress">
          {done.length} of {plan.jobs.length} runs{failed > 0 ? `, ${failed} failed` : ''}
        </span>
        <span className="ml-auto flex gap-1.5">
          {busy && (
            <Button icon="cross" look="outline" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button icon="save" look="outline" disabled={done.length < plan.jobs.length} onClick={() => void saveCsv()}>
            CSV
          </Button>
        </span>
      </div>
      {plan.parameters.length === 2 ? (
        <HeatMap grid={grid} parameters={axes} metric={chosen} />
      ) : (
        <Curve grid={grid} axis={axes[0]!} metric={chosen} />
      )}
      {about !== undefined && <p className="text-[12px] text-dim">{about}</p>}
      {plan.seeds > 1 && <p className="text-[12px] text-dim">Means over {plan.seeds} seeds; a cell opens its first.</p>}
    </section>
  );
}

function withTitle(parameter: NamedAxis, titles: ReadonlyMap<string, string>): NamedAxis {
  const title = titles.get(parameter.name);
  return title === undefined ? parameter : { ...parameter, title };
}

interface CurveProps {
  readonly grid: ReturnType<typeof createGrid>;
  readonly axis: NamedAxis;
  readonly metric: Plan['metrics'][number];
}

function Curve({ grid, axis, metric }: CurveProps) {
  const measured = grid.filter(({ mean }) => mean !== undefined);
  const x = createWriter(
    axis,
    grid.map(({ values }) => values[0]!),
  );
  const unit = chooseDisplayUnit(metric.unit, Math.max(0, ...measured.map(({ mean }) => Math.abs(mean!))));
  const name = formatTitle(metric.name);
  const yTitle = unit.label === '' ? name : `${name}, ${unit.label}`;
  const points = measured.map(({ values, mean }) => [values[0]! / x.factor, mean! / unit.factor] as const);
  return (
    <LineChart
      wide
      title={`${name} over ${x.title}`}
      xTitle={x.title}
      yTitle={yTitle}
      series={[{ name, colour: 'var(--accent)', points }]}
      describePoint={(i) =>
        `${x.title} ${x.format(measured[i]!.values[0]!)}: ${yTitle} ${formatNumber(Number(points[i]![1].toPrecision(4)))}. Opens the run.`
      }
      onPoint={(i) => {
        location.hash = measured[i]!.link;
      }}
    />
  );
}

/** The same file that `bestiary sweep` takes. */
function formatSpec({ animal, settings }: Permalink, { axes, seconds, seeds }: StudyDraft): string {
  const parameters = Object.fromEntries(
    axes.map(({ path, from, to, steps }) => [
      path,
      steps === 1 ? { list: [toAmount(from)] } : { from: toAmount(from), to: toAmount(to), steps },
    ]),
  );
  return `${JSON.stringify({ animal, set: Object.fromEntries(settings), seconds, seeds, parameters }, null, 2)}\n`;
}

/** A number where it is one, else a text with a unit. */
function toAmount(text: string): number | string {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
}
