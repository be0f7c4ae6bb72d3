/** Messages over the picture: a failed run, and what just happened. */
import { useEffect } from 'react';
import { useStudio } from '../session/store.ts';
import { useController } from '../session/controller-context.ts';
import { Button } from './button.tsx';
import { Icon } from './icons.tsx';

const noticeSeconds = 5;

export function FailureBanner() {
  const controller = useController();
  const failure = useStudio((state) => state.failure);
  const lastStep = useStudio((state) => state.status?.lastStep);
  const isOpen = useStudio((state) => state.info !== undefined);
  if (failure === undefined) return null;
  const canGoBack = lastStep !== undefined && lastStep > 0 && failure.dead !== true;
  return (
    <div className="max-w-2xl rounded-xl border border-bad bg-panel p-4 shadow-lg" role="alert">
      <p className="flex items-center gap-2 font-semibold text-bad">
        <Icon name="warning" /> {isOpen ? 'The simulation stopped' : 'The animal cannot be opened'}
      </p>
      <p className="mt-1 [overflow-wrap:anywhere]">{failure.message}</p>
      {!failure.message.includes(failure.hint) && <p className="mt-1 text-dim">{failure.hint}</p>}
      {failure.details !== undefined && (
        <details className="mt-1 text-[12px] text-dim">
          <summary className="flex items-center gap-1">
            <Icon name="chevron" className="chevron !size-3" /> What the engine says
          </summary>
          <p className="[overflow-wrap:anywhere]">{failure.details}</p>
        </details>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {canGoBack && (
          <Button
            icon="undo"
            look="outline"
            onClick={() =>
              controller.seek(Math.max(0, lastStep - Math.round(0.5 / (controller.session.info?.dt ?? 0.005))))
            }
          >
            Back to half a second before
          </Button>
        )}
        {(canGoBack || failure.dead === true) && (
          <Button
            icon="restart"
            look="outline"
            onClick={() => {
              if (failure.dead === true) controller.startAnew();
              else controller.reset();
            }}
          >
            Start again
          </Button>
        )}
        {!isOpen && controller.hasSettings && (
          <Button icon="undo" look="outline" onClick={() => controller.openPlain()}>
            Open it without its settings
          </Button>
        )}
        {!isOpen && (
          <a className="button button-outline" href="#/">
            To the gallery
          </a>
        )}
      </div>
    </div>
  );
}

/** A run on the way to where it stood. */
export function RemakingBanner() {
  const controller = useController();
  const goal = useStudio((state) => state.status?.remaking);
  const step = useStudio((state) => (state.status?.remaking === undefined ? 0 : state.status.step));
  if (goal === undefined) return null;
  return (
    <div className="notice flex items-center gap-3 rounded-lg px-3 py-2 text-[12px]">
      Recomputing the run
      <progress className="h-2 w-32 accent-(--accent)" max={goal} value={step} aria-label="Steps recomputed" />
      <span className="text-dim tabular-nums">
        step {step} of {goal}
      </span>
      <Button look="outline" className="!h-7" onClick={() => controller.session.pause()}>
        Stop here
      </Button>
    </div>
  );
}

export function NoticeBanner() {
  const notice = useStudio((state) => state.notice);
  useEffect(() => {
    if (notice === undefined) return undefined;
    const timer = setTimeout(() => {
      useStudio.setState({ notice: undefined });
    }, noticeSeconds * 1000);
    return () => {
      clearTimeout(timer);
    };
  }, [notice]);
  return (
    <div role="status" aria-live="polite">
      {notice !== undefined && (
        <p className="notice max-h-24 max-w-2xl overflow-y-auto rounded-lg px-3 py-2 text-[12px] [overflow-wrap:anywhere]">
          {notice}
        </p>
      )}
    </div>
  );
}
