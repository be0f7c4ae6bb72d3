/** The animal that walks on a mesh when nobody names another: it is small and climbs. */
export const meshWalker = 'centipede';
