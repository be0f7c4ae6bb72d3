/** Default animal for an imported ground mesh: it is small and climbs. */
export const meshWalker = 'centipede';
