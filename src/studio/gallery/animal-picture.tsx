/** A picture of an animal: its poster at once, and the animal itself where `live` asks for it or there is no poster. */
import { lazy } from 'react';
import type { Setting } from '../data/protocol.ts';
import { useStudio } from '../session/store.ts';
import { LazyPart } from '../ui/error-boundary.tsx';

const LivePicture = lazy(async () => ({ default: (await import('./live-picture.tsx')).LivePicture }));

/** Made by `node tools/posters.mjs`. */
const posters = import.meta.glob<string>('./posters/*.webp', { eager: true, query: '?url', import: 'default' });

export const noSettings: readonly Setting[] = [];

interface AnimalPictureProps {
  readonly animal: string;
  readonly live: boolean;
  readonly settings?: readonly Setting[];
  /** Whether it is among the first things seen. */
  readonly urgent?: boolean;
}

export function AnimalPicture({ animal, live, settings = noSettings, urgent = false }: AnimalPictureProps) {
  const theme = useStudio((state) => state.theme);
  const poster = posters[`./posters/${animal}-${theme}.webp`];
  return (
    <>
      {poster !== undefined && (
        <img
          src={poster}
          alt=""
          width={768}
          height={432}
          loading={urgent ? 'eager' : 'lazy'}
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      {(live || poster === undefined) && (
        <LazyPart what="Its picture">
          <LivePicture animal={animal} settings={settings} />
        </LazyPart>
      )}
    </>
  );
}
