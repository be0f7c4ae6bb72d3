// Base64 of RFC 4648. atob is not part of the language, and its name for bytes, a string, would have to be copied.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of a base64 text whose length is a multiple of four, as Node and browsers write it. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const sextets = new Uint8Array(128);
  for (let i = 0; i < 64; i += 1) sextets[alphabet.charCodeAt(i)] = i;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let i = 0, j = 0; i < text.length; i += 4, j += 3) {
    const word =
      (sextets[text.charCodeAt(i)]! << 18) |
      (sextets[text.charCodeAt(i + 1)]! << 12) |
      (sextets[text.charCodeAt(i + 2)]! << 6) |
      sextets[text.charCodeAt(i + 3)]!;
    // Writes past the end, where padding stood, are ignored by the typed array.
    bytes[j] = word >> 16;
    bytes[j + 1] = (word >> 8) & 255;
    bytes[j + 2] = word & 255;
  }
  return bytes;
}
