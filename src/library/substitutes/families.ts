/**
 * The families that a program of the package has imported: the build puts it in the place of `engine/families/registry.ts`, which
 * names all four. `bestiary` adds all, `bestiary/lamprey` one.
 */
import type { Family } from '../../engine/contract/types.ts';

export const families: Family[] = [];

export function addFamilies(added: readonly Family[]): void {
  for (const family of added) if (!families.includes(family)) families.push(family);
}
