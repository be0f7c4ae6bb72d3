/**
 * Random numbers from integer arithmetic: xoshiro128** 1.1 (Blackman and Vigna), period 2^128 − 1.
 *
 * The whole state of a stream is four 32-bit words in a Uint32Array, so it can be one array of a simulation's state:
 * copy the array and the sequence continues from there. Every user of randomness takes its own named stream, so that
 * adding one draw in one place does not shift the numbers of all others.
 */
import { computeMixedWord } from './hash.ts';
import { cos, log } from './portable.ts';

const STATE_WORDS = 4;

/** A new stream: the same seed and name always give the same numbers. */
export function createRng(seed: number, streamName: string): Uint32Array {
  const state = new Uint32Array(STATE_WORDS);
  setRngState(state, seed, streamName);
  return state;
}

/** Starts a stream again from any safe integer seed and a stream name. */
export function setRngState(state: Uint32Array, seed: number, streamName: string): void {
  if (!Number.isSafeInteger(seed)) {
    throw new RangeError(
      `The seed of random stream "${streamName}" must be a safe integer, got ${seed}: use a whole number.`,
    );
  }
  if (state.length !== STATE_WORDS) {
    throw new RangeError(`The state of random stream "${streamName}" needs ${STATE_WORDS} words, got ${state.length}.`);
  }
  // Both halves of the seed in two's complement, and the name's UTF-16 units, through four differently keyed mixers.
  const low = seed | 0;
  const high = Math.floor(seed / 4294967296) | 0;
  let any = 0;
  for (let lane = 0; lane < STATE_WORDS; lane++) {
    let h = Math.imul(lane + 1, 0x9e3779b9);
    h = computeMixedWord(h ^ low);
    h = computeMixedWord(Math.imul(h, 5) ^ high);
    for (let i = 0; i < streamName.length; i++) h = computeMixedWord(Math.imul(h, 5) ^ (streamName.charCodeAt(i) + 1));
    h = computeMixedWord(Math.imul(h, 5) ^ streamName.length);
    state[lane] = h;
    any |= h;
  }
  // The all-zero state is the one fixed point of the generator.
  if (any === 0) state[0] = 0x9e3779b9;
}

/** Next 32 random bits as an integer in [0, 2^32). */
export function nextUint32(state: Uint32Array): number {
  const s0 = state[0]!;
  const s1 = state[1]!;
  const s2 = state[2]! ^ s0;
  const s3 = state[3]! ^ s1;
  const scrambled = Math.imul(s1, 5);
  const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0;
  state[0] = s0 ^ s3;
  state[1] = s1 ^ s2;
  state[2] = s2 ^ (s1 << 9);
  state[3] = (s3 << 11) | (s3 >>> 21);
  return result;
}

/** Uniform in [0, 1) with 53 random bits. */
export function nextFloat(state: Uint32Array): number {
  const high = nextUint32(state) >>> 5;
  const low = nextUint32(state) >>> 6;
  return (high * 67108864 + low) / 9007199254740992;
}

/** Uniform integer in [0, n), without bias, for 1 ≤ n ≤ 2^32. */
export function nextInt(state: Uint32Array, n: number): number {
  if (!Number.isInteger(n) || n < 1 || n > 4294967296) {
    throw new RangeError(`The number of choices must be an integer from 1 to 2^32, got ${n}.`);
  }
  // Draws at or above the largest multiple of n would favour small results: draw again.
  const limit = 4294967296 - (4294967296 % n);
  let draw = nextUint32(state);
  while (draw >= limit) draw = nextUint32(state);
  return draw % n;
}

/** Normal with mean 0 and variance 1 (Box–Muller; the second value is not kept, so the state stays four words). */
export function nextNormal(state: Uint32Array): number {
  const radius = Math.sqrt(-2 * log(1 - nextFloat(state)));
  return radius * cos(6.283185307179586 * nextFloat(state));
}
