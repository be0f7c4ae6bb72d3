/** Fins, membranes, suckers and paint: from the hand to the creature file and back. */
import { describe, expect, it } from 'vitest';
import { parseDesc } from '../engine/families/descriptions.ts';
import {
  addMirrored,
  changePart,
  deleteFin,
  deletePaint,
  drawFin,
  drawPaint,
  readCopied,
  setCopied,
} from './additions.ts';
import { createCreature } from './creature.ts';
import { createDrawing, type Drawing, type Point } from './drawing.ts';
import { addLimbMuscles, drawLimb, setSymmetry } from './edit.ts';
import { makeAnimal } from './gauge.ts';
import { createRemix } from './remix.ts';
import { formatDrawing, parseDrawing } from './stored.ts';

const hand = { smoothing: 0.3, grid: 0 };
const straight: readonly Point[] = [0.3, 0.15, 0, -0.15, -0.3].map((x): Point => [x, 0]);
const trunk: Drawing = {
  ...drawLimb(createDrawing('volume'), straight, 'top', { radius: 0.05, pressures: [] }, hand),
  elements: 600,
};
const rim = Array.from({ length: 20 }, (_, k): Point => {
  const angle = (Math.PI * k) / 19;
  return [0.2 * Math.cos(angle), 0.05 + 0.14 * Math.sin(angle)];
});
const finned = drawFin(trunk, rim, 'top', hand);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into descriptions by name
function getBody(drawing: Drawing): any {
  return parseDesc(createCreature(drawing)).body;
}

function expectSame(drawing: Drawing): void {
  const desc = parseDesc(createCreature(drawing));
  expect(parseDesc(createCreature(createRemix(desc)))).toEqual(desc);
  expect(parseDrawing(formatDrawing(drawing))).toEqual(drawing);
}

describe('fins', () => {
  it('come in pairs with a muscle each, and hang on the trunk', () => {
    const { drawn } = getBody(finned);
    expect(drawn.sheets.map(({ name }: { name: string }) => name)).toEqual(['fin left', 'fin right']);
    expect(drawn.muscles.map(({ role }: { role: string }) => role)).toEqual(['bending', 'bending']);
    const made = makeAnimal(finned);
    expect(made.kind).toBe('made');
    if (made.kind === 'made') expect(made.gauge).toMatchObject({ inverted: 0, cords: 2 });
    expectSame(finned);
    expect(deleteFin(finned, 0)).toMatchObject({ fins: [], muscles: [] });
  });

  it('make their sheet of the material of fins', () => {
    const [bare, sheet] = [trunk, finned]
      .map((drawing) => createCreature(drawing)['body'] as { readonly material: Record<string, number> })
      .map(({ material }) => material);
    expect(bare!['bend']).toBeUndefined();
    expect(sheet!['bend']).toBeGreaterThan(0);
    expect(sheet!['thickness']).toBeGreaterThan(0);
  });

  it('have a muscle that runs to and fro between root and rim', () => {
    const ys = finned.muscles[0]!.points.map(([, y]) => y);
    const edge = finned.fins[0]!.rim.map(([, y]) => y);
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(Math.min(...edge));
    expect(Math.max(...ys)).toBeLessThan(Math.max(...edge));
    ys.slice(2, -2).forEach((y, k) => expect(y > ys[k + 1]!).toBe(k % 2 === 1));
  });

  it('need an edge to be drawn', () => {
    expect(drawFin(trunk, rim.slice(0, 1), 'top', hand)).toBe(trunk);
  });
});

describe('membranes and suckers', () => {
  const arm: readonly Point[] = [
    [0, 0.04],
    [-0.14, 0.17],
    [-0.3, 0.28],
  ];
  const around = setSymmetry(createDrawing('volume'), 'radial', 5);
  const limb = drawLimb(around, arm, 'side', { radius: 0.04, pressures: [] }, hand);
  const star = addLimbMuscles(limb, 0, 'up and down');

  it('span from each arm to the next, and lie on each', () => {
    const webbed = changePart(star, 0, { web: true, suckers: true });
    const body = getBody(webbed);
    expect(body.drawn.sheets).toHaveLength(5);
    expect(body.drawn.sheets.every(({ held }: { held: string }) => held === 'both')).toBe(true);
    expect(body.suckers).toHaveLength(5);
    // On the side toward the middle.
    expect(body.suckers[0].points[1][2]).toBeLessThan(0.17);
    expectSame(webbed);
  });

  it('are left out where nothing is copied', () => {
    const alone = changePart(setSymmetry(star, 'none'), 0, { web: true });
    expect(getBody(alone).drawn.sheets).toEqual([]);
  });
});

describe('paint', () => {
  const stiff = { radius: 0.1, stiffness: 2, thickness: 1 };

  it('is copied as the body is, and taken away again', () => {
    const painted = drawPaint(trunk, rim, 'top', stiff, hand);
    expect(getBody(painted).paint).toHaveLength(2);
    expectSame(painted);
    expect(deletePaint(painted, 0).paint).toEqual([]);
  });

  it('makes limbs themselves thicker, where it went', () => {
    const thick = drawPaint(trunk, [[0.3, 0]], 'top', { radius: 0.1, stiffness: 1, thickness: 1.3 }, hand);
    const [part] = thick.shapes;
    expect(part!.radii[0]).toBeCloseTo(1.3 * trunk.shapes[0]!.radii[0], 3);
    expect(part!.radii.at(-1)).toBe(trunk.shapes[0]!.radii.at(-1));
  });

  it('is beside the stiffness of parts and of the whole', () => {
    const body = getBody({ ...changePart(trunk, 0, { stiffness: 3 }), stiffness: 2 });
    expect(body.paint).toMatchObject([{ stiffness: 3 }]);
    expect(body.material.shape).toBeCloseTo(2 * getBody(trunk).material.shape, 6);
  });

  it('is missing in drawings of before, which stay what they are', () => {
    const { fins, paint, stiffness, ...before } = trunk;
    expect([fins, paint, stiffness]).toEqual([[], [], 1]);
    expect(parseDrawing(JSON.stringify(before))).toEqual(trunk);
  });

  it.each([
    ['a fin without a rim', { fins: [{ name: 'fin', root: [], held: false, copied: true }] }],
    ['paint as thick as nothing', { paint: [{ points: [[0, 0, 0]], radius: 0.1, stiffness: 1, thickness: 0 }] }],
    ['invalid stiffness', { stiffness: null }],
  ])('refuses %s', (_, change) => {
    expect(() => parseDrawing(JSON.stringify({ ...trunk, ...change }))).toThrow(/fins|paint|stiffness/u);
  });
});

describe('copies', () => {
  const aside = straight.map(([x]): Point => [x, 0.2]);
  const limb = drawLimb(trunk, aside, 'top', { radius: 0.04, pressures: [] }, hand);
  const drawn = addLimbMuscles(limb, 1, 'up and down');
  const part = { kind: 'shape', index: 1, point: -1 } as const;
  const muscle = { kind: 'muscle', index: 0, point: -1 } as const;

  it('of one part or muscle alone can be left out', () => {
    expect(readCopied(drawn, part)).toBe(true);
    expect(getBody(drawn).drawn.shapes).toHaveLength(3);
    expect(getBody(setCopied(drawn, part, false)).drawn.shapes).toHaveLength(2);
    expect(getBody(drawn).drawn.muscles).toHaveLength(4);
    expect(getBody(setCopied(drawn, muscle, false)).drawn.muscles).toHaveLength(3);
    expect(setCopied(drawn, { kind: 'outline', index: 0, point: -1 }, false)).toBe(drawn);
  });

  it('are made by hand where there is no symmetry, with names of their own', () => {
    const plain = setSymmetry(drawn, 'none');
    expect(readCopied(plain, part)).toBeUndefined();
    const twice = addMirrored(addMirrored(plain, part), muscle);
    expect(twice.shapes).toHaveLength(3);
    expect(twice.shapes[2]).toMatchObject({
      kind: 'stroke',
      points: [
        [0.3, -0.2, 0],
        [-0.3, -0.2, 0],
      ],
    });
    expect(twice.muscles[2]!.points[0]![1]).toBe(-twice.muscles[0]!.points[0]![1]);
    expect(new Set(twice.muscles.map(({ name }) => name)).size).toBe(3);
    expectSame(twice);
  });
});
