/** The first thing seen: one animal at work, and what to try with a single press. Pointing at one of those shows it. */
import { useEffect, useMemo, useState } from 'react';
import { asksForLessMotion } from '../session/notices.ts';
import { defaultSeed, formatPermalink, parseSetting } from '../../engine/record/permalink.ts';
import { startTour, useTour } from '../tour/state.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { AnimalPicture, noSettings } from './animal-picture.tsx';
import { cards } from '../data/cards.ts';

const featured = cards.flatMap(({ name, title, tryFirst }) =>
  tryFirst.flatMap(({ featured: label, label: about, set }) =>
    label === undefined ? [] : [{ animal: name, title, label, about, settings: set.map(parseSetting) }],
  ),
);

export function Hero() {
  const [pointed, setPointed] = useState<number>();
  const live = useCalm();
  const shown = featured[pointed ?? 0];
  // Nothing was asked for yet: the animal as it is.
  const settings = useMemo(
    () => (pointed === undefined ? noSettings : (featured[pointed]?.settings ?? noSettings)),
    [pointed],
  );
  return (
    <section aria-label="To begin with" className="grid items-center gap-6 lg:grid-cols-2 lg:gap-10">
      <div>
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">A lab of simulated animals</h1>
        <p className="mt-3 max-w-2xl text-[15px] text-dim">
          Nerves, muscles and bodies computed from published equations, live in this page. Pick an animal, change
          anything, go back in time.
        </p>
        <ul className="mt-5 flex flex-col gap-2" aria-label="Things to try" data-tour="things">
          {featured.map(({ animal, label, title, settings: own }, i) => (
            <li key={label}>
              <a
                href={formatPermalink({ animal, settings: own, seed: defaultSeed })}
                data-testid={`featured-${i}`}
                className={`flex items-center gap-3 rounded-xl border bg-panel px-4 py-2.5 text-[14px] font-medium hover:border-accent ${i === pointed ? 'border-accent' : 'border-line'}`}
                onPointerEnter={() => {
                  setPointed(i);
                }}
                onFocus={() => {
                  setPointed(i);
                }}
              >
                {label}
                <span className="ml-auto font-normal whitespace-nowrap text-dim max-sm:hidden">{title}</span>
                <Icon name="chevron" className="shrink-0 text-accent max-sm:ml-auto" />
              </a>
            </li>
          ))}
        </ul>
        <div className="mt-4 flex flex-wrap gap-2">
          <TourOffer />
          <a href="#/draw" className="button button-outline" data-testid="hero-draw">
            <Icon name="plus" /> Draw your own animal
          </a>
        </div>
      </div>
      {shown !== undefined && (
        <div className="relative aspect-[16/9] overflow-hidden rounded-2xl border border-line bg-raised">
          <AnimalPicture animal={shown.animal} live={live} settings={settings} urgent />
          <p className="glass absolute bottom-3 left-3 rounded-lg px-2.5 py-1 text-[12px]">
            {shown.title}
            {pointed === undefined ? '' : `: ${shown.about.toLowerCase()}`}
          </p>
        </div>
      )}
    </section>
  );
}

/** Large for new visitors, and small for returning ones. */
function TourOffer() {
  const known = useTour((state) => state.known);
  return (
    <Button
      icon="play"
      data-testid="tour-start"
      className={known ? '-ml-2.5 text-dim' : 'button-outline'}
      onClick={startTour}
    >
      Two-minute tour
    </Button>
  );
}

/** True once the page has loaded, unless reduced motion is preferred. */
function useCalm(): boolean {
  const [calm, setCalm] = useState(false);
  useEffect(() => {
    if (asksForLessMotion()) return undefined;
    const timer = setTimeout(() => {
      setCalm(true);
    }, 1200);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return calm;
}
