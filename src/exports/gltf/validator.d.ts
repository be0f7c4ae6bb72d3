/** As much of Khronos' validator as the tests use. */
declare module 'gltf-validator' {
  export function validateBytes(bytes: Uint8Array): Promise<{
    readonly issues: { readonly messages: readonly { readonly code: string; readonly severity: number }[] };
  }>;
}
