/** A picture of one lane: what the client asks for, checked, and the pixels as it gets them. */
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { VectorEnv } from '../../learn/environments/env.ts';
import { failLearn } from '../../learn/learn-error.ts';

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Gives width × height × 3 bytes, from the top left on. */
export type DrawPicture = (simulation: Simulation, lane: number, size: PictureSize) => Promise<Uint8Array>;

const largestSide = 4096;
const requestBytes = 12;

/** Payload: lane, width and height (u32). Reply: width, height (u32), then the pixels (red, green, blue). */
export async function drawLane(env: VectorEnv, payload: Uint8Array, draw: DrawPicture): Promise<Uint8Array[]> {
  if (payload.length !== requestBytes)
    failLearn('inconsistent', 'picture', `${payload.length} bytes`, 'Send lane, width and height, 4 bytes each.');
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const [lane, width, height] = [view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)];
  if (lane >= env.lanes) failLearn('out-of-range', 'picture, lane', String(lane), `Lanes are 0 to ${env.lanes - 1}.`);
  if ([width, height].some((side) => side < 16 || side > largestSide))
    failLearn('out-of-range', 'picture, size', `${width} × ${height}`, `Sides are 16 to ${largestSide} pixels.`);
  const simulation = env.getSimulation?.(lane);
  if (simulation === undefined)
    return failLearn('unsupported', 'picture', 'a toy', 'Toys have no pictures. Take an animal.');
  const pixels = await draw(simulation, lane, { width, height });
  const head = new DataView(new ArrayBuffer(8));
  head.setUint32(0, width, true);
  head.setUint32(4, height, true);
  return [new Uint8Array(head.buffer), pixels];
}
