/** The animals by the way they move, each with its picture, a sentence, its paper and what to try. */
import { lazy, Suspense, useEffect } from 'react';
import type { AnimalCard as CardText } from '../../animals/summaries.ts';
import { takeFile } from '../files/take-file.ts';
import { attachFileDrop } from '../session/file-drop.ts';
import { NoticeBanner } from '../ui/banners.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';
import { AnimalCard } from './animal-card.tsx';
import { cards } from '../data/cards.ts';
import { Hero } from './hero.tsx';

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
