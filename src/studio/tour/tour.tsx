/** A short way through the studio: one card after the other beside what it is about. Escape ends it, arrows move. */
import { useEffect, useRef, useState } from 'react';
import { isGallery } from '../../engine/record/permalink.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { endTour, moveTour, useTour } from './state.ts';
import { tourSteps } from './steps.ts';

interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const cardSize = { width: 320, height: 190 };
const gap = 12;

/** `animal` is the one that the tour goes to. */
export function Tour({ animal }: { readonly animal: string }) {
  const index = useTour((state) => state.step);
  const step = index === undefined ? undefined : tourSteps[index];
  const place = usePlace(step?.target);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (step === undefined) return;
    const inGallery = isGallery(location.hash);
    if (step.page === 'gallery' && !inGallery) location.hash = '#/';
    if (step.page === 'animal' && inGallery) location.hash = `#/${animal}`;
  }, [step, animal]);
  useEffect(() => {
    card.current?.focus();
  }, [index]);
  if (index === undefined || step === undefined) return null;
  const last = index === tourSteps.length - 1;
  return (
    <>
      {place !== undefined && (
        <div
          className="pointer-events-none fixed z-50 rounded-lg ring-2 ring-accent ring-offset-2 ring-offset-ground transition-all duration-200"
          style={place}
        />
      )}
      <div
        ref={card}
        role="dialog"
        aria-label={`Tour, ${index + 1} of ${tourSteps.length}: ${step.title}`}
        tabIndex={-1}
        data-testid="tour"
        className="fixed z-50 max-w-[calc(100vw-24px)] rounded-2xl border border-accent bg-panel p-4 shadow-2xl outline-none"
        style={{ width: cardSize.width, ...placeCard(place) }}
        onKeyDown={(event) => {
          const moves: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
          if (event.key === 'Escape') endTour();
          else if (event.key in moves) moveTour(moves[event.key]!);
          else return;
          event.stopPropagation();
          event.preventDefault();
        }}
      >
        <p className="eyebrow">
          {index + 1} of {tourSteps.length}
        </p>
        <h2 className="mt-1 text-[15px] font-semibold">{step.title}</h2>
        <p className="mt-1 text-[13px] text-dim">{step.text}</p>
        <div className="mt-3 flex items-center gap-2">
          <Button className="-ml-2 text-dim" onClick={endTour}>
            {last ? 'Close' : 'Skip the tour'}
          </Button>
          <Button look="outline" className="ml-auto" disabled={index === 0} onClick={() => moveTour(-1)}>
            Back
          </Button>
          <Button look="accent" onClick={() => moveTour(1)}>
            {last ? 'Done' : 'Next'} {!last && <Icon name="chevron" />}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Where the thing is on the screen, looked at again and again: pages load and scroll. */
function usePlace(target: string | undefined): Place | undefined {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    if (target === undefined) {
      setPlace(undefined);
      return undefined;
    }
    let scrolled = false;
    const look = (): void => {
      const thing = document.querySelector(`[data-tour="${target}"]`);
      if (thing !== null && !scrolled) {
        scrolled = true;
        thing.scrollIntoView({ block: 'nearest' });
      }
      const box = thing?.getBoundingClientRect();
      const { left, top, width, height } = box ?? { left: 0, top: 0, width: 0, height: 0 };
      setPlace((before) => {
        if (box === undefined || width === 0) return undefined;
        const same = before?.left === left && before.top === top && before.width === width && before.height === height;
        return same ? before : { left, top, width, height };
      });
    };
    look();
    const timer = setInterval(look, 250);
    return () => {
      clearInterval(timer);
    };
  }, [target]);
  return place;
}

/** Beside the thing where there is room, else over its lower part; in the middle without one. */
function placeCard(place: Place | undefined): { readonly left: number; readonly top: number } {
  const width = Math.min(cardSize.width, innerWidth - 24);
  const middle = { left: (innerWidth - width) / 2, top: Math.max(12, (innerHeight - cardSize.height) / 2) };
  if (place === undefined) return middle;
  const clamp = (value: number, most: number): number => Math.min(Math.max(12, value), Math.max(12, most));
  const top = clamp(place.top, innerHeight - cardSize.height - 12);
  // Large things hold the card themselves: beside the picture it would cover the sliders.
  if (place.width > innerWidth / 2 && place.height > cardSize.height + 4 * gap)
    return { left: place.left + gap, top: clamp(place.top + place.height - cardSize.height - gap, innerHeight) };
  if (place.left + place.width + gap + width < innerWidth) return { left: place.left + place.width + gap, top };
  if (place.left - gap - width > 0) return { left: place.left - gap - width, top };
  const left = clamp(place.left, innerWidth - width - 12);
  if (place.top - gap - cardSize.height > 0) return { left, top: place.top - gap - cardSize.height };
  return { left, top: clamp(place.top + place.height + gap, innerHeight - cardSize.height - 12) };
}
