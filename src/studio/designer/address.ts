/** The designer's address: `#/draw`, with an animal of one's own, one to remix, or a whole drawing in it. */

export interface DesignAddress {
  /** Animal of the person's own gallery. */
  readonly own: string | undefined;
  /** Animal of the gallery to begin with. */
  readonly remix: string | undefined;
  /** A packed drawing. */
  readonly code: string | undefined;
}

/** undefined for every other page. */
export function findDesign(hash: string): DesignAddress | undefined {
  const match = /^#\/draw(?:\?(own|remix|d)=([\w-]+))?$/u.exec(hash);
  if (match === null) return undefined;
  const [, key, value] = match;
  const pick = (name: string): string | undefined => (key === name ? value : undefined);
  return { own: pick('own'), remix: pick('remix'), code: pick('d') };
}

export function formatDesign(key: 'own' | 'remix' | 'd', value: string): string {
  return `#/draw?${key}=${value}`;
}
