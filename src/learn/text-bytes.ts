/** Text as UTF-8 bytes and as base64, without the browser's or Node's own classes. */
import { decodeBase64 as decodeBytes } from '../kernels/base64.ts';

export function encodeText(text: string): Uint8Array {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
  }
  return Uint8Array.from(bytes);
}

/** Invalid UTF-8 gives other characters, never an exception: a checksum covers what is read. */
export function decodeText(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++]!;
    const more = first < 0xc0 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let i = 0; i < more; i++) code = (code << 6) | ((bytes[at++] ?? 0) & 63);
    parts.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
  }
  return parts.join('');
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const word = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const rest = bytes.length - at;
    parts.push(
      digits[word >> 18]! +
        digits[(word >> 12) & 63]! +
        (rest > 1 ? digits[(word >> 6) & 63]! : '=') +
        (rest > 2 ? digits[word & 63]! : '='),
    );
  }
  return parts.join('');
}

/** Undefined where the text is not base64 of whole bytes. */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(text)) return undefined;
  return decodeBytes(text);
}
