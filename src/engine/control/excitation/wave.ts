/**
 * Central nerve signals. [softcon eq. 11–12]
 *
 *   TW(t) = θ₂/2 [4/θ₁ (t − θ₁/4 − θ₁/2 ⌊2t/θ₁⌋) (−1)^⌊2t/θ₁⌋ + 1]      one triangle: 0 → θ₂ → 0 within θ₁
 *   μ(t)  = TW(t) for t in [0, θ₁], 0 until θ₃, then again
 *
 * θ₁ → width (s), θ₂ → height (1), θ₃ → period (s). A bending cord takes a signed signal, μ(t) − μ(t + θ₃/2): the same
 * triangle to either side in turn.
 */

/** Eq. 11 for t in [0, width]. */
export function computeTriangle(t: number, width: number, height: number): number {
  const half = Math.floor((2 * t) / width);
  const slope = (4 / width) * (t - width / 4 - (width / 2) * half);
  return (height / 2) * ((half % 2 === 0 ? slope : -slope) + 1);
}

/** Eq. 12 at any time; a width above the period is cut to it. */
export function computeCentralSignal(t: number, width: number, height: number, period: number): number {
  const within = t - period * Math.floor(t / period);
  const pulse = Math.min(width, period);
  return pulse > 0 && within < pulse ? computeTriangle(within, pulse, height) : 0;
}

/** The signed signal of a bending cord. */
export function computeSignedSignal(t: number, width: number, height: number, period: number): number {
  return computeCentralSignal(t, width, height, period) - computeCentralSignal(t + period / 2, width, height, period);
}

/** 0 → 1 within `seconds`: an animal that starts at full strength from rest is thrown off its course. */
export function computeRamp(t: number, seconds: number): number {
  return seconds > 0 ? Math.min(1, Math.max(0, t / seconds)) : 1;
}
