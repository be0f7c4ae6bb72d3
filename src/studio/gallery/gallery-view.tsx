/** The animals by the way they move, each with its picture, a sentence, its paper and what to try. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { AnimalCard as CardText } from '../../animals/summaries.ts';
import { takeFile } from '../files/take-file.ts';
import { attachFileDrop } from '../session/file-drop.ts';
import { NoticeBanner } from '../ui/banners.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import { cards } from '../data/cards.ts';
import { Hero } from './hero.tsx';
import { asksForLessMotion } from '../session/notices.ts';
import { defaultSeed, formatPermalink, parseSetting } from '../../engine/record/permalink.ts';
import { AnimalPicture } from './animal-picture.tsx';

/** The person's own, after the others. */
const OwnAnimals = lazy(async () => ({ default: (await import('../designer/own-animals.tsx')).OwnAnimals }));

const groups = [
  ['swims', 'Swim'],
  ['walks', 'Walk'],
  ['crawls', 'Crawl'],
  ['never was', 'Never were'],
  [undefined, 'Others'],
] as const;

/** `unknown` is an address that leads nowhere, and so to here. */
export function GalleryView({ unknown }: { readonly unknown: string | undefined }) {
  useEffect(
    () =>
      attachFileDrop((file) => {
        takeFile(undefined, file);
      }),
    [],
  );
  useEffect(() => {
    document.title = 'Bestiary';
  }, []);
  return (
    <div className="flex min-h-full flex-col">
      <Header>
        <a className="button" href="#/compare" title="Compare 2 to 4 runs: links and recordings">
          <Icon name="grid" /> <span className="max-sm:sr-only">Compare</span>
        </a>
      </Header>
      <main className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 sm:px-8 sm:py-10">
        {unknown !== undefined && (
          <p className="mb-6 flex items-center gap-2 [overflow-wrap:anywhere] text-warn" role="status">
            <Icon name="warning" /> There is nothing at {shorten(unknown)}: here is what there is.
          </p>
        )}
        <Hero />
        {groups.map(([group, title]) => (
          <Group key={title} title={title} animals={cards.filter((card) => card.group === group)} />
        ))}
        <Suspense fallback={null}>
          <OwnAnimals />
        </Suspense>
      </main>
      <div className="pointer-events-none fixed inset-x-0 bottom-4 flex justify-center">
        <NoticeBanner />
      </div>
    </div>
  );
}

function Group({ title, animals }: { readonly title: string; readonly animals: readonly CardText[] }) {
  if (animals.length === 0) return null;
  const alone = animals.length === 1;
  return (
    <section aria-label={title} className="mt-10">
      <h2 className="mb-4 text-xl font-semibold tracking-tight">{title}</h2>
      <ul className={`grid gap-5 ${alone ? '' : 'sm:grid-cols-2 lg:grid-cols-3'}`}>
        {animals.map((animal) => (
          <li key={animal.name}>
            <AnimalCard animal={animal} wide={alone} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As much of an address as one can read. */
function shorten(address: string): string {
  return address.length > 60 ? `${address.slice(0, 60)} …` : address;
}

/** `wide`: picture and words side by side, where there is room. */
function AnimalCard({ animal, wide }: { readonly animal: CardText; readonly wide: boolean }) {
  const [pointed, setPointed] = useState(false);
  const point = (): void => {
    setPointed(!asksForLessMotion());
  };
  const leave = (): void => {
    setPointed(false);
  };
  return (
    <article
      className={`group relative h-full overflow-hidden rounded-2xl border border-line bg-panel transition-colors hover:border-accent ${wide ? 'sm:grid sm:grid-cols-2 lg:grid-cols-3' : 'flex flex-col'}`}
      onPointerEnter={point}
      onPointerLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      <div className="relative aspect-[16/9] overflow-hidden bg-raised">
        <AnimalPicture animal={animal.name} live={pointed} />
      </div>
      <div className={`flex flex-1 flex-col p-4 ${wide ? 'lg:col-span-2' : ''}`}>
        <h3 className="flex items-baseline justify-between gap-3 text-lg font-semibold tracking-tight">
          {/* Its link covers the card; what lies above it are links of their own. */}
          <a href={`#/${animal.name}`} data-testid={`card-${animal.name}`} className="after:absolute after:inset-0">
            {animal.title}
          </a>
          <Icon name="chevron" className="shrink-0 text-accent transition-transform group-hover:translate-x-0.5" />
        </h3>
        <p className="mt-1.5 text-[13px] text-ink/90">{animal.about}</p>
        <Suggestions animal={animal} />
        <p className="mt-auto pt-3 text-[11px] text-dim">{animal.paper}</p>
      </div>
    </article>
  );
}

/** What to try first; what takes settings is a link to a run with them. */
function Suggestions({ animal: { name, title, tryFirst } }: { readonly animal: CardText }) {
  if (tryFirst.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-1.5 text-[12px]" aria-label={`What to try first with ${title}`}>
      {tryFirst.map(({ label, set }) => (
        <li key={label}>
          {set.length === 0 ? (
            <span className="block rounded-full border border-dashed border-line px-2.5 py-1 text-dim">{label}</span>
          ) : (
            <a
              href={formatPermalink({ animal: name, settings: set.map(parseSetting), seed: defaultSeed })}
              className="target relative flex items-center rounded-full border border-line px-2.5 py-1 text-dim hover:border-accent hover:text-ink"
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
