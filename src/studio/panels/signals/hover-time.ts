/** The moment the pointer is at, shared by all strips and the raster. */
import type uPlot from 'uplot';
import type { StudioController } from '../../session/studio-controller.ts';
import { listen } from '../../../viewer/listen.ts';

const watchers = new Set<() => void>();
let time: number | undefined;

export const hoverTime = {
  get: (): number | undefined => time,

  set(next: number | undefined): void {
    if (next === time) return;
    time = next;
    for (const watch of watchers) watch();
  },

  watch(watch: () => void): () => void {
    watchers.add(watch);
    return () => watchers.delete(watch);
  },

  /**
   * Lets a plot set the moment and show it; pressing goes there. `refresh` is to be called when the plot has scrolled under a
   * pointer that rests.
   */
  attach(plot: uPlot, controller: StudioController): { readonly refresh: () => void; readonly stop: () => void } {
    const { over } = plot;
    let pointer: number | undefined;
    const read = (event: PointerEvent): number => event.clientX - over.getBoundingClientRect().left;
    const refresh = (): void => {
      if (pointer !== undefined) hoverTime.set(plot.posToVal(pointer, 'x'));
    };
    const move = (event: PointerEvent): void => {
      pointer = read(event);
      refresh();
    };
    const leave = (): void => {
      pointer = undefined;
      hoverTime.set(undefined);
    };
    const press = (event: PointerEvent): void => {
      const dt = controller.session.info?.dt;
      if (dt !== undefined) controller.seek(Math.round(plot.posToVal(read(event), 'x') / dt));
    };
    const detach = listen(over, { pointermove: move, pointerleave: leave, pointerup: press });
    const stop = hoverTime.watch(() => {
      const left = time === undefined ? -10 : plot.valToPos(time, 'x');
      plot.setCursor({ left, top: 0 }, false);
      controller.picture.wake();
    });
    const end = (): void => {
      stop();
      leave();
      detach();
    };
    return { refresh, stop: end };
  },
};
