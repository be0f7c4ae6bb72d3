/** One dialog for everything that can be taken out of a run. */
import { describeError } from '../data/describe-error.ts';
import { useEffect, useRef, useState } from 'react';
import { useController } from '../session/controller-context.ts';
import { saveFile } from '../session/saved-file.ts';
import { useStudio } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { chooseWhat, createChoice, createDraft, type Draft, findProblem, listOffers } from './draft.ts';
import { Options } from './options.tsx';
import { measureView, runExport } from './run-export.ts';

type Work =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly share: number }
  | { readonly state: 'done'; readonly said: string }
  | { readonly state: 'failed'; readonly said: string };

export function ExportDialog() {
  return (
    <Modal
      title="Export"
      className="thin-scroll max-h-[92vh] w-[min(720px,calc(100vw-32px))] overflow-auto p-5 pb-0"
      onClose={() => useStudio.setState({ exportOpen: undefined })}
      onOpenAutoFocus={(event) => {
        // Arrow keys choose at once; the button that closes comes first in the page only.
        event.preventDefault();
        document.querySelector<HTMLElement>('input[name="export-what"]:checked')?.focus();
      }}
    >
      <ExportForm />
    </Modal>
  );
}

function ExportForm() {
  const controller = useController();
  const info = useStudio((state) => state.info)!;
  const lastTime = useStudio((state) => state.status?.lastTime ?? 0);
  const [draft, setDraft] = useState(() => ({
    ...createDraft(info, lastTime, measureView(controller)),
    what: useStudio.getState().exportOpen ?? 'picture',
  }));
  const { work, start, cancel, forget } = useWork();
  const problem = findProblem(draft);
  const busy = work.state === 'busy';
  const change = (next: Draft): void => {
    setDraft(next);
    forget();
  };
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && problem === undefined) start(draft);
      }}
    >
      <fieldset disabled={busy} className="grid gap-x-6 gap-y-4 sm:grid-cols-[15rem_1fr]">
        <OfferList
          draft={draft}
          onChoose={(what) => {
            change(chooseWhat(draft, what));
          }}
        />
        <Options draft={draft} lastTime={lastTime} onChange={change} />
      </fieldset>
      <div className="sticky bottom-0 mt-4 flex min-h-14 items-center gap-3 border-t border-line bg-panel py-3">
        <WorkReport work={work} problem={problem} />
        {busy ? (
          <Button look="outline" className="ml-auto" onClick={cancel}>
            Cancel
          </Button>
        ) : (
          <Button type="submit" icon="save" look="accent" className="ml-auto" disabled={problem !== undefined}>
            Save file
          </Button>
        )}
      </div>
    </form>
  );
}

/** One export at a time; closing the dialog calls it off. */
function useWork(): {
  readonly work: Work;
  readonly start: (draft: Draft) => void;
  readonly cancel: () => void;
  /** What was said of the last file no longer belongs to what is chosen. */
  readonly forget: () => void;
} {
  const controller = useController();
  const [work, setWork] = useState<Work>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );
  const run = async (draft: Draft): Promise<void> => {
    const aborter = new AbortController();
    running.current = aborter;
    setWork({ state: 'busy', share: 0 });
    const onProgress = (share: number): void => {
      if (!aborter.signal.aborted) setWork({ state: 'busy', share });
    };
    try {
      const { name, content, notes } = await runExport(controller, createChoice(draft), {
        signal: aborter.signal,
        onProgress,
      });
      saveFile(name, content);
      setWork({ state: 'done', said: [`Saved ${name}.`, ...notes].join(' ') });
    } catch (error) {
      if (aborter.signal.aborted) setWork({ state: 'done', said: 'Cancelled: no file was written.' });
      else setWork({ state: 'failed', said: describeError(error) });
    }
  };
  return {
    work,
    start: (draft) => {
      void run(draft);
    },
    cancel: () => running.current?.abort(),
    forget: () => {
      setWork({ state: 'idle' });
    },
  };
}

function OfferList({ draft, onChoose }: { readonly draft: Draft; readonly onChoose: (what: string) => void }) {
  const info = useStudio((state) => state.info)!;
  return (
    <div role="radiogroup" aria-label="What to save" className="flex flex-col gap-0.5">
      {listOffers(info).map(({ what, title, about, refused }) => (
        <label
          key={what}
          className={`flex gap-2.5 rounded-lg border px-2.5 py-1.5 ${draft.what === what ? 'border-accent bg-raised' : 'border-transparent'} ${refused === undefined ? 'hover:bg-raised' : 'text-dim'}`}
        >
          <input
            type="radio"
            name="export-what"
            className="mt-1 self-start accent-(--accent)"
            value={what}
            checked={draft.what === what}
            disabled={refused !== undefined}
            onChange={() => {
              onChoose(what);
            }}
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="block text-[12px] text-dim">{refused ?? about}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

function WorkReport({ work, problem }: { readonly work: Work; readonly problem: string | undefined }) {
  const percent = work.state === 'busy' ? Math.floor(100 * work.share) : 0;
  return (
    <>
      {work.state === 'busy' && (
        <span className="flex min-w-0 flex-1 items-center gap-3">
          <progress className="h-2 w-full accent-(--accent)" max={100} value={percent} aria-label="Progress" />
          <span className="text-dim tabular-nums">{percent} %</span>
        </span>
      )}
      {/* Stays in the page, so that what is put into it is spoken. */}
      <p role="status" className={`min-w-0 flex-1 [overflow-wrap:anywhere] ${work.state === 'done' ? '' : 'sr-only'}`}>
        {work.state === 'done' ? work.said : work.state === 'busy' ? 'Working …' : ''}
      </p>
      {work.state === 'failed' && (
        <p role="alert" className="min-w-0 flex-1 [overflow-wrap:anywhere] text-bad">
          {work.said}
        </p>
      )}
      {problem !== undefined && work.state !== 'busy' && (
        <p role="alert" className="min-w-0 flex-1 text-bad">
          {problem}
        </p>
      )}
    </>
  );
}
