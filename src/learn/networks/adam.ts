/**
 * Adam (Kingma and Ba 2015) on one flat array of parameters, with the gradient's length limited first.
 *
 *   m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²,  x ← x − rate · m/(1 − β₁ᵗ) / (√(v/(1 − β₂ᵗ)) + ε)
 */
const BETA_1 = 0.9;
const BETA_2 = 0.999;

/** All of it is state: saved and restored, the optimiser continues bit for bit. */
export interface Adam {
  readonly means: Float64Array;
  readonly squares: Float64Array;
  /** β₁ᵗ and β₂ᵗ, kept as running products. */
  readonly powers: Float64Array;
}

export function createAdam(size: number): Adam {
  return { means: new Float64Array(size), squares: new Float64Array(size), powers: new Float64Array([1, 1]) };
}

/** One step down the gradient. */
export function stepAdam(
  parameters: Float64Array,
  gradient: Float64Array,
  { means, squares, powers }: Adam,
  rate: number,
  epsilon: number,
): void {
  powers[0]! *= BETA_1;
  powers[1]! *= BETA_2;
  const scale = rate / (1 - powers[0]!);
  const inverse = 1 / (1 - powers[1]!);
  for (let i = 0; i < parameters.length; i++) {
    const g = gradient[i]!;
    const m = BETA_1 * means[i]! + (1 - BETA_1) * g;
    const v = BETA_2 * squares[i]! + (1 - BETA_2) * g * g;
    means[i] = m;
    squares[i] = v;
    parameters[i]! -= (scale * m) / (Math.sqrt(v * inverse) + epsilon);
  }
}

/** Shortens the gradient to `longest`; gives its length before. */
export function limitGradient(gradient: Float64Array, longest: number): number {
  let square = 0;
  for (let i = 0; i < gradient.length; i++) square += gradient[i]! * gradient[i]!;
  const length = Math.sqrt(square);
  if (length > longest) {
    const scale = longest / length;
    for (let i = 0; i < gradient.length; i++) gradient[i]! *= scale;
  }
  return length;
}
