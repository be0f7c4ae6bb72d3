/** Which animals of one's own the browser keeps, by their titles alone: the gallery asks, and needs nothing else of the designer. */

export const ownKey = 'bestiary.designer.own.';

export interface OwnAnimal {
  readonly id: string;
  readonly title: string;
}

/** The person's own animals, by title; what cannot be read is left out. */
export function listOwn(): OwnAnimal[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(ownKey))
      .flatMap((key) => {
        const title = readTitle(localStorage.getItem(key) ?? '');
        return title === undefined ? [] : [{ id: key.slice(ownKey.length), title }];
      })
      .sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return [];
  }
}

function readTitle(text: string): string | undefined {
  try {
    const found: unknown = JSON.parse(text);
    const title = typeof found === 'object' && found !== null && 'title' in found ? found.title : undefined;
    return typeof title === 'string' ? title : undefined;
  } catch {
    return undefined;
  }
}
