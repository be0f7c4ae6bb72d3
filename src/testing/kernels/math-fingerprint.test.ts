import { expect, it } from 'vitest';
import { computeMathFingerprint } from './math-fingerprint.ts';

it('matches the digits that every engine must reproduce', () => {
  expect(computeMathFingerprint()).toEqual({
    acos: '35665402c1da04f0',
    asin: 'c6f0559b0b12405f',
    atan: '60a619d2477acb3f',
    atan2: '43e8ae20d5f16d93',
    cbrt: '20e8a62b863157c1',
    cos: '496bbc48b638d76e',
    exp: '14f9e3fe3ddf09ec',
    expm1: '3aea2b7de3f60efe',
    hypot: '60ccc9e8aa6a3222',
    log: '3991998f74bd953c',
    log1p: 'c35b8d9fc358eec2',
    nextFloat: 'f5b1ca83c5d44d07',
    nextInt: '95a4c48f6c21b15a',
    nextNormal: 'feccd33afaee5905',
    nextUint32: '12a2b4ca8eb86139',
    pow: '8b7fea6fe6bb0246',
    sin: '6fb99dfb47f3ef13',
    tan: '1f9a079decdae7e4',
    tanh: '895ca1a2eddd2170',
  });
});
