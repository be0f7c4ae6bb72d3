/** Files that the browser hands to the person. */
import { type PathKey, parsePath } from '../../engine/model/field-tree.ts';
import type { CreatureDocument, SystemInfo } from '../data/protocol.ts';

/** The description with the present values of the live controls. */
export function createCreatureFile({ desc, controls }: SystemInfo, values: readonly number[]): string {
  const copy = structuredClone(desc) as Record<string, unknown>;
  controls.forEach(({ name }, i) => {
    const keys = parsePath(name)!;
    const parent = keys.slice(0, -1).reduce<Record<PathKey, unknown>>((at, key) => at[key] as typeof at, copy);
    parent[keys.at(-1)!] = values[i];
  });
  return `${JSON.stringify(copy satisfies CreatureDocument, null, 1)}\n`;
}

export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
