// Whether all numbers of an array are finite: x · 0 is 0 for a finite x and NaN for any other, so one sum decides.

/** 1 if all `count` doubles are finite, else 0. */
export function areFiniteF64(x: usize, count: i32): i32 {
  const zero = f64x2.splat(0);
  let a = zero;
  let b = zero;
  const whole = x + ((<usize>count >> 2) << 5);
  const end = x + ((<usize>count) << 3);
  while (x < whole) {
    a = f64x2.add(a, f64x2.mul(v128.load(x), zero));
    b = f64x2.add(b, f64x2.mul(v128.load(x, 16), zero));
    x += 32;
  }
  let sum: f64 = 0;
  while (x < end) {
    sum += load<f64>(x) * 0;
    x += 8;
  }
  a = f64x2.add(a, b);
  return sum + f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1) == 0 ? 1 : 0;
}

/** 1 if all `count` floats are finite, else 0. */
export function areFiniteF32(x: usize, count: i32): i32 {
  const zero = f32x4.splat(0);
  let a = zero;
  let b = zero;
  const whole = x + ((<usize>count >> 3) << 5);
  const end = x + ((<usize>count) << 2);
  while (x < whole) {
    a = f32x4.add(a, f32x4.mul(v128.load(x), zero));
    b = f32x4.add(b, f32x4.mul(v128.load(x, 16), zero));
    x += 32;
  }
  let sum: f32 = 0;
  while (x < end) {
    sum += load<f32>(x) * 0;
    x += 4;
  }
  a = f32x4.add(a, b);
  sum += f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1) + f32x4.extract_lane(a, 2) + f32x4.extract_lane(a, 3);
  return sum == 0 ? 1 : 0;
}
