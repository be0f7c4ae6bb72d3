/** An animal itself, small and alive, while it is on the screen. Until it moves as it should, what lies behind is seen. */
import { useEffect, useRef } from 'react';
import type { Setting } from '../data/protocol.ts';
import { defaultSeed } from '../../engine/record/permalink.ts';
import { LiveRun } from '../live/live-run.ts';
import { listUsualSets } from '../live/look.ts';
import { startLoop } from '../live/loop.ts';
import { themes } from '../session/store.ts';

/** Until it moves as it should: simulated seconds, run through quickly. */
const warmUp = 2.4;
const warmUpSpeed = 8;
/** A slow machine shows it earlier: milliseconds. */
const longestWait = 2500;

interface LivePictureProps {
  readonly animal: string;
  readonly settings: readonly Setting[];
}

export function LivePicture({ animal, settings }: LivePictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(
    () => (frame.current === null ? undefined : runWhileSeen(frame.current, animal, settings)),
    [animal, settings],
  );
  return (
    <div
      ref={frame}
      data-testid="live-picture"
      className="absolute inset-0 [&>canvas]:absolute [&>canvas]:inset-0 [&>canvas]:size-full"
      aria-hidden="true"
    />
  );
}

function runWhileSeen(frame: HTMLElement, animal: string, settings: readonly Setting[]): () => void {
  let stop: (() => void) | undefined;
  const rest = (): void => {
    stop?.();
    stop = undefined;
  };
  const observer = new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting !== true) rest();
    else stop ??= runAnimal(frame, animal, settings);
  });
  observer.observe(frame);
  return () => {
    observer.disconnect();
    rest();
  };
}

function runAnimal(frame: HTMLElement, animal: string, settings: readonly Setting[]): () => void {
  const canvas = document.createElement('canvas');
  canvas.className = 'opacity-0 transition-opacity duration-500';
  frame.append(canvas);
  const begin = performance.now();
  let ready = false;
  const run = new LiveRun(
    canvas,
    { themes, interactive: false },
    { animal, settings, seed: defaultSeed },
    {
      onSystem: (info) => {
        run.view.show(info, { shownSets: listUsualSets(info.layout) });
        run.session.setSpeed(warmUpSpeed);
        run.session.play();
      },
      onStatus: ({ time, speed }) => {
        if (time < warmUp && performance.now() - begin < longestWait) return;
        ready = true;
        if (speed === warmUpSpeed) run.session.setSpeed(1);
      },
    },
  );
  const { view, session } = run;
  if (view.problem !== undefined) {
    // Without WebGL there is still the poster.
    run.close();
    canvas.remove();
    return () => undefined;
  }
  view.viewer?.setMeasured(false);
  let odd = false;
  const stopLoop = startLoop((now) => {
    view.update(session);
    // Half the pictures are enough.
    odd = !odd;
    if (session.meta === undefined || odd) return;
    view.viewer?.render(now);
    if (ready) canvas.style.opacity = '1';
  });
  return () => {
    stopLoop();
    run.close();
    canvas.remove();
  };
}
