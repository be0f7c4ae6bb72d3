/** An animal learns while you watch: what is trained, how it goes, and the best so far beside the untrained one. */
import { describeError } from '../data/describe-error.ts';
import { useCallback, useEffect, useState } from 'react';
import { attachFileDrop } from '../session/file-drop.ts';
import { formatPermalink, type Permalink } from '../../engine/record/permalink.ts';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import { formatTitle } from '../data/form-model.ts';
import { findLearner } from './address.ts';
import { KeptList } from './kept-list.tsx';
import { type Answer, useAnswer } from '../calls/use-answer.ts';
import { askForPlan, askLearner } from './training/learner.ts';
import { defaultTask, type Wish, type CurvePoint } from './training/messages.ts';
import { PolicyComparisonView } from './policy-comparison-view.tsx';
import { createTraining, TrainingController, type TrainingView } from './training/controller.ts';
import { formatUpdates, nameTraining } from './training/describe.ts';
import { readTrainingFiles } from './training/files.ts';
import { TrainingPanel } from './training-panel.tsx';
import { giveFreeName, listTrainings, saveTraining, type TrainingRecord } from './training/store.ts';
import type { PolicyPlan } from '../../learn/policies/policy-plan.ts';
import { WishForm } from './wish-form.tsx';
import { LineChart } from '../ui/line-chart.tsx';

/** The trainings of an animal, the one that is open among them. */
function useTrainings(link: Permalink) {
  const animal = findLearner(link);
  const [problem, setProblem] = useState<string>();
  const [training, setTraining] = useState<TrainingController>();
  const [view, setView] = useState<TrainingView>();
  const [records, setRecords] = useState<readonly TrainingRecord[]>([]);
  const refresh = useCallback(async () => {
    setRecords(await listTrainings(animal));
  }, [animal]);
  const open = useCallback(
    (record: TrainingRecord, goOn: boolean) => {
      setProblem(undefined);
      const opened = new TrainingController(record, setView);
      if (goOn) void opened.resume();
      setTraining(opened);
      void refresh();
    },
    [refresh],
  );
  useEffect(() => {
    // A training that was running when the page was left continues.
    void listTrainings(animal).then((all) => {
      setRecords(all);
      const last = all.find(({ running }) => running) ?? all.find(({ kept }) => !kept);
      if (last !== undefined) open(last, last.running);
    });
  }, [animal, open]);
  useEffect(() => () => training?.close(), [training]);
  const begin = async (wish: Wish): Promise<void> => {
    try {
      const record = await createTraining(link, wish, nameTraining(wish.task, wish.trainer));
      open(await giveFreeName(record), true);
    } catch (error) {
      setProblem(describeError(error));
    }
  };
  const take = useCallback(
    async (files: readonly File[]): Promise<void> => {
      try {
        const record = await giveFreeName(await readTrainingFiles(files, { ...link, name: animal }));
        await saveTraining(record);
        open(record, false);
      } catch (error) {
        setProblem(describeError(error));
      }
    },
    [link, animal, open],
  );
  useEffect(() => attachFileDrop((_, files) => void take(files)), [take]);
  const close = (): void => {
    setTraining(undefined);
    setView(undefined);
    void refresh();
  };
  return { problem, training, view, records, refresh, open, begin, take, close };
}

export function LearnView({ link }: { readonly link: Permalink }) {
  const { animal, settings } = link;
  const { value: choices, problem: refusal } = useAnswer(JSON.stringify([animal, settings]), (signal) =>
    askLearner((remote) => remote.listChoices(animal, settings), signal),
  );
  const { problem = refusal, training, view, records, refresh, open, begin, take, close } = useTrainings(link);
  const plan = useBestPlan(view, link);
  const title = choices?.title ?? formatTitle(findLearner(link));
  useEffect(() => {
    document.title = `${title} learns · Bestiary`;
  }, [title]);
  return (
    <div className="flex h-full min-h-[600px] flex-col">
      <Header title={`${title} learns`}>
        <a className="button" href={formatPermalink(link)}>
          <Icon name="back" /> <span className="max-sm:sr-only">To the animal</span>
        </a>
      </Header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_340px] max-[899px]:auto-rows-max max-[899px]:grid-cols-1 max-[899px]:overflow-y-auto">
        <main className="grid min-h-0 grid-rows-[minmax(220px,1fr)_auto]">
          <PolicyComparisonView link={link} plan={plan.value} title={describeBest(view)} problem={plan.problem} />
          <Curves view={view} />
        </main>
        <aside
          aria-label="Training"
          className="thin-scroll min-h-0 overflow-y-auto border-l border-line bg-panel max-[899px]:border-l-0"
        >
          {problem !== undefined && (
            <p role="alert" className="border-b border-line px-4 py-3 text-bad [overflow-wrap:anywhere]">
              {problem}
            </p>
          )}
          {view === undefined || training === undefined ? (
            <WishForm choices={choices} onBegin={(wish) => void begin(wish)} />
          ) : (
            <TrainingPanel link={link} view={view} training={training} onClose={close} onKept={() => void refresh()} />
          )}
          <KeptList
            records={records}
            open={view?.record.id}
            onOpen={(record) => {
              open(record, false);
            }}
            onChanged={() => void refresh()}
            onFiles={(files) => void take(files)}
          />
        </aside>
      </div>
    </div>
  );
}

/** The best policy so far, made ready to drive. */
function useBestPlan(view: TrainingView | undefined, { animal, settings }: Permalink): Answer<PolicyPlan> {
  const { id = '', best, task = defaultTask } = view?.record ?? {};
  return useAnswer(best && JSON.stringify([id, best.updates, best.reward, task, animal, settings]), () => {
    const name = best!.updates === 0 ? 'as it began' : `after ${formatUpdates(best!.updates)}`;
    return askForPlan({ name, animal, settings, task, source: { kind: 'text', text: best!.policy } });
  });
}

function describeBest(view: TrainingView | undefined): string {
  const { best, description, name } = view?.record ?? {};
  if (best === undefined) return 'Best so far: none yet';
  if (description === undefined) return name ?? '';
  return best.updates === 0 ? 'Best so far: as it began' : `Best so far: after ${formatUpdates(best.updates)}`;
}

/**
 * How a training goes, and what it took: score (the return) and angle over the time that workers were at work. That is their CPU time where the
 * machine has a core for each; a page cannot ask for more.
 */
const timeTitle = 'training time, s (all workers)';

function Curves({ view }: { readonly view: TrainingView | undefined }) {
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
        <Reading
          name="Training time"
          value={last === undefined ? undefined : `${last.cpuSeconds.toFixed(1)} s`}
          id="cpu"
        />
        <Reading name="Score" value={last?.return?.toFixed(1)} id="return" />
        <Reading
          name="Angle"
          value={last?.angle === undefined ? undefined : `${last.angle.toFixed(1)}°`}
          id="mean-angle"
        />
      </dl>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1 [&_svg]:max-h-[24vh]">
        <LineChart
          title="Score of an episode"
          xTitle={timeTitle}
          yTitle="score"
          fromZero
          series={[{ name: 'mean score', colour: 'var(--left)', points: pick((point) => point.return) }]}
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
