/** Any lamprey that its schema allows swims, lies still, or is refused in words. */
import { expect, it } from 'vitest';
import { describeAnimal } from '../../../animals/registry.ts';
import { createRng, nextFloat, nextInt } from '../../math/rng.ts';
import { type JsonSchema, listPaths, lookUp, parsePath } from '../../model/field-tree.ts';
import { ModelError } from '../../model/problem.ts';
import { applySettings, getJsonSchema } from '../descriptions.ts';
import { Simulation } from '../../sim/simulation.ts';

const base = describeAnimal('lamprey');
const schema = getJsonSchema(base);
const linkFields = ['length', 'height', 'width', 'mass', 'inertia', 'dragAcross', 'dragAlong'];
const paths = listPaths(schema).filter((path) => {
  const field = lookUp(schema, parsePath(path)!);
  return field?.minimum !== undefined || field?.enum !== undefined;
});

/** A value of the field, uniform or, over several powers of ten, uniform in its logarithm. */
function choose(field: JsonSchema, rng: Uint32Array): string {
  if (field.enum !== undefined) return String(field.enum[nextInt(rng, field.enum.length)]);
  const [least, most] = [field.minimum!, field.maximum!];
  const share = nextFloat(rng);
  const isWide = least > 0 && most / least > 100 && nextFloat(rng) < 0.5;
  const value = isWide ? least * Math.exp(share * Math.log(most / least)) : least + share * (most - least);
  const step = field.multipleOf ?? (field.type === 'integer' ? 1 : 0);
  return String(step === 0 ? value : Math.max(least, Math.round(value / step) * step));
}

function chooseSettings(rng: Uint32Array, count: number): string[] {
  return Array.from({ length: count }, () => {
    const link = `body.links[${nextInt(rng, 10)}].${linkFields[nextInt(rng, linkFields.length)]!}`;
    const path = nextFloat(rng) < 0.2 ? link : paths[nextInt(rng, paths.length)]!;
    return `${path}=${choose(lookUp(schema, parsePath(path)!)!, rng)}`;
  });
}

it.each([1, 3, 8, 20])('with %i parameters anywhere in their ranges', (count) => {
  const rng = createRng(count, 'random lampreys');
  let swam = 0;
  for (let i = 0; i < 10; i++) {
    const settings = [...chooseSettings(rng, count), 'integrator=fast', 'segments=20'];
    try {
      const simulation = new Simulation(applySettings(base, settings), { seed: 1 });
      while (simulation.time < 0.3) simulation.step();
      const signals = new Float64Array(simulation.signalLength);
      simulation.writeSignals(signals);
      expect(
        signals.findIndex((value) => !Number.isFinite(value)),
        settings.join(' '),
      ).toBe(-1);
      expect(Math.abs(signals[0]!) + Math.abs(signals[1]!), settings.join(' ')).toBeLessThan(100);
      swam += 1;
    } catch (error) {
      if (!(error instanceof ModelError)) throw new Error(settings.join(' '), { cause: error });
      for (const { path, hint } of error.problems) expect([path, hint], settings.join(' ')).not.toContain('');
    }
  }
  expect(swam).toBeGreaterThan(3);
});
