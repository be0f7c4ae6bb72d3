/** The animals, each with its paper, a sentence, and itself. */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { AnimalCard } from '../data/protocol.ts';
import { fetchAnimals } from '../session/session.ts';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icons.tsx';

const Thumbnail = lazy(async () => ({ default: (await import('./thumbnail.tsx')).Thumbnail }));

/** What to look for in each animal. */
const sentences: Readonly<Record<string, string>> = {
  worm: 'Ninety-five muscles bend a soft body of ten thousand tetrahedra. The same wave crawls on agar and swims in water; press on a muscle to paralyse it.',
  lamprey:
    'A spinal cord of a hundred coupled oscillators sends a wave down ten links, and the water does the rest. Steer it from the brain stem, or cut the cord and watch.',
  centipede:
    'Each leg is a small automaton that looks only at the leg in front of it; the wave that runs down the body is planned by nobody. Steer it, take legs away, send it over rough ground.',
  millipede:
    'Forty-four segments with two pairs of legs each. The wave of its legs runs forward, against that of the centipede, and it hardly ever hurries.',
  'house-centipede':
    'Fifteen pairs of legs, the last twice as long as the first, under a short body: the fastest of the many-legged here.',
  letters: 'Five centipedes, each on a path of its own, walk onto the strokes of a word and keep writing it.',
  octopus:
    'Eight arms with four muscles each. Signals run down thirty-two nerve cords; pull at an arm, aim it with the compass, put it into a bottle.',
  'soft-lamprey':
    'The lamprey again, all flesh: four muscles along a soft trunk, and water that pushes on every face of its skin.',
  'ribbon-eel':
    'Longer, higher and thinner than a lamprey, with more waves along its body; it winds its way past pillars.',
  stingray: 'A soft plate with a muscle along each fin that bends it up and down; the wave runs from front to back.',
  cuttlefish: 'Ten arms on a mantle, and a fin on either side whose waves drive it backward through the water.',
  starfish: 'Four soft arms that open slowly and close fast, and a body that goes ahead with every stroke.',
  butterfly: 'An animal that never was: four lobes of a soft sheet, the fore wings a little ahead of the hind ones.',
  comet: 'An animal that never was: a round head with a long tail that beats up and down like a dolphin’s.',
  manta: 'An animal that never was: long pointed wings, each flapped by a single muscle.',
};

export function GalleryView() {
  const [animals, setAnimals] = useState<readonly AnimalCard[]>();
  const [problem, setProblem] = useState<string>();
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
        {problem !== undefined && (
          <p className="mt-8 flex items-center gap-2 text-bad" role="alert">
            <Icon name="warning" /> {problem} Reload the page to try again.
          </p>
        )}
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
    </div>
  );
}

function Card({ animal }: { readonly animal: AnimalCard }) {
  return (
    <a
      href={`#/${animal.name}`}
      className="group block overflow-hidden rounded-2xl border border-line bg-panel transition-colors hover:border-accent"
      data-testid={`card-${animal.name}`}
    >
      <div className="relative aspect-[16/9] bg-[#0b3440]">
        <Suspense fallback={null}>
          <Thumbnail animal={animal.name} />
        </Suspense>
      </div>
      <div className="p-5">
        <div className="flex items-baseline justify-between gap-3">
          <h2 className="text-xl font-semibold tracking-tight">{animal.title}</h2>
          <span className="flex items-center gap-1 text-accent">
            Open <Icon name="chevron" className="transition-transform group-hover:translate-x-0.5" />
          </span>
        </div>
        <p className="mt-2 text-[14px] text-ink/90">{sentences[animal.name] ?? `An animal with ${animal.body}.`}</p>
        <p className="mt-3 text-[12px] text-dim">{animal.paper}</p>
      </div>
    </a>
  );
}
