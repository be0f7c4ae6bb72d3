/** `?embed` in the address: a page in a frame of another page shows the picture and little else. */
export const isEmbedded = new URLSearchParams(location.search).has('embed');

/** The same run in the whole studio. */
export function getWholeAddress(): string {
  const search = new URLSearchParams(location.search);
  search.delete('embed');
  const query = search.size === 0 ? '' : `?${search.toString()}`;
  return `${location.origin}${location.pathname}${query}${location.hash}`;
}
