/** In the gallery: a card to draw an animal of one's own, and those that were drawn. */
import { Icon } from '../ui/icons.tsx';
import { formatDesign } from './address.ts';
import { listOwn } from './desk/own-list.ts';

export function OwnAnimals() {
  const own = listOwn();
  return (
    <section className="mt-8 rounded-2xl border border-dashed border-line bg-panel p-5" aria-label="Your own animals">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 className="text-xl font-semibold tracking-tight">Draw your own</h2>
          <p className="mt-1 text-[14px] text-dim">A few strokes, two muscles, water: see whether it swims.</p>
        </div>
        <a href="#/draw" className="button button-accent !h-10 !px-4 font-medium" data-testid="card-draw">
          Draw an animal <Icon name="chevron" />
        </a>
      </div>
      {own.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {own.map(({ id, title }) => (
            <li key={id}>
              <a
                href={formatDesign('own', id)}
                className="block rounded-full border border-line px-3.5 py-1.5 hover:border-accent"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
