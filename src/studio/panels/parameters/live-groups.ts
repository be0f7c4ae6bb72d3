/** Live parameters of animals with many of them, by what they belong to: what steers first, single waves last. */
import { type FormField, formatTitle, getTitle } from '../../data/form-model.ts';

interface LiveGroup {
  /** undefined: so few that they need no heading. */
  readonly title: string | undefined;
  readonly fields: readonly FormField[];
  readonly open: boolean;
}

const fewest = 12;

/** The groups `front` come first, and open. */
export function groupLive(fields: readonly FormField[], front: readonly string[]): LiveGroup[] {
  if (fields.length === 0) return [];
  if (fields.length <= fewest) return [{ title: undefined, fields, open: true }];
  const groups = new Map<string, FormField[]>();
  for (const field of fields) {
    const parent = field.path.slice(0, field.path.lastIndexOf('.'));
    groups.set(parent, [...(groups.get(parent) ?? []), field]);
  }
  const rank = (path: string): number => (front.includes(path) ? 0 : path.split(/[.[]/u).length);
  return [...groups]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([path, own]) => ({
      title: formatTitle(path.replace(/^controller\./u, '').replace(/\[(\d+)\]/gu, (_, i) => ` ${Number(i) + 1}`)),
      // Their heading says what they belong to.
      fields: own.map((field) => ({ ...field, title: getTitle(field.schema, field.path.slice(path.length + 1)) })),
      open: front.includes(path),
    }));
}
