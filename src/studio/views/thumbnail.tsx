/** The animal itself, small and alive. */
import { useEffect, useRef } from 'react';
import { Viewer } from '../../viewer/viewer.ts';
import { defaultSeed } from '../session/permalink.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';

const ignore = (): void => undefined;
/** Until it swims: seconds, run through quickly. People who asked for less motion see this moment as a still. */
const warmUp = 2.4;
const warmUpSpeed = 8;

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
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const session: Session = new Session(animal, [], defaultSeed, {
    onSystem: (info) => {
      viewer.setLayout(info.layout);
      viewer.setColouring('blend', info.layout.channels[0]?.name);
      session.setSpeed(warmUpSpeed);
      session.play();
    },
    onStatus: (status) => {
      if (status.speed !== warmUpSpeed || status.time < warmUp) return;
      session.setSpeed(1);
      if (still) session.pause();
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
    // Half the pictures: there may be many cards.
    odd = !odd;
    if (session.meta === undefined || odd) return;
    viewer.render(now);
    canvas.style.opacity = '1';
  });
  return () => {
    cancelAnimationFrame(request);
    unsubscribe();
    observer.disconnect();
    session.close();
    viewer.dispose();
  };
}
