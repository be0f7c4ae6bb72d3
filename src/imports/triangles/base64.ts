/** Base64 as data URIs hold it. */

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Int8Array(128).fill(-1);
for (let i = 0; i < letters.length; i++) values[letters.charCodeAt(i)] = i;

/** The bytes, or undefined where a character does not belong. */
export function decodeBase64(text: string): Uint8Array | undefined {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 61) end--;
  if (end % 4 === 1 || text.length - end > 2) return undefined;
  const bytes = new Uint8Array(Math.floor((end * 3) / 4));
  let [bits, held, at] = [0, 0, 0];
  for (let i = 0; i < end; i++) {
    const value = values[text.charCodeAt(i)] ?? -1;
    if (value < 0) return undefined;
    bits = (bits << 6) | value;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 255;
    bits &= (1 << held) - 1;
  }
  return bytes;
}
