/** The animal itself, small and alive. */
import { useEffect, useRef } from 'react';
import { Viewer } from '../../viewer/viewer.ts';
import { defaultSeed } from '../session/permalink.ts';
import { chooseColouring } from '../session/look.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';

const ignore = (): void => undefined;
/** Until it moves as it should: seconds, run through quickly. People who asked for less motion see this moment as a still. */
const warmUp = 2.4;
const warmUpSpeed = 8;
/** An animal that nobody points at rests after a while, so that many cards do not wear the machine out: seconds. */
const liveliness = 8;
/** Until camera and theme have come to rest: milliseconds. */
const settleTime = 1000;

export function Thumbnail({ animal }: { readonly animal: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : showAnimal(canvas.current, animal)), [animal]);
  return (
    <canvas
      ref={canvas}
      className="absolute inset-0 size-full opacity-0 transition-opacity duration-500"
      aria-hidden="true"
    />
  );
}

function showAnimal(canvas: HTMLCanvasElement, animal: string): () => void {
  let viewer: Viewer;
  try {
    viewer = new Viewer(canvas, { theme: useStudio.getState().theme, interactive: false });
  } catch {
    // Without WebGL the card still has its words.
    return ignore;
  }
  const card = canvas.closest('a') ?? canvas;
  let restless = warmUp;
  let settled = 0;
  const wake = (): void => {
    if (!still) session.play();
  };
  card.addEventListener('pointerenter', wake);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const session: Session = new Session(animal, [], defaultSeed, {
    onSystem: (info) => {
      viewer.setLayout(info.layout);
      viewer.setColouring(chooseColouring(info.layout), info.layout.channels[0]?.name);
      session.setSpeed(warmUpSpeed);
      session.play();
    },
    onStatus: (status) => {
      if (status.time < warmUp) return;
      if (status.speed === warmUpSpeed) session.setSpeed(1);
      const done = still || (status.time > restless + liveliness && !card.matches(':hover, :focus'));
      if (status.playing && done) session.pause();
      if (!status.playing) restless = status.time;
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
    settled = performance.now() + settleTime;
  });
  let odd = false;
  let request = requestAnimationFrame(function loop(now) {
    request = requestAnimationFrame(loop);
    const fresh = session.readFrame();
    if (fresh && session.meta !== undefined) viewer.applyFrame(session.frame, session.meta);
    if (fresh) settled = now + settleTime;
    // Half the pictures, and none of an animal at rest: there may be many cards.
    odd = !odd;
    if (session.meta === undefined || odd || now > settled) return;
    viewer.render(now);
    canvas.style.opacity = '1';
  });
  return () => {
    cancelAnimationFrame(request);
    unsubscribe();
    card.removeEventListener('pointerenter', wake);
    observer.disconnect();
    session.close();
    viewer.dispose();
  };
}
