/**
 * Elementary functions that return the same bits in every JavaScript engine.
 *
 * The built-in ones may differ in the last bit between Node and browsers, and one differing bit makes two runs of the
 * same simulation drift apart. These are built from + − × ÷ and Math.sqrt, which IEEE 754 fixes to the last bit.
 */
export { exp, expm1, tanh } from './portable-exp.ts';
export { log, log1p } from './portable-log.ts';
export { pow } from './portable-pow.ts';
export { cos, sin, tan } from './portable-trig.ts';
