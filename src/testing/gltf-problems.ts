/** Khronos' validator, for tests. */
import { validateBytes } from 'gltf-validator';

/** Codes of the errors and warnings in a GLB file; hints are left out. */
export async function listGltfProblems(glb: Uint8Array): Promise<string[]> {
  const { issues } = await validateBytes(glb);
  // 0: errors, 1: warnings.
  return issues.messages.flatMap(({ code, severity }) => (severity < 2 ? [code] : []));
}
