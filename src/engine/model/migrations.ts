/** Ways up from older creature files. Each takes a document of its version and returns one of the next. */
import { schemaVersion } from './common.ts';
import type { Problem } from './problem.ts';
import { printGot } from './problem.ts';

export type RawDocument = Record<string, unknown>;
/** `migrations[v]` turns version v into v + 1. Version 1 is the first, so there is nothing to climb yet. */
export type Migrations = Readonly<Record<number, (document: RawDocument) => RawDocument>>;
const migrations: Migrations = {};

export function migrate(
  document: RawDocument,
  target = schemaVersion,
  steps: Migrations = migrations,
): { document: RawDocument; problem?: Problem } {
  const written = document['schemaVersion'];
  if (written === undefined) {
    return {
      document,
      problem: { code: 'missing', path: 'schemaVersion', got: 'nothing', hint: `Add "schemaVersion": ${target}.` },
    };
  }
  if (typeof written !== 'number' || !Number.isInteger(written) || written < 0 || written > target)
    return { document, problem: unknownVersion(written, target) };
  let current = document;
  for (let version = written; version < target; version++) {
    const step = steps[version];
    if (step === undefined) return { document, problem: unknownVersion(version, target) };
    current = { ...step(current), schemaVersion: version + 1 };
  }
  return { document: current };
}

function unknownVersion(version: unknown, target: number): Problem {
  const newer = typeof version === 'number' && version > target;
  return {
    code: 'unknown-version',
    path: 'schemaVersion',
    got: printGot(version),
    hint: newer
      ? `This program reads version ${target}; use a newer one for this file.`
      : `This program reads version ${target}.`,
  };
}
