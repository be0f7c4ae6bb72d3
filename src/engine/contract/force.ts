/**
 * What acts on a body. All families list their forces in this one form: `add` reads the present state in the working memory of the
 * body, and adds to the sums that its step solves with. What these are is a matter of the body: forces on nodes, impulses with
 * the derivatives that an implicit step needs, changes of velocity, forces and torques on boxes or links.
 */
export interface Force<Body extends readonly unknown[]> {
  /** Said where a step fails in it. */
  readonly name: string;
  add(...body: Body): void;
}
