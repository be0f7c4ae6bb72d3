/** Google's decoder has no types. Its WebAssembly is put into the program as text, so that nobody needs a path or address for it. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  function createDecoder(options: { readonly wasmBinary: Uint8Array }): Promise<object>;
  export { createDecoder as default };
}

declare module 'draco3dgltf/draco_decoder_gltf.wasm?url&inline' {
  const address: string;
  export { address as default };
}

/** The encoder, for tests. */
declare module 'draco3dgltf' {
  const draco: { createEncoderModule: () => Promise<object> };
  export { draco as default };
}
