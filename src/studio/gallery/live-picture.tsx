/** An animal itself, small and alive, while it is on the screen. Until it moves as it should, what lies behind is seen. */
import { useEffect, useRef } from 'react';
import type { View } from '../../engine/model/desc-family.ts';
import { listAttachmentSets } from '../../viewer/surfaces/attachments.ts';
import { Viewer } from '../../viewer/viewer.ts';
import type { Setting } from '../data/protocol.ts';
import { chooseColouring } from '../session/look.ts';
import { defaultSeed } from '../../engine/record/permalink.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';

const ignore = (): void => undefined;
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
  let viewer: Viewer;
  try {
    viewer = new Viewer(canvas, { theme: useStudio.getState().theme, interactive: false });
    viewer.setMeasured(false);
  } catch {
    // Without WebGL there is still the poster.
    canvas.remove();
    return ignore;
  }
  const begin = performance.now();
  let ready = false;
  const session: Session = new Session(animal, settings, defaultSeed, {
    onSystem: (info) => {
      viewer.setLayout(info.layout);
      viewer.setView(info.desc['view'] as View | undefined);
      viewer.setColouring(chooseColouring(info.layout), info.layout.channels[0]?.name);
      const sets = listAttachmentSets(info.layout);
      viewer.setShownSets(new Set(sets.flatMap(({ name, optional }) => (optional ? [] : [name]))));
      session.setSpeed(warmUpSpeed);
      session.play();
    },
    onStatus: (status) => {
      if (status.time < warmUp && performance.now() - begin < longestWait) return;
      ready = true;
      if (status.speed === warmUpSpeed) session.setSpeed(1);
    },
    onFailure: ignore,
    onRefused: ignore,
    onSet: ignore,
    onFork: ignore,
  });
  const observer = new ResizeObserver(() => {
    viewer.resize(canvas.clientWidth, canvas.clientHeight, devicePixelRatio);
  });
  observer.observe(canvas);
  const unsubscribe = useStudio.subscribe((state) => {
    viewer.setTheme(state.theme);
  });
  let odd = false;
  let request = requestAnimationFrame(function loop(now) {
    request = requestAnimationFrame(loop);
    if (session.readFrame() && session.meta !== undefined) viewer.applyFrame(session.frame, session.meta);
    // Half the pictures are enough.
    odd = !odd;
    if (session.meta === undefined || odd) return;
    viewer.render(now);
    if (ready) canvas.style.opacity = '1';
  });
  return () => {
    cancelAnimationFrame(request);
    unsubscribe();
    observer.disconnect();
    session.close();
    viewer.dispose();
    canvas.remove();
  };
}
