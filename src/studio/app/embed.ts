/** `?embed` in the address: a page in a frame of another page shows the picture and little else. */
const search = new URLSearchParams(location.search);
export const isEmbedded = search.has('embed');

/** Paths of the parameters that stand below the picture, in this order. */
export const embeddedControls: readonly string[] = (search.get('controls') ?? '')
  .split(',')
  .filter((path) => path !== '');

/** The page around it says whether it is dark or light; without a word the reader's own choice holds. */
export const embeddedTheme = (['dark', 'light'] as const).find((theme) => theme === search.get('theme'));

/** The same run in the whole studio. */
export function getWholeAddress(): string {
  const whole = new URLSearchParams(search);
  for (const name of ['embed', 'controls', 'theme']) whole.delete(name);
  const query = whole.size === 0 ? '' : `?${whole.toString()}`;
  return `${location.origin}${location.pathname}${query}${location.hash}`;
}
