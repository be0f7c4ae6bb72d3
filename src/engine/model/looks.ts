/** Coats of soft, translucent animals: of an octopus, a spotted ray, a cuttlefish, a starfish, and three of no animal. */
export const softLooks = ['jelly', 'ray', 'sepia', 'star', 'ink', 'orchid', 'ember'] as const;

export type SoftLook = (typeof softLooks)[number];
