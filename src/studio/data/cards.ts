/** The animals there are, as the build found them. */
import type { AnimalCard } from '../../animals/summaries.ts';

declare const BESTIARY_CARDS: readonly AnimalCard[];

export const cards: readonly AnimalCard[] = BESTIARY_CARDS;
