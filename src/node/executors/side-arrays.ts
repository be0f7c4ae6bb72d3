/**
 * Typed arrays of jobs and results in Redis. They lie beside the queue, as bytes with checksums: what the queue itself holds is
 * JSON, and its log of events would keep every result a second time.
 */
import type { Redis } from 'ioredis';
import { decodeNamedArrays, encodeNamedArrays, type NamedArrays } from '../../learn/named-arrays.ts';
import { keepSeconds, prefix } from './queue-names.ts';

const magic = 'BSTWRK01';

export type ArrayRole = 'job' | 'result';

function getName(side: ArrayRole, id: string): string {
  return `${prefix}:arrays:${side}:${id}`;
}

/** `id` is the job's name in the queue. */
export async function storeArrays(client: Redis, side: ArrayRole, id: string, arrays: NamedArrays): Promise<void> {
  await client.set(getName(side, id), Buffer.from(encodeNamedArrays(magic, null, arrays)), 'EX', keepSeconds);
}

/** undefined when Redis has them no longer. Throws a LearnError when they are damaged. */
export async function fetchArrays(client: Redis, side: ArrayRole, id: string): Promise<NamedArrays | undefined> {
  const bytes = await client.getBuffer(getName(side, id));
  // A plain copy: a Buffer's own `slice`, by which arrays are cut out, makes none.
  return bytes === null ? undefined : decodeNamedArrays(magic, new Uint8Array(bytes), `arrays of a ${side}`).arrays;
}

/** Both those of the job and of its result. */
export async function dropArrays(client: Redis, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await client.unlink(ids.flatMap((id) => [getName('job', id), getName('result', id)]));
}
