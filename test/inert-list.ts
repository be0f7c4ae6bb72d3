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
  {
    path: 'friction.selfStiffness',
    why: 'Acts where a worm touches itself: an omega turn takes longer than these runs.',
  },
  { path: 'solver.invertedLimit', why: 'A limit that ends a run; these runs stay below it.' },
];
