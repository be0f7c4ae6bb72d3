/** Plates with an outline at random and a zigzag muscle in each half: bodies outside the tested examples. */
import { createRng, nextFloat } from '../../engine/math/rng.ts';
import { createDrawing, type Document, type Point } from '../../designer/drawing.ts';
import { createCreature } from '../../designer/creature.ts';
import { expandOutline } from '../../designer/outline.ts';
import { createZigzag, toPlaces } from '../../designer/routes.ts';

const length = 0.6;
const stations = 9;
/** Half widths, m. */
const [narrowest, widest] = [0.06, 0.36];
/** s: the examples were searched from this beat. */
const period = 0.4;

export function createRandomPlate(seed: number): Document {
  const rng = createRng(seed, 'random plate');
  const widths = Array.from({ length: stations }, () => narrowest + (widest - narrowest) * nextFloat(rng));
  const place = (k: number): number => length / 2 - (length * (k + 1)) / (stations + 1);
  const outline: Point[] = [[length / 2, 0], ...widths.map((width, k): Point => [place(k), width]), [-length / 2, 0]];
  const board = createDrawing('plate', `Plate ${seed}`);
  const groups = board.groups.map((group) => ({ ...group, wave: { ...group.wave, period } }));
  const drawn = { ...board, groups, outline };
  const line = widths.map((width, k): Point => [place(k), 0.5 * width]);
  const points = toPlaces(createZigzag(line, expandOutline(drawn)));
  const muscle = { name: 'fin', role: 'bending', points, axis: [], route: 'polyline', copied: true, group: 0 } as const;
  return createCreature({ ...drawn, muscles: [{ ...muscle, radius: undefined, decay: undefined }] });
}
