/**
 * Kernels of the families that a program has imported: a module for each, all over one memory. The build of the package puts it in
 * the place of `kernels/load.ts`, whose one module has those of all families.
 */
import { decodeBytes } from '../../kernels/byte-text.ts';
import type { KernelFunctions, Kernels } from '../../kernels/functions.ts';
import { computePages, createArena } from '../../kernels/memory/arena.ts';
import type { WasmModule, WasmNamespace } from '../../kernels/webassembly.d.ts';
import { createTwinInstance } from './twin.ts';

const { WebAssembly: wasm } = globalThis as { readonly WebAssembly?: WasmNamespace };

/** Texts of modules, and what was made of them: null where WebAssembly with SIMD does not run. */
const modules = new Map<string, WasmModule | null | undefined>();

export function addKernels(text: string): void {
  if (!modules.has(text)) modules.set(text, undefined);
}

function createModule(text: string): WasmModule | null {
  try {
    return wasm === undefined ? null : new wasm.Module(decodeBytes(text));
  } catch {
    return null;
  }
}

/** An instance with its own memory of fixed size, so that views into it stay valid for ever. */
export function createKernels(memoryBytes: number): Kernels {
  for (const [text, module] of modules) if (module === undefined) modules.set(text, createModule(text));
  const made = [...modules.values()];
  if (wasm === undefined || made.some((module) => module === null)) return createTwinInstance(memoryBytes);
  const pages = computePages(memoryBytes);
  const memory = new wasm.Memory({ initial: pages, maximum: pages });
  const functions = made.map((module) => new wasm.Instance(module!, { env: { memory } }).exports);
  return { kind: 'wasm', arena: createArena(memory.buffer), ...(Object.assign({}, ...functions) as KernelFunctions) };
}
