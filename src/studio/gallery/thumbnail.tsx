/**
 * The animal itself, small and alive. Browsers draw in 3-D in a few places at once only, and every animal wants a processor:
 * cards in view come alive in turn, and leave a still when they rest. Pointing at one wakes it again.
 */
import { useEffect, useRef } from 'react';
import type { View } from '../../engine/model/desc-family.ts';
import { Viewer } from '../../viewer/viewer.ts';
import { chooseColouring } from '../session/look.ts';
import { defaultSeed } from '../../engine/record/permalink.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';
import { Turns } from './semaphore.ts';

const ignore = (): void => undefined;
/** Until it moves as it should: seconds, run through quickly. People who asked for less motion see this moment as a still. */
const warmUp = 2.4;
const warmUpSpeed = 8;
/** How long it moves after that while nobody points at it, and while others wait for their turn: seconds. */
const liveliness = { usual: 6, hurried: 0.6 };
/** Until the camera has caught up with an animal that stands still: milliseconds. */
const settleTime = 900;
const turns = new Turns(2);

export function Thumbnail({ animal }: { readonly animal: string }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => (frame.current === null ? undefined : showAnimal(frame.current, animal)), [animal]);
  return (
    <div
      ref={frame}
      className="absolute inset-0 [&>canvas]:absolute [&>canvas]:inset-0 [&>canvas]:size-full"
      aria-hidden="true"
    />
  );
}

function showAnimal(frame: HTMLElement, animal: string): () => void {
  const card = frame.closest('a') ?? frame;
  const still = document.createElement('canvas');
  frame.append(still);
  let hasStill = false;
  let giveBack: (() => void) | undefined;
  let stop: (() => void) | undefined;
  const rest = (): void => {
    stop?.();
    stop = undefined;
    giveBack?.();
    giveBack = undefined;
  };
  const wake = (): void => {
    giveBack ??= turns.request(() => {
      stop = runAnimal(frame, card, animal, still, () => {
        hasStill = true;
        rest();
      });
    });
  };
  const observer = new IntersectionObserver((entries) => {
    const seen = entries.at(-1)?.isIntersecting === true;
    if (!seen) rest();
    else if (!hasStill) wake();
  });
  observer.observe(frame);
  card.addEventListener('pointerenter', wake);
  card.addEventListener('focus', wake);
  // A still shows the theme it was drawn in.
  const unsubscribe = useStudio.subscribe((state, before) => {
    if (state.theme !== before.theme && hasStill) wake();
  });
  return () => {
    observer.disconnect();
    unsubscribe();
    card.removeEventListener('pointerenter', wake);
    card.removeEventListener('focus', wake);
    rest();
    still.remove();
  };
}

/** Runs the animal until it may rest; the last picture is kept in `still` before `onRest` is called. */
function runAnimal(
  frame: HTMLElement,
  card: Element,
  animal: string,
  still: HTMLCanvasElement,
  onRest: () => void,
): () => void {
  const canvas = document.createElement('canvas');
  canvas.className = 'opacity-0 transition-opacity duration-500';
  frame.append(canvas);
  let viewer: Viewer;
  try {
    viewer = new Viewer(canvas, { theme: useStudio.getState().theme, interactive: false });
  } catch {
    // Without WebGL the card still has its words.
    canvas.remove();
    return ignore;
  }
  const motionless = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let tired = false;
  const session: Session = new Session(animal, [], defaultSeed, {
    onSystem: (info) => {
      viewer.setLayout(info.layout);
      viewer.setView(info.desc['view'] as View | undefined);
      viewer.setColouring(chooseColouring(info.layout), info.layout.channels[0]?.name);
      session.setSpeed(warmUpSpeed);
      session.play();
    },
    onStatus: (status) => {
      if (status.time < warmUp) return;
      if (status.speed === warmUpSpeed) session.setSpeed(1);
      const lively = turns.waiting > 0 ? liveliness.hurried : liveliness.usual;
      tired = motionless || (status.time > warmUp + lively && !card.matches(':hover, :focus'));
    },
    onFailure: onRest,
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
  let restsAt: number | undefined;
  let request = requestAnimationFrame(function loop(now) {
    request = requestAnimationFrame(loop);
    if (session.readFrame() && session.meta !== undefined) viewer.applyFrame(session.frame, session.meta);
    // Half the pictures are enough.
    odd = !odd;
    if (session.meta === undefined || odd) return;
    viewer.render(now);
    canvas.style.opacity = '1';
    if (!tired) return;
    if (restsAt === undefined) {
      session.pause();
      restsAt = now + settleTime;
    }
    if (now < restsAt) return;
    keepPicture(still, canvas);
    onRest();
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

/** Just after it was drawn, the picture is still there to copy. */
function keepPicture(still: HTMLCanvasElement, canvas: HTMLCanvasElement): void {
  still.width = canvas.width;
  still.height = canvas.height;
  still.getContext('2d')!.drawImage(canvas, 0, 0);
}
