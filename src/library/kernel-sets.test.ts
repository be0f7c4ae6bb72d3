/** Each family's module of kernels has every kernel that the family's code names: a missing one would be found only when it is called. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeBytes } from '../kernels/byte-text.ts';
import { corotatedKernels } from '../kernels/generated/corotated.ts';
import { projectiveKernels } from '../kernels/generated/projective.ts';
import { spinalKernels } from '../kernels/generated/spinal.ts';
import { stvkKernels } from '../kernels/generated/stvk.ts';
import { createTwinInstance } from '../kernels/twin.ts';

const source = join(import.meta.dirname, '..');
const names = Object.entries(createTwinInstance(1)).flatMap(([name, value]) =>
  typeof value === 'function' ? name : [],
);

function listNamed(family: string): string[] {
  const files = new Set<string>();
  const add = (file: string): void => {
    if (files.has(file) || /kernels\/(?:functions|load|twin|twins|generated)/u.test(file) || !existsSync(file)) return;
    files.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/gu))
      add(resolve(dirname(file), path!));
  };
  add(join(source, `engine/families/${family}/solver.ts`));
  add(join(source, 'engine/contract/guard.ts'));
  const text = [...files].map((file) => readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*/gsu, '')).join('\n');
  return names.filter((name) => new RegExp(`\\b${name}\\b`, 'u').test(text));
}

const dataSection = 11;

/** Numbers of the sections of a module. */
function listSections(bytes: Uint8Array): number[] {
  const sections: number[] = [];
  for (let at = 8; at < bytes.length; ) {
    sections.push(bytes[at++]!);
    let [length, shift] = [0, 0];
    for (let more = true; more; shift += 7) {
      const byte = bytes[at++]!;
      length |= (byte & 127) << shift;
      more = byte >= 128;
    }
    at += length;
  }
  return sections;
}

describe('kernels', () => {
  it.each([
    ['lamprey', spinalKernels],
    ['worm', stvkKernels],
    ['myriapod', corotatedKernels],
    ['soft', projectiveKernels],
  ])('of the %s are complete', (family, text) => {
    const bytes = decodeBytes(text);
    const exported = WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name);
    const named = listNamed(family);
    expect(named.length).toBeGreaterThan(5);
    expect(exported).toEqual(expect.arrayContaining(named));
    // Several modules share one memory: what one brings along, another would overwrite.
    expect(listSections(bytes)).not.toContain(dataSection);
  });
});
