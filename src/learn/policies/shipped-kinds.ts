/** Policies that everybody has, by the names that people say: two that ship, and the law of one gain. */
export const shippedKinds = ['default', 'network', 'law'] as const;

export type ShippedKind = (typeof shippedKinds)[number];
