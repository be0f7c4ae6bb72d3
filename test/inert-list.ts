/**
 * Numbers and flags that change neither state nor frame nor signals in the runs of `inert-parameters.test.ts`, and why they are
 * kept all the same. An entry that has become wrong fails the test, so that the list only holds what is true.
 */
export interface InertEntry {
  /** A path, with `*` for a part of it. */
  readonly path: string;
  readonly why: string;
}

export const inertList: readonly InertEntry[] = [
  { path: 'view.*', why: 'Only the camera of the studio and of pictures reads it.' },
  { path: 'scene.selfContact', why: 'Acts where parts of a body touch: slender bodies and plates fold later.' },
  { path: 'control.climb', why: 'A plate whose waves have no `climb` cannot steer upward, and the run warns.' },
  ...['stretch', 'bend', 'thickness', 'shape', 'volume', 'muscle'].map((name) => ({
    path: `body.material.${name}`,
    why: 'Of thin parts or of flesh: a drawn body often has only one of the two, and the run warns.',
  })),
  { path: 'water.plateDepth', why: 'Of thin parts, likewise.' },
  {
    path: 'body.reach.radius',
    why: 'Of muscles without a radius of their own, and some drawn bodies have none of these.',
  },
  { path: 'solver.invertedLimit', why: 'A limit that ends a run; these runs stay below it.' },
];
