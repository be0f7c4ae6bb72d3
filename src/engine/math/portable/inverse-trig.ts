/**
 * atan, atan2, asin and acos from + − × ÷ √ alone.
 *
 * atan: the argument is moved next to one of atan(1/2), atan(1), atan(3/2), π/2 (kept as head + tail), the rest is the
 * odd polynomial of the fdlibm library. asin: x + x R(x²) below 1/2, π/2 − 2 asin √((1 − x)/2) above.
 */
const HALF_PI = 1.5707963267948966;
const HALF_PI_TAIL = 6.123233995736766e-17;
const QUARTER_PI = 0.7853981633974483;
const PI = 3.141592653589793;
const PI_TAIL = 1.2246467991473532e-16;

/** z − atan z for |z| < 7/16. */
function computeAtanShortfall(z: number): number {
  const s = z * z;
  const w = s * s;
  const odd =
    s *
    (3.33333333333329318027e-1 +
      w *
        (1.42857142725034663711e-1 +
          w *
            (9.09088713343650656196e-2 +
              w * (6.66107313738753120669e-2 + w * (4.97687799461593236017e-2 + w * 1.62858201153657823623e-2)))));
  const even =
    w *
    (-1.99999999998764832476e-1 +
      w *
        (-1.1111110405462355788e-1 +
          w * (-7.69187620504482999495e-2 + w * (-5.83357013379057348645e-2 + w * -3.6531572744216915527e-2))));
  return z * (odd + even);
}

/** What one function hands to another here: numbers in arrays need no place on the heap, whatever the compiler inlines. */
const passedValue = new Float64Array(1);
const point = new Float64Array(2);

/** Arc tangent in [−π/2, π/2]. */
export function atan(x: number): number {
  passedValue[0] = x;
  setArcTangent();
  return passedValue[0];
}

/** atan of the number handed over, in its place. */
function setArcTangent(): void {
  const x = passedValue[0]!;
  const size = Math.abs(x);
  if (size < 0.4375) {
    if (size >= 7.450580596923828e-9) passedValue[0] = x - computeAtanShortfall(x);
    return;
  }
  if (Number.isNaN(x)) return;
  passedValue[0] = size;
  setLargeAtan();
  if (x < 0) passedValue[0] = -passedValue[0];
}

/** atan of the number handed over, which is 7/16 or more, in its place. */
function setLargeAtan(): void {
  const x = passedValue[0]!;
  let z: number;
  let head: number;
  let tail: number;
  if (x < 0.6875) {
    z = (2 * x - 1) / (2 + x);
    head = 0.4636476090008061;
    tail = 2.2698777452961687e-17;
  } else if (x < 1.1875) {
    z = (x - 1) / (x + 1);
    head = QUARTER_PI;
    tail = 3.061616997868383e-17;
  } else if (x < 2.4375) {
    z = (x - 1.5) / (1 + 1.5 * x);
    head = 0.982793723247329;
    tail = 1.3903311031230998e-17;
  } else {
    z = -1 / x;
    head = HALF_PI;
    tail = HALF_PI_TAIL;
  }
  passedValue[0] = head - (computeAtanShortfall(z) - tail - z);
}

/** Angle of the point (x, y) in [−π, π], with the signed zeros and infinities of Math.atan2. */
export function atan2(y: number, x: number): number {
  point[0] = y;
  point[1] = x;
  setAngle(point, 0, point, 0);
  return point[0];
}

/** atan2 of `count` points, given as pairs y, x: the same bits, and no number has to be boxed on the heap. */
export function setAngles(out: Float64Array, points: Float64Array, count: number): void {
  for (let i = 0; i < count; i++) setAngle(out, i, points, 2 * i);
}

function setAngle(out: Float64Array, outAt: number, points: Float64Array, at: number): void {
  const y = points[at]!;
  const x = points[at + 1]!;
  if (Number.isNaN(x) || Number.isNaN(y)) {
    out[outAt] = NaN;
    return;
  }
  const xSize = Math.abs(x);
  const ySize = Math.abs(y);
  const xNegative = x < 0 || Object.is(x, -0);
  let value: number;
  if (ySize === 0) value = xNegative ? PI : 0;
  else if (xSize === Infinity && ySize === Infinity) value = xNegative ? 3 * QUARTER_PI : QUARTER_PI;
  else {
    // From 2^60 on the angle is π/2 to the last bit; the quotient may be infinite, and x may be −0.
    const ratio = ySize / xSize;
    if (ratio > 1152921504606846976) {
      out[outAt] = y < 0 ? -HALF_PI : HALF_PI;
      return;
    }
    passedValue[0] = ratio;
    setArcTangent();
    value = xNegative ? PI - (passedValue[0] - PI_TAIL) : passedValue[0];
  }
  out[outAt] = y < 0 || Object.is(y, -0) ? -value : value;
}

/** (asin x − x)/x as a function of z = x², 0 ≤ z ≤ 1/4. */
function computeAsinExcess(z: number): number {
  const p =
    z *
    (1.66666666666666657415e-1 +
      z *
        (-3.25565818622400915405e-1 +
          z *
            (2.01212532134862925881e-1 +
              z * (-4.00555345006794114027e-2 + z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))));
  const q =
    1 +
    z *
      (-2.40339491173441421878 +
        z * (2.02094576023350569471 + z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2)));
  return p / q;
}

/** Arc sine in [−π/2, π/2]; NaN outside [−1, 1]. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (size < 0.5) return size < 7.450580596923828e-9 ? x : x + x * computeAsinExcess(x * x);
  if (!(size <= 1)) return NaN;
  const z = 0.5 * (1 - size);
  const root = Math.sqrt(z);
  const excess = computeAsinExcess(z);
  let value: number;
  if (size >= 0.975) {
    value = HALF_PI - (2 * (root + root * excess) - HALF_PI_TAIL);
  } else {
    // √z = short + rest, so that the leading subtraction π/4 − 2 short is exact.
    const short = Math.fround(root);
    const rest = (z - short * short) / (root + short);
    value = QUARTER_PI - (2 * root * excess - (HALF_PI_TAIL - 2 * rest) - (QUARTER_PI - 2 * short));
  }
  return x < 0 ? -value : value;
}

/** Arc cosine in [0, π]; NaN outside [−1, 1]. */
export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (Math.abs(x) < 0.5) return HALF_PI - (x - (HALF_PI_TAIL - x * computeAsinExcess(x * x)));
  if (x < 0) {
    const z = 0.5 * (1 + x);
    const root = Math.sqrt(z);
    return PI - 2 * (root + (computeAsinExcess(z) * root - HALF_PI_TAIL));
  }
  const z = 0.5 * (1 - x);
  if (z === 0) return 0;
  const root = Math.sqrt(z);
  const short = Math.fround(root);
  const rest = (z - short * short) / (root + short);
  return 2 * (short + (computeAsinExcess(z) * root + rest));
}
