// One block of memory that a kernel instance works in, handed out from the front in 16-byte steps and never freed, so
// that views and byte offsets stay valid for the life of the instance.
import { KernelError } from './kernel-error.ts';

/** The whole block seen as each element type; a byte offset b is element b / 8 of f64, b / 4 of f32 and i32. */
export interface MemoryViews {
  readonly f64: Float64Array<ArrayBuffer>;
  readonly f32: Float32Array<ArrayBuffer>;
  readonly i32: Int32Array<ArrayBuffer>;
  readonly u8: Uint8Array<ArrayBuffer>;
}

/** Arrays from alloc* are zeroed views of the block; their `byteOffset` is what kernels take. */
export interface Arena extends MemoryViews {
  readonly buffer: ArrayBuffer;
  allocF64(count: number): Float64Array<ArrayBuffer>;
  allocF32(count: number): Float32Array<ArrayBuffer>;
  allocI32(count: number): Int32Array<ArrayBuffer>;
  allocU8(count: number): Uint8Array<ArrayBuffer>;
  /** Bytes handed out so far, padding and the reserved front included. */
  usedBytes(): number;
  /** Whether it only adds up what is asked for: nothing will run on it, so long fillings may be left out. */
  readonly isMeasuring: boolean;
}

const alignment = 16;
/** The front of every arena: never handed out, scratch memory of the kernels (assembly/scratch.ts). */
const kernelScratchBytes = 1024;
/** WebAssembly counts memory in pages of this many bytes. */
export const pageBytes = 65536;
const maxPages = 65536;

/** Whole pages with room for `memoryBytes` of arrays; both kinds of instance use it, so both have equal arenas. */
export function computePages(memoryBytes: number): number {
  const pages = Math.ceil((memoryBytes + kernelScratchBytes) / pageBytes);
  if (!(memoryBytes > 0 && pages <= maxPages)) {
    throw new KernelError(
      'arena-size',
      'memoryBytes',
      String(memoryBytes),
      `Ask for 1 to ${maxPages * pageBytes - kernelScratchBytes} bytes.`,
    );
  }
  return pages;
}

export function createArena(buffer: ArrayBuffer): Arena {
  return createArenaOver(buffer, false, (bytes, used) => {
    throw new KernelError(
      'arena-full',
      'arena',
      `a request for ${bytes} bytes with ${buffer.byteLength - used} of ${buffer.byteLength} free`,
      'Create the kernels with more memory.',
    );
  });
}

/** `onFull` makes room for `bytes` more behind `used`, or throws. */
function createArenaOver(
  buffer: ArrayBuffer,
  isMeasuring: boolean,
  onFull: (bytes: number, used: number) => void,
): Arena {
  let used = kernelScratchBytes;
  const reserve = (bytes: number): number => {
    const offset = used;
    const end = offset + Math.ceil(bytes / alignment) * alignment;
    if (!(bytes >= 0 && end <= buffer.byteLength)) onFull(bytes, used);
    used = end;
    return offset;
  };
  return {
    buffer,
    isMeasuring,
    f64: new Float64Array(buffer),
    f32: new Float32Array(buffer),
    i32: new Int32Array(buffer),
    u8: new Uint8Array(buffer),
    allocF64: (count) => new Float64Array(buffer, reserve(8 * count), count),
    allocF32: (count) => new Float32Array(buffer, reserve(4 * count), count),
    allocI32: (count) => new Int32Array(buffer, reserve(4 * count), count),
    allocU8: (count) => new Uint8Array(buffer, reserve(count), count),
    usedBytes: () => used,
  };
}

/** A buffer that grows in place: views of it stay valid. In the language since 2024, in every engine with our kernels. */
interface GrowingBuffer extends ArrayBuffer {
  resize(byteLength: number): void;
}

const growingBufferClass = ArrayBuffer as unknown as new (length: number, options: object) => GrowingBuffer;
const maxBytes = maxPages * pageBytes;
/** Bytes. Measured: fresh memory costs 0.7 ms a megabyte, and small animals need a quarter of one. */
const measuringStep = 1 << 18;
let measuringBuffer: GrowingBuffer | undefined;

/**
 * Calls `allocate` with an arena that has room for everything and says how many bytes it took. The arrays are as real as any,
 * but gone when this returns.
 */
export function measureArena(allocate: (arena: Arena) => void): number {
  measuringBuffer ??= new growingBufferClass(0, { maxByteLength: maxBytes });
  const buffer = measuringBuffer;
  const arena = createArenaOver(buffer, true, (bytes, used) => {
    const least = used + bytes + alignment;
    if (!(bytes >= 0 && least <= maxBytes))
      throw new KernelError('arena-size', 'arena', `a request for ${bytes} bytes`, `There are at most ${maxBytes}.`);
    // A quarter more, so that large ones grow in a few steps.
    buffer.resize(Math.min(maxBytes, Math.ceil((1.25 * least) / measuringStep) * measuringStep));
  });
  try {
    allocate(arena);
    return arena.usedBytes() - kernelScratchBytes;
  } finally {
    // Gives the memory back, and hands it out zeroed the next time.
    buffer.resize(0);
  }
}
