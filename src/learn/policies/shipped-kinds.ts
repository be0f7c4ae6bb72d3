/** Policies that everybody has, by the names that people use: two that ship, and the proportional controller. */
export const shippedKinds = ['default', 'network', 'proportional'] as const;

export type ShippedKind = (typeof shippedKinds)[number];

/** The proportional controller was called `law` before: links and command lines of that time still name it so. */
export const formerProportional = 'law';

export function findShippedKind(name: string): ShippedKind | undefined {
  return name === formerProportional ? 'proportional' : shippedKinds.find((kind) => kind === name);
}
