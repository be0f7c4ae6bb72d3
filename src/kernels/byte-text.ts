// Bytes as text that compresses like the bytes themselves: 29 kB for the kernels of soft animals, 32 as hexadecimal (measured with gzip).

/** Bytes in a run of characters that stand alone; those of the second and third run have a sign before them. */
const runLength = 86;
/** Chosen: bytes that are frequent in WebAssembly with SIMD stand alone. */
const shift = 16;
const [secondRun, thirdRun, firstCharacter, backslash] = [0x21, 0x23, 0x28, 0x5c];

/** The bytes of a text that `encodeBytes` of tools/build-kernels.mjs wrote. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let [count, run] = [0, 0];
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === secondRun) run = runLength;
    else if (code === thirdRun) run = 2 * runLength;
    else {
      const skipped = code > backslash ? 1 : 0;
      bytes[count++] = run + code - firstCharacter - skipped - shift;
      run = 0;
    }
  }
  return bytes.slice(0, count);
}
