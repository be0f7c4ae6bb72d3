/** Signals as a part of the full observation, each divided by the largest number of its range. */
import type { BodySenses } from './learning.ts';
import type { SignalSpec } from './types.ts';

export function createSignalSenses(signals: readonly SignalSpec[], names: readonly string[]): BodySenses {
  const chosen = signals.filter(({ name }) => names.includes(name));
  const scales = chosen.map(({ range }) => Math.max(Math.abs(range[0]), Math.abs(range[1])));
  let values: Float64Array | undefined;
  return {
    terms: chosen.map(({ name, size, about, unit }, s) => ({
      name,
      parts: size === 1 ? [name] : Array.from({ length: size }, (_, i) => `${name} ${i + 1}`),
      unit: `${scales[s]!} ${unit}`.trim(),
      about,
    })),
    write(out, at, animal) {
      values ??= new Float64Array(animal.coreSignalLength);
      animal.writeSignals(values);
      for (const [s, { name, size }] of chosen.entries()) {
        const from = animal.signalOffsets[name]!;
        for (let i = 0; i < size; i++) out[at++] = values[from + i]! / scales[s]!;
      }
    },
  };
}
