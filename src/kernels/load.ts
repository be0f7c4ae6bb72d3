// Loads the one WebAssembly module of all kernels, in the same way in Node, in a worker and on a page.
import { computePages, createArena } from './memory/arena.ts';
import { decodeBase64 } from './base64.ts';
import type { KernelFunctions, Kernels } from './functions.ts';
import { kernelBytesBase64 } from './generated/wasm-bytes.ts';
import { KernelError } from './memory/kernel-error.ts';
import { createTwinInstance } from './twin.ts';
import type { WasmModule, WasmNamespace } from './webassembly.d.ts';

/** The compiled module: made once, may be posted to workers, serves any number of instances. */
export type KernelModule = WasmModule;

const wasm = (globalThis as { WebAssembly?: WasmNamespace }).WebAssembly;

/** The module itself, for hosts that cache or inspect it. */
export function createKernelBytes(): Uint8Array<ArrayBuffer> {
  return decodeBase64(kernelBytesBase64);
}

function requireWasm(bytes: Uint8Array): WasmNamespace {
  if (wasm?.validate(bytes) !== true) {
    throw new KernelError('wasm-missing', 'kernels', 'no WebAssembly with SIMD', 'Use createTwinInstance here.');
  }
  return wasm;
}

export async function compileKernels(): Promise<KernelModule> {
  const bytes = createKernelBytes();
  return requireWasm(bytes).compile(bytes);
}

/** For Node and workers; some browsers refuse to compile more than a few kilobytes at once on the main thread. */
export function compileKernelsSync(): KernelModule {
  const bytes = createKernelBytes();
  return new (requireWasm(bytes).Module)(bytes);
}

/** An instance with its own memory of fixed size (rounded up to whole pages): views into it stay valid for ever. */
export function createKernelInstance(module: KernelModule, memoryBytes: number): Kernels {
  if (wasm === undefined) {
    throw new KernelError('wasm-missing', 'kernels', 'no WebAssembly', 'Use createTwinInstance here.');
  }
  const pages = computePages(memoryBytes);
  const memory = new wasm.Memory({ initial: pages, maximum: pages });
  const instance = new wasm.Instance(module, { env: { memory } });
  const functions = instance.exports as unknown as KernelFunctions;
  return { kind: 'wasm', arena: createArena(memory.buffer), ...functions };
}

let sharedModule: KernelModule | null | undefined;

/** What most callers want, in Node and in workers: WebAssembly where it runs, the twins where it does not. */
export function createKernels(memoryBytes: number): Kernels {
  if (sharedModule === undefined) {
    const bytes = createKernelBytes();
    sharedModule = wasm?.validate(bytes) === true ? new wasm.Module(bytes) : null;
  }
  return sharedModule === null ? createTwinInstance(memoryBytes) : createKernelInstance(sharedModule, memoryBytes);
}
