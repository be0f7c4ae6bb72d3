/**
 * The checkpoint of a training: everything that changes, as one block of bytes with checksums (named-arrays.ts).
 *
 * `trainer` arrays are weights, optimiser, normaliser, random streams and counters; `source` arrays are the lanes: states of
 * the environments with their pools and random streams, and the noise of actions. A training continues from them bit for bit.
 */
import { LearnError } from './learn-error.ts';
import { addPrefix, decodeNamedArrays, encodeNamedArrays, type NamedArrays, takePrefix } from './named-arrays.ts';
import { findSpaceDifference, parseSpace, type Space, type SpaceJson, toSpaceJson } from './spaces.ts';

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
  const { meta, arrays } = decodeNamedArrays(MAGIC, bytes, 'checkpoint');
  const { version, seed, config, ...rest } = meta as Meta;
  if (version !== VERSION)
    throw new LearnError({
      code: 'unknown-version',
      path: 'checkpoint',
      got: String(version),
      hint: `This program reads version ${VERSION}.`,
    });
  if (rest.kind !== kind)
    throw new LearnError({
      code: 'inconsistent',
      path: 'checkpoint',
      got: `one of the trainer "${rest.kind}"`,
      hint: `Continue with that trainer, or start again with "${kind}".`,
    });
  return {
    kind,
    seed,
    config,
    observationSpace: parseSpace(rest.observationSpace, 'checkpoint.observationSpace'),
    actionSpace: parseSpace(rest.actionSpace, 'checkpoint.actionSpace'),
    trainer: takePrefix('trainer', arrays),
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
    if (difference !== undefined)
      throw new LearnError({
        code: 'inconsistent',
        path: `${what}.${name}`,
        got: difference,
        hint,
      });
  }
}
