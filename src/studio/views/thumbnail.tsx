/** The animal itself, small and alive. */
import { useEffect, useRef } from 'react';
import { Viewer } from '../../viewer/viewer.ts';
import { defaultSeed } from '../session/permalink.ts';
import { Session } from '../session/session.ts';
import { useStudio } from '../session/store.ts';

const ignore = (): void => undefined;
/** Until it swims: seconds. People who asked for less motion see this moment as a still. */
const warmUp = 2.4;

export function Thumbnail({ animal }: { readonly animal: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current === null ? undefined : showAnimal(canvas.current, animal)), [animal]);
  return <canvas ref={canvas} className="absolute inset-0 size-full" aria-hidden="true" />;
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
  let warm = false;
  const session: Session = new Session(animal, [], defaultSeed, {
    onSystem: (info) => {
      viewer.setLayout(info.layout);
      viewer.setColouring('blend', info.layout.channels[0]?.name);
      session.move(Math.round(warmUp / info.dt));
      warm = true;
      if (!still) session.play();
    },
    onStatus: ignore,
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
  let request = requestAnimationFrame(function loop(now) {
    request = requestAnimationFrame(loop);
    const fresh = session.readFrame();
    if (fresh && session.meta !== undefined) viewer.applyFrame(session.frame, session.meta);
    // The first frame is the start; wait for the one after warming up.
    if (warm && session.meta !== undefined && session.meta.step > 0) viewer.render(now);
  });
  return () => {
    cancelAnimationFrame(request);
    unsubscribe();
    observer.disconnect();
    session.close();
    viewer.dispose();
  };
}
