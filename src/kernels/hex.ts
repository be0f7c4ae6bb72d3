// Bytes as hexadecimal text. Compressed it is three quarters of base64, which hides where bytes begin: 39 kB for the kernels
// against 52 (measured with gzip), and every page with an animal loads them.

/** The bytes of a text of an even number of lower-case digits. */
export function decodeHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1)
    bytes[i] = (readDigit(text.charCodeAt(2 * i)) << 4) | readDigit(text.charCodeAt(2 * i + 1));
  return bytes;
}

function readDigit(code: number): number {
  const [zero, a] = [48, 97];
  return code < a ? code - zero : code - a + 10;
}
