/** Where the animal was at the moment that the pointer is at in a plot. */
import { useEffect, useRef } from 'react';
import { hoverTime } from '../panels/signals/hover-time.ts';
import { useController } from '../session/controller-context.ts';
import type { StudioController } from '../session/studio-controller.ts';

export function HoverPlace() {
  const controller = useController();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return undefined;
    const show = (): void => {
      const place = locate(controller);
      element.hidden = place === undefined;
      if (place === undefined) return;
      element.style.transform = `translate(${place.x}px, ${place.y}px)`;
      element.lastElementChild!.textContent = `${hoverTime.get()!.toFixed(2)} s`;
    };
    const stopWatching = hoverTime.watch(show);
    // The camera moves on while the pointer rests.
    const stopPanel = controller.picture.addPanel(element.parentElement!, show);
    return () => {
      stopWatching();
      stopPanel();
    };
  }, [controller]);
  return (
    <div ref={mark} hidden data-testid="hover-place" className="pointer-events-none absolute top-0 left-0">
      <span className="absolute size-3 -translate-1/2 rounded-full border-2 border-ink bg-accent" />
      <span className="glass absolute top-2 left-2 rounded px-1.5 py-0.5 font-mono text-[11px] whitespace-nowrap tabular-nums" />
    </div>
  );
}

/** On the picture, CSS pixels; undefined where there is nothing to show. */
function locate({ session, viewer }: StudioController): { readonly x: number; readonly y: number } | undefined {
  const { history } = session;
  const time = hoverTime.get();
  if (time === undefined || history === undefined) return undefined;
  const step = Math.round(time / history.dt);
  const [x, y, z] = (['x', 'y', 'z'] as const).map((axis) => {
    const place = history.places.get(`position.${axis}`);
    return place === undefined ? NaN : history.read(place, step);
  }) as [number, number, number];
  return Number.isNaN(x + y + z) ? undefined : viewer?.locate(x, y, z);
}
