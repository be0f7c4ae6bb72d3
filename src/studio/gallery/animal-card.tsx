/** One animal in the gallery: its picture, which moves while one points at it, a sentence, and runs to open. */
import { useState } from 'react';
import type { AnimalCard as CardText } from '../../animals/summaries.ts';
import { asksForLessMotion } from '../session/notices.ts';
import { defaultSeed, formatPermalink, parseSetting } from '../../engine/record/permalink.ts';
import { Icon } from '../ui/icons.tsx';
import { AnimalPicture } from './animal-picture.tsx';

/** `wide`: picture and words side by side, where there is room. */
export function AnimalCard({ animal, wide }: { readonly animal: CardText; readonly wide: boolean }) {
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
              className="relative block rounded-full border border-line px-2.5 py-1 text-dim hover:border-accent hover:text-ink"
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
