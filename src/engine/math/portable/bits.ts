/**
 * Exponent handling shared by the portable elementary functions.
 *
 * A double is read through a shared Float64Array/Uint32Array pair; powers of two come from a table, because writing
 * two halves and reading them back as one double stalls the processor in hot loops.
 */
const doubleView = new Float64Array(1);
const wordView = new Uint32Array(doubleView.buffer);

doubleView[0] = 1;
if (wordView[1] !== 0x3ff00000) {
  throw new Error(
    'Portable functions need a little-endian machine: the high word of 1.0 was not found in second place.',
  );
}

const SMALLEST_EXPONENT = -1074;
const LARGEST_EXPONENT = 1023;

const powersOfTwo = createPowersOfTwo();

function createPowersOfTwo(): Float64Array {
  const powers = new Float64Array(LARGEST_EXPONENT - SMALLEST_EXPONENT + 1);
  let power = 1;
  for (let exponent = 0; exponent <= LARGEST_EXPONENT; exponent++, power *= 2) {
    powers[exponent - SMALLEST_EXPONENT] = power;
  }
  power = 1;
  for (let exponent = 0; exponent >= SMALLEST_EXPONENT; exponent--, power *= 0.5) {
    powers[exponent - SMALLEST_EXPONENT] = power;
  }
  return powers;
}

/** 2 to an integer power from −1074 to 1023, exactly. */
export function computePowerOfTwo(exponent: number): number {
  return powersOfTwo[exponent - SMALLEST_EXPONENT]!;
}

/** floor(log2 |x|) of a normal number; −1023 for zero and subnormals, 1024 for infinities and NaN. */
export function computeExponent(x: number): number {
  doubleView[0] = x;
  return ((wordView[1]! >>> 20) & 0x7ff) - 1023;
}

/** The k for which x 2^−k lies between √½ and √2 (to one part in 2^20), for normal x > 0. */
export function computeCentredExponent(x: number): number {
  doubleView[0] = x;
  return ((wordView[1]! + (0x3ff00000 - 0x3fe6a09e)) >>> 20) - 1023;
}
