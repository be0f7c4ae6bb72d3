/** `bestiary/exports`, the former name of `bestiary/export`. @deprecated Import from `bestiary/export`. */
export * from './export.ts';
