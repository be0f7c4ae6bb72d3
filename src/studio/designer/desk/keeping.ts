/**
 * Where drawings stay: the one on the board, which survives a crash of the tab, the person's own gallery, and links that carry a
 * drawing in their address. The browser's storage may be full or forbidden; then the board works without it.
 */
import type { Drawing } from '../../../designer/drawing.ts';
import { formatDrawing, parseDrawing } from '../../../designer/stored.ts';
import { ownKey, pictureKey } from './own-list.ts';

const draftKey = 'bestiary.designer.draft';

function store(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** For this tab, which may not be the only one with a board, and for the next one. False when the browser keeps nothing. */
export function keepDraft(drawing: Drawing): boolean {
  const text = formatDrawing(drawing);
  try {
    sessionStorage.setItem(draftKey, text);
  } catch {
    // What is kept for all tabs will do.
  }
  return store(draftKey, text);
}

export function readDraft(): Drawing | undefined {
  return readKept(draftKey, () => sessionStorage) ?? readKept(draftKey);
}

/** undefined for what is not there or cannot be read. */
function readKept(key: string, getStorage = (): Storage => localStorage): Drawing | undefined {
  try {
    const text = getStorage().getItem(key);
    return text === null ? undefined : parseDrawing(text);
  } catch {
    return undefined;
  }
}

/** With a small picture, which may be missing. */
export function keepOwn(id: string, drawing: Drawing, picture: string | undefined): boolean {
  const isKept = store(ownKey + id, formatDrawing(drawing));
  if (isKept && picture !== undefined) store(pictureKey + id, picture);
  return isKept;
}

export function readOwn(id: string): Drawing | undefined {
  return readKept(ownKey + id);
}

export function deleteOwn(id: string): void {
  for (const key of [ownKey, pictureKey]) localStorage.removeItem(key + id);
}

export function createId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes that a link may unpack to, so that no address fills the memory. */
const maxBytes = 4_000_000;

async function pipe(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    size += piece.value.length;
    if (size > maxBytes) throw new Error('The link holds more than a drawing.');
    parts.push(piece.value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** A drawing as a text for an address: deflated, in the 64 letters that need no escape there. */
export async function packDrawing(drawing: Drawing): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(formatDrawing(drawing)), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replace(/\+/gu, '-').replace(/\//gu, '_').replace(/=+$/u, '');
}

/** Throws for a link that holds no drawing. */
export async function unpackDrawing(code: string): Promise<Drawing> {
  const letters = atob(code.replace(/-/gu, '+').replace(/_/gu, '/'));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return parseDrawing(new TextDecoder().decode(await pipe(bytes, new DecompressionStream('deflate-raw'))));
}
