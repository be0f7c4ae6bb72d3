/** What flat animals share: a thin plate, a muscle along each side, and one wave for both. */
import { type SoftDesc, softSchema } from '../../engine/families/soft/schema.ts';

type Points = readonly (readonly number[])[];

interface Plate {
  readonly outline: Points;
  readonly triangles: number;
  /** Name of a side's muscle without the side, and its way on the left (1) or right (−1). */
  readonly muscle: string;
  readonly route: (side: number) => Points;
  readonly reach: { readonly radius: number; readonly decay: number };
  readonly bend: number;
  readonly look: string;
  readonly anatomy: readonly object[];
  readonly wave: object;
}

/** `entry`: what is said of the animal. */
export function describePlate(entry: object, plate: Plate): SoftDesc {
  const { outline, triangles, muscle, route, reach, bend, look, anatomy, wave } = plate;
  return softSchema().parse({
    schemaVersion: 2,
    ...entry,
    body: {
      kind: 'soft',
      shape: 'plate',
      outline,
      triangles,
      cords: [
        { name: `left ${muscle}`, points: route(1) },
        { name: `right ${muscle}`, points: route(-1) },
      ],
      reach,
      material: { masses: 'volume', stretch: 2e4, bend, thickness: 0.015, density: 1000 },
      look,
      anatomy,
    },
    controller: { kind: 'excitation', pattern: 'waves', ramp: 1.5, waves: [{ cords: '*', ...wave }] },
    // Enough for plates: within 1 % of converged steps.
    solver: { tolerance: 0.03 },
  });
}
