import { type ByteSource, iterateSnapshots } from '../../engine/record/decode.ts';

/** The state kept at a step, or undefined. */
export function readSnapshot(source: ByteSource, step: number): Uint8Array | undefined {
  for (const kept of iterateSnapshots(source)) if (kept.step === step) return kept.snapshot;
  return undefined;
}
