// The little of WebAssembly that the loader uses. The pure layers compile without the DOM library, and a global
// declaration would clash with it elsewhere, so these are local types and the object is taken from globalThis.

export interface WasmModule {
  readonly [Symbol.toStringTag]?: string;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

export interface WasmNamespace {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
  readonly Instance: new (module: WasmModule, imports: Record<string, Record<string, unknown>>) => WasmInstance;
}
