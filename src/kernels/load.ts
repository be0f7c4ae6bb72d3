// Loads the one WebAssembly module of all kernels, in the same way in Node, in a worker and on a page.
import { computePages, createArena } from './memory/arena.ts';
import { decodeBase64 } from './base64.ts';
import type { KernelFunctions, Kernels } from './functions.ts';
import { kernelBytesBase64 } from './generated/wasm-bytes.ts';
import { createTwinInstance } from './twin.ts';
import type { WasmModule, WasmNamespace } from './webassembly.d.ts';

/** Node's own reader of base64 takes a fiftieth of the time of `decodeBase64`, a share of the start that can be felt. */
interface Globals {
  readonly WebAssembly?: WasmNamespace;
  readonly Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> };
}

const { WebAssembly: wasm, Buffer: nodeBuffer } = globalThis as Globals;

export function createKernelBytes(): Uint8Array<ArrayBuffer> {
  return nodeBuffer?.from(kernelBytesBase64, 'base64') ?? decodeBase64(kernelBytesBase64);
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
