/**
 * A 64-bit hash of typed arrays and strings, the same in every JavaScript engine.
 *
 * Two 32-bit lanes in the manner of MurmurHash3: each lane takes every second 32-bit word, and the lanes are added into
 * each other, so that every word reaches both. Not cryptographic: it finds differing states, not forgers.
 *
 * - Every NaN counts as the same NaN, because engines are free to choose its payload.
 * - −0 and +0 are different: a run that differs in the sign of a zero has taken another path.
 * - Type and length of each array are hashed before its words, so neighbouring arrays cannot trade elements.
 */
export type HashableArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray;

/** Two lanes and the number of words so far. */
export type Hasher = Int32Array;

const LANE_1 = 0;
const LANE_2 = 1;
const WORDS = 2;

/** The place in this list is hashed as the type. */
const TYPES = [
  'String',
  'Float64Array',
  'Float32Array',
  'Int32Array',
  'Uint32Array',
  'Int16Array',
  'Uint16Array',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
];

export function createHasher(): Hasher {
  return new Int32Array([0x2545f491, 0x4f6cdd1d, 0]);
}

function addPair(hasher: Hasher, first: number, second: number): void {
  const k1 = Math.imul(first, 0x239b961b);
  const k2 = Math.imul(second, 0xab0e9789);
  let h1 = hasher[LANE_1]!;
  let h2 = hasher[LANE_2]!;
  h1 ^= Math.imul((k1 << 15) | (k1 >>> 17), 0xab0e9789);
  h1 = (Math.imul(((h1 << 19) | (h1 >>> 13)) + h2, 5) + 0x561ccd1b) | 0;
  h2 ^= Math.imul((k2 << 16) | (k2 >>> 16), 0x38b34ae5);
  h2 = (Math.imul(((h2 << 17) | (h2 >>> 15)) + h1, 5) + 0x0bcaa747) | 0;
  hasher[LANE_1] = h1;
  hasher[LANE_2] = h2;
  hasher[WORDS] = hasher[WORDS]! + 2;
}

/** Adds type, length and elements of an array. */
export function addToHash(hasher: Hasher, array: HashableArray): void {
  addPair(hasher, TYPES.indexOf(array[Symbol.toStringTag]), array.length);
  if (array instanceof Float64Array) addDoubles(hasher, array);
  else if (array instanceof Float32Array) addFloats(hasher, array);
  else for (let i = 0; i < array.length; i += 2) addPair(hasher, array[i]!, i + 1 < array.length ? array[i + 1]! : 0);
}

/** Low and high word of each double. */
function addDoubles(hasher: Hasher, doubles: Float64Array): void {
  const words = new Int32Array(doubles.buffer, doubles.byteOffset, 2 * doubles.length);
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    const notANumber = (high & 0x7ff00000) === 0x7ff00000 && ((high & 0xfffff) | low) !== 0;
    if (notANumber) addPair(hasher, 0, 0x7ff80000);
    else addPair(hasher, low, high);
  }
}

/** Floats in pairs, an odd last one with a zero. */
function addFloats(hasher: Hasher, floats: Float32Array): void {
  const words = new Int32Array(floats.buffer, floats.byteOffset, floats.length);
  for (let i = 0; i < words.length; i += 2) {
    const first = Number.isNaN(floats[i]!) ? 0x7fc00000 : words[i]!;
    if (i + 1 === words.length) addPair(hasher, first, 0);
    else addPair(hasher, first, Number.isNaN(floats[i + 1]!) ? 0x7fc00000 : words[i + 1]!);
  }
}

/** Adds length and UTF-16 units of a string. */
export function addString(hasher: Hasher, text: string): void {
  addPair(hasher, TYPES.indexOf('String'), text.length);
  // Past the end charCodeAt gives NaN, which the hash takes as 0; the length tells the two apart.
  for (let i = 0; i < text.length; i += 2) addPair(hasher, text.charCodeAt(i), text.charCodeAt(i + 1));
}

/** The hash so far as 16 hexadecimal digits; the hasher may continue afterwards. */
export function finishHash(hasher: Hasher): string {
  let h1 = hasher[LANE_1]! ^ hasher[WORDS]!;
  let h2 = hasher[LANE_2]! ^ hasher[WORDS]!;
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  h1 = computeMixedWord(h1);
  h2 = computeMixedWord(h2);
  h1 = (h1 + h2) | 0;
  h2 = (h2 + h1) | 0;
  return toHex(h1) + toHex(h2);
}

/** The finaliser of MurmurHash3: every bit of the word flips every bit of the result with probability near one half. */
export function computeMixedWord(word: number): number {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function toHex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}
