/**
 * Elementary functions that return the same bits in every JavaScript engine.
 *
 * The built-in ones may differ in the last bit between Node and browsers, and one differing bit makes two runs of the
 * same simulation drift apart. These are built from + − × ÷ and Math.sqrt, which IEEE 754 fixes to the last bit.
 * All stay within 2 ulp of the true value for every finite argument (1.5 ulp is the worst seen), trigonometric ones
 * included; exp, log and pow within 0.52 ulp where the result is normal, so that representable powers are exact.
 */
export { exp, expm1, tanh } from './portable/exp.ts';
export { acos, asin, atan, atan2, setAngles } from './portable/inverse-trig.ts';
export { log, log1p, pow } from './portable/log.ts';
export { cbrt, hypot } from './portable/root.ts';
export { cos, setCosSinPairs, setSines, sin, tan } from './portable/trig.ts';
