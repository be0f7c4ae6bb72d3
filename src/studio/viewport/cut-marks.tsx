/** Where the cord of the animal is cut: a mark on its body that goes with it. */
import { useEffect, useRef } from 'react';
import { locateCut, readCuts } from '../data/cuts.ts';
import { centreLineSignals, hasCentreLine } from '../data/strip-model.ts';
import { startLoop } from '../live/loop.ts';
import { useController } from '../session/controller-context.ts';
import { useStudio } from '../session/store.ts';
import type { StudioController } from '../session/studio-controller.ts';

export function CutMarks() {
  const cuts = useStudio(({ info }) => readCuts(info));
  const shown = useStudio(({ info, modesOpen }) => hasCentreLine(info) && !modesOpen);
  return shown ? cuts.map((cut) => <CutMark key={cut} cut={cut} />) : null;
}

function CutMark({ cut }: { readonly cut: number }) {
  const controller = useController();
  const mark = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = mark.current;
    if (element === null) return undefined;
    return startLoop(() => {
      const place = locate(controller, cut);
      element.hidden = place === undefined;
      if (place !== undefined) element.style.transform = `translate(${place.x}px, ${place.y}px)`;
    });
  }, [controller, cut]);
  return (
    <div ref={mark} hidden data-testid="cut-mark" className="pointer-events-none absolute top-0 left-0">
      <span className="absolute size-4 -translate-1/2 rounded-full border-2 border-bad" />
      <span className="absolute -top-9 left-0 h-7 border-l-2 border-dashed border-bad" />
      <span className="notice absolute -top-14 -translate-x-1/2 rounded px-1.5 py-0.5 text-[11px] whitespace-nowrap text-bad">
        cord cut after {cut}
      </span>
    </div>
  );
}

/** On the picture, CSS pixels. */
function locate({ session, viewer }: StudioController, cut: number) {
  const { history, meta, info } = session;
  const [x, y] = centreLineSignals.map((name) => history?.places.get(name));
  if (history === undefined || meta === undefined || x === undefined || y === undefined) return undefined;
  const step = Math.min(meta.step, history.lastStep);
  const { index, share } = locateCut(cut, info?.handles.cuts?.segments ?? 1, x.spec.size);
  const [px, py] = [x, y].map(
    (place) => (1 - share) * history.read(place, step, index) + share * history.read(place, step, index + 1),
  ) as [number, number];
  return Number.isNaN(px + py) ? undefined : viewer?.locate(px, py, meta.z);
}
