/**
 * The median of the first `count` numbers, which are put in order in place: of an even count the larger of the two in the
 * middle. For the few numbers that meters keep; allocates nothing.
 */
export function computeMedian(numbers: Float64Array, count = numbers.length): number {
  for (let i = 1; i < count; i++) {
    const value = numbers[i]!;
    let to = i;
    for (; to > 0 && numbers[to - 1]! > value; to--) numbers[to] = numbers[to - 1]!;
    numbers[to] = value;
  }
  return numbers[count >> 1]!;
}
