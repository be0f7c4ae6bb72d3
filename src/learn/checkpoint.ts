/**
 * The checkpoint of a training: everything that changes, as one block of bytes with checksums (named-arrays.ts).
 *
 * `trainer` arrays are weights, optimiser, normaliser, random streams and counters; `source` arrays are the lanes: states of
 * the environments with their pools and random streams, and the noise of actions. A training continues from them bit for bit.
 */
import { z } from 'zod';
import { checkShape } from './check-shape.ts';
import { expectFinite, failLearn } from './learn-error.ts';
import { addPrefix, decodeNamedArrays, encodeNamedArrays, type NamedArrays, takePrefix } from './named-arrays.ts';
import { findSpaceDifference, parseSpace, type Space, type SpaceJson, toSpaceJson } from './spaces.ts';
import { expectBytes } from '../engine/model/problem.ts';

const MAGIC = 'BSTCHK01';
const VERSION = 1;

export interface Checkpoint {
  readonly kind: 'ppo' | 'es';
  readonly seed: number;
  /** The trainer's own settings. */
  readonly config: unknown;
  readonly observationSpace: Space;
  readonly actionSpace: Space;
  readonly trainer: NamedArrays;
  readonly source: NamedArrays;
}

interface Meta {
  readonly version: number;
  readonly kind: Checkpoint['kind'];
  readonly seed: number;
  readonly config: unknown;
  readonly observationSpace: SpaceJson;
  readonly actionSpace: SpaceJson;
}

/** Settings are checked by the trainer that uses them. */
const metaSchema = z.object({
  version: z.number(),
  kind: z.enum(['ppo', 'es']),
  seed: z.int(),
  config: z.unknown(),
  observationSpace: z.unknown(),
  actionSpace: z.unknown(),
});

export function encodeCheckpoint(checkpoint: Checkpoint): Uint8Array {
  const { kind, seed, config, observationSpace, actionSpace, trainer, source } = checkpoint;
  const meta: Meta = {
    version: VERSION,
    kind,
    seed,
    config,
    observationSpace: toSpaceJson(observationSpace),
    actionSpace: toSpaceJson(actionSpace),
  };
  return encodeNamedArrays(MAGIC, meta, { ...addPrefix('trainer', trainer), ...addPrefix('source', source) });
}

/** Refuses bytes that are damaged (naming the array), of another version, or of another trainer. */
export function decodeCheckpoint(bytes: Uint8Array, kind: Checkpoint['kind']): Checkpoint {
  expectBytes(bytes, 'bytes', 'Give the bytes of a checkpoint, of trainer.saveCheckpoint().');
  const { meta, arrays } = decodeNamedArrays(MAGIC, bytes, 'checkpoint');
  const { version, seed, config, ...rest } = checkShape(metaSchema, meta, 'checkpoint');
  if (version !== VERSION)
    failLearn('unknown-version', 'checkpoint', String(version), `This program reads version ${VERSION}.`);
  if (rest.kind !== kind)
    failLearn(
      'inconsistent',
      'checkpoint',
      `one of the trainer "${rest.kind}"`,
      `Continue with that trainer, or start again with "${kind}".`,
    );
  const trainer = takePrefix('trainer', arrays);
  for (const [name, array] of Object.entries(trainer))
    expectFinite(array, `checkpoint, array "trainer/${name}"`, 'Use the previous one.');
  return {
    kind,
    seed,
    config,
    observationSpace: parseSpace(rest.observationSpace, 'checkpoint.observationSpace'),
    actionSpace: parseSpace(rest.actionSpace, 'checkpoint.actionSpace'),
    trainer,
    source: takePrefix('source', arrays),
  };
}

/** Refuses a checkpoint of another animal or action space. */
export function expectSameSpaces(
  checkpoint: Pick<Checkpoint, 'observationSpace' | 'actionSpace'>,
  here: { readonly observationSpace: Space; readonly actionSpace: Space },
  what: string,
  hint = `The ${what} is for another animal, task or action space, or of another version of this program.`,
): void {
  for (const name of ['observationSpace', 'actionSpace'] as const) {
    const difference = findSpaceDifference(checkpoint[name], here[name]);
    if (difference !== undefined) failLearn('inconsistent', `${what}.${name}`, difference, hint);
  }
}
