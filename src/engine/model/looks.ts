/**
 * Coats of soft, translucent animals: of an octopus, a spotted ray, a cuttlefish, a starfish, a ribbon eel, a manta, and four of no
 * animal.
 */
export const softLooks = [
  'jelly',
  'mottle',
  'ray',
  'sepia',
  'star',
  'ribbon',
  'fin',
  'cloak',
  'ink',
  'orchid',
  'ember',
] as const;

export type SoftLook = (typeof softLooks)[number];

/** Armour: brown plates, striped plates on banded legs, and dark rings with a pale rim. */
export const chitinLooks = ['chitin', 'banded', 'ringed'] as const;

export type ChitinLook = (typeof chitinLooks)[number];
