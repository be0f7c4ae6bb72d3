/** Little pieces of a binary file: ASCII-safe JSON, and typed arrays inside JSON. Little-endian throughout. */

/** JSON whose bytes are its characters: everything outside ASCII is escaped. */
export function encodeJson(value: unknown): Uint8Array {
  const text = JSON.stringify(value, replaceArrays).replace(/[^\u0000-\u007f]/gu, escapeCharacter);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

function escapeCharacter(character: string): string {
  let escaped = '';
  for (let i = 0; i < character.length; i++) escaped += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}

export function decodeJson(bytes: Uint8Array): unknown {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return JSON.parse(text, reviveArrays) as unknown;
}

const arrayTypes = { i16: Int16Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const;

/** Typed arrays become {"$f32": [...]}; numbers print exactly in JavaScript. */
function replaceArrays(_key: string, value: unknown): unknown {
  for (const [name, type] of Object.entries(arrayTypes))
    if (value instanceof type) return { [`$${name}`]: Array.from(value) };
  return value === Infinity ? { $number: 'Infinity' } : value;
}

function reviveArrays(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ((value as Record<string, unknown>)['$number'] === 'Infinity') return Infinity;
  for (const [name, type] of Object.entries(arrayTypes)) {
    const numbers = (value as Record<string, unknown>)[`$${name}`];
    if (Array.isArray(numbers)) return type.from(numbers as number[]);
  }
  return value;
}
