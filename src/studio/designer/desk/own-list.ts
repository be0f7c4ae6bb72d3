/** Which animals of one's own the browser keeps, by their titles and pictures alone: the gallery asks, and needs nothing else of the designer. */

export const ownKey = 'bestiary.designer.own.';
export const pictureKey = 'bestiary.designer.picture.';

export interface OwnAnimal {
  readonly id: string;
  readonly title: string;
  /** A small picture as an address that holds it; undefined where none was taken. */
  readonly picture: string | undefined;
}

/** The person's own animals, by title; what cannot be read is left out. */
export function listOwn(): OwnAnimal[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(ownKey))
      .flatMap((key) => {
        const title = readTitle(localStorage.getItem(key) ?? '');
        const id = key.slice(ownKey.length);
        return title === undefined ? [] : [{ id, title, picture: readPicture(id) }];
      })
      .sort((a, b) => a.title.localeCompare(b.title));
  } catch {
    return [];
  }
}

function readPicture(id: string): string | undefined {
  const picture = localStorage.getItem(pictureKey + id) ?? '';
  return /^data:image\/(?:jpeg|png);base64,/u.test(picture) ? picture : undefined;
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
