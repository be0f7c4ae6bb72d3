// Loads the one WebAssembly module of all kernels, in the same way in Node, in a worker and on a page.
import { computePages, createArena } from './memory/arena.ts';
import { decodeHex } from './hex.ts';
import type { KernelFunctions, Kernels } from './functions.ts';
import { kernelBytesHex } from './generated/wasm-bytes.ts';
import { createTwinInstance } from './twin.ts';
import type { WasmModule, WasmNamespace } from './webassembly.d.ts';

/** Node's own reader takes a share of the time of `decodeHex`, which can be felt at the start of a command. */
interface Globals {
  readonly WebAssembly?: WasmNamespace;
  readonly Buffer?: { from(text: string, encoding: 'hex'): Uint8Array<ArrayBuffer> };
}

const { WebAssembly: wasm, Buffer: nodeBuffer } = globalThis as Globals;

/** Node's own reader, or ours. Named once: a bundler writes the text wherever the constant is used. */
const readHex =
  nodeBuffer === undefined ? decodeHex : (text: string): Uint8Array<ArrayBuffer> => nodeBuffer.from(text, 'hex');

export function createKernelBytes(): Uint8Array<ArrayBuffer> {
  return readHex(kernelBytesHex);
}

/** Made once, serves any number of instances; null where WebAssembly with SIMD does not run. */
let sharedModule: WasmModule | null | undefined;

function createModule(): WasmModule | null {
  try {
    return wasm === undefined ? null : new wasm.Module(createKernelBytes());
  } catch {
    return null;
  }
}

/**
 * An instance with its own memory of fixed size (rounded up to whole pages), so that views into it stay valid for ever:
 * WebAssembly where it runs, the twins where it does not.
 */
export function createKernels(memoryBytes: number): Kernels {
  if (sharedModule === undefined) sharedModule = createModule();
  if (wasm === undefined || sharedModule === null) return createTwinInstance(memoryBytes);
  const pages = computePages(memoryBytes);
  const memory = new wasm.Memory({ initial: pages, maximum: pages });
  const instance = new wasm.Instance(sharedModule, { env: { memory } });
  const functions = instance.exports as unknown as KernelFunctions;
  return { kind: 'wasm', arena: createArena(memory.buffer), ...functions };
}
