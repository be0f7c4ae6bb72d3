/** The animals, each with its paper, a sentence, and itself. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { AnimalCard } from '../data/protocol.ts';
import { defaultSeed, formatPermalink, parseSetting } from '../../engine/record/permalink.ts';
import { fetchAnimals } from '../session/session.ts';
import { attachFileDrop } from '../session/file-drop.ts';
import { useStudio } from '../session/store.ts';
import { NoticeBanner } from '../ui/banners.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';

/** The person's own, after the others. */
const OwnAnimals = lazy(async () => ({ default: (await import('../designer/own-animals.tsx')).OwnAnimals }));

const Thumbnail = lazy(async () => ({ default: (await import('./thumbnail.tsx')).Thumbnail }));

/** `unknown` is an address that leads nowhere, and so to here. */
export function GalleryView({ unknown }: { readonly unknown: string | undefined }) {
  const [animals, setAnimals] = useState<readonly AnimalCard[]>();
  const [problem, setProblem] = useState<string>();
  useEffect(
    () =>
      attachFileDrop(({ name }) => {
        useStudio.setState({ notice: `Open an animal first, then drop ${name} on it.` });
      }),
    [],
  );
  useEffect(() => {
    document.title = 'Bestiary';
    fetchAnimals().then(setAnimals, (error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
    });
  }, []);
  return (
    <div className="flex min-h-full flex-col">
      <Header />
      <main className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 sm:px-8 sm:py-12">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">A lab of simulated animals</h1>
        <p className="mt-3 max-w-2xl text-[15px] text-dim">
          Nerves, muscles and bodies computed from published equations, live in this page. Pick an animal, change
          anything, go back in time.
        </p>
        {unknown !== undefined && (
          <p className="mt-6 flex items-center gap-2 [overflow-wrap:anywhere] text-warn" role="status">
            <Icon name="warning" /> There is nothing at {shorten(unknown)}: here is what there is.
          </p>
        )}
        {problem !== undefined && (
          <p className="mt-8 flex items-center gap-2 text-bad" role="alert">
            <Icon name="warning" /> {problem} Reload the page to try again.
          </p>
        )}
        <Suspense fallback={null}>
          <OwnAnimals />
        </Suspense>
        <ul className="mt-8 grid gap-6 sm:mt-10 md:grid-cols-2">
          {animals?.map((animal) => (
            <li key={animal.name}>
              <Card animal={animal} />
            </li>
          ))}
          {animals === undefined && problem === undefined && (
            <li
              className="aspect-[4/3] animate-pulse rounded-2xl bg-panel"
              role="status"
              aria-label="Loading the animals"
            />
          )}
        </ul>
      </main>
      <div className="pointer-events-none fixed inset-x-0 bottom-4 flex justify-center">
        <NoticeBanner />
      </div>
    </div>
  );
}

/** As much of an address as one can read. */
function shorten(address: string): string {
  return address.length > 60 ? `${address.slice(0, 60)} …` : address;
}

function Card({ animal }: { readonly animal: AnimalCard }) {
  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-panel transition-colors hover:border-accent">
      <a href={`#/${animal.name}`} className="group block" data-testid={`card-${animal.name}`}>
        <div className="relative aspect-[16/9] bg-raised">
          <ErrorBoundary what="Its picture" small>
            <Suspense fallback={null}>
              <Thumbnail animal={animal.name} />
            </Suspense>
          </ErrorBoundary>
        </div>
        <div className="px-5 pt-5">
          <div className="flex items-baseline justify-between gap-3">
            <h2 className="text-xl font-semibold tracking-tight">{animal.title}</h2>
            <span className="flex items-center gap-1 text-accent">
              Open <Icon name="chevron" className="transition-transform group-hover:translate-x-0.5" />
            </span>
          </div>
          <p className="mt-2 text-[14px] text-ink/90">{animal.about}</p>
        </div>
      </a>
      <div className="px-5 pb-5">
        <Suggestions animal={animal} />
        <p className="mt-3 text-[12px] text-dim">{animal.paper}</p>
      </div>
    </article>
  );
}

/** What to try first; what takes settings is a link to a run with them. */
function Suggestions({ animal: { name, title, tryFirst } }: { readonly animal: AnimalCard }) {
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
              className="block rounded-full border border-line px-2.5 py-1 text-dim hover:border-accent hover:text-ink"
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
