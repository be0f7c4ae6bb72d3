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
        <ul className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
          {own.map(({ id, title, picture }) => (
            <li key={id}>
              <a
                href={formatDesign('own', id)}
                className="block overflow-hidden rounded-xl border border-line bg-ground hover:border-accent"
              >
                {picture === undefined ? (
                  <span className="block aspect-[8/5]" />
                ) : (
                  <img src={picture} alt="" className="block aspect-[8/5] w-full object-cover" />
                )}
                <span className="block truncate px-3 py-2 font-medium">{title}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
