/** From the hand to a creature file and back. */
import { describe, expect, it } from 'vitest';
import { animalNames, describeAnimal, parseCreature } from '../animals/registry.ts';
import { parseDesc } from '../engine/families/descriptions.ts';
import { matchesPattern } from '../engine/model/pattern.ts';
import { ModelError, type Problem } from '../engine/model/problem.ts';
import { createCreature, isSameBody } from './creature.ts';
import { createDrawing, type Drawing, type Point } from './drawing.ts';
import {
  addLimbMuscles,
  deleteSelected,
  drawEllipsoid,
  drawLimb,
  drawMuscle,
  drawOutline,
  findTarget,
  insertNear,
  moveSelected,
  scaleRadius,
  setSymmetry,
} from './edit.ts';
import { createFasterStudy } from './faster-study.ts';
import { setSize } from './form.ts';
import { makeAnimal } from './gauge.ts';
import { applyPattern, nameCords, patternNames, setGroup, setWave, splitGroup } from './groups.ts';
import { createHistory, push, redo, replace, undo } from './history.ts';
import { listFindings, locateProblem } from './problems.ts';
import { canRemix, createRemix } from './remix.ts';
import { formatDrawing, parseDrawing } from './stored.ts';
import { expandMuscles, expandShapes } from './symmetry.ts';
import { readSvgOutline } from './svg-path.ts';
import { templates } from './templates.ts';

const hand = { smoothing: 0.3, grid: 0 };
const arc = Array.from({ length: 30 }, (_, k): Point => {
  const angle = (Math.PI * k) / 29;
  return [0.3 * Math.cos(angle), 0.35 * Math.sin(angle)];
});
const fin: readonly Point[] = [
  [0.2, 0.15],
  [0, 0.18],
  [-0.2, 0.15],
];
const ray = drawMuscle(drawOutline(createDrawing('plate'), arc, hand), fin, 'zigzag', 'top', hand);

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into descriptions by name
function getSoft(drawing: Drawing): any {
  return parseDesc(createCreature(drawing));
}

describe('drawing', () => {
  it('a plate: half an outline and a muscle are two fins', () => {
    const { body, controller } = getSoft(ray);
    expect(body.shape).toBe('plate');
    expect(body.cords.map((cord: { name: string }) => cord.name)).toEqual(['fin left', 'fin right']);
    // A zigzag lies across its line, on both sides of it.
    const ys = body.cords[0].points.map(([, y]: Point) => y);
    expect(Math.max(...ys)).toBeGreaterThan(0.2);
    expect(Math.min(...ys)).toBeLessThan(0.12);
    expect(controller.waves.map(({ cords }: { cords: string }) => cords)).toEqual(['*']);
  });

  it('of twice the size is as stiff as its water asks for: stretching by the cube, bending by the fifth power', () => {
    const twice = drawMuscle(
      drawOutline(
        createDrawing('plate'),
        arc.map(([x, y]): Point => [2 * x, 2 * y]),
        hand,
      ),
      fin,
      'zigzag',
      'top',
      hand,
    );
    const [small, large] = [ray, twice].map((drawing) => getSoft(drawing).body.material);
    for (const [key, power] of Object.entries({ stretch: 3, bend: 5, thickness: 1 }))
      expect(Math.log2(large[key] / small[key]), key).toBeCloseTo(power, 2);
  });

  it('a volume: a limb, copied around, with antagonists in groups of their own', () => {
    let drawing = setSymmetry(createDrawing('volume'), 'radial', 5);
    drawing = drawEllipsoid(drawing, [-0.06, -0.06], [0.06, 0.06], 'side');
    drawing = drawLimb(
      drawing,
      [
        [0, 0.03],
        [-0.1, 0.1],
        [-0.25, 0.2],
      ],
      'side',
      { radius: 0.03, pressures: [0.5] },
      hand,
    );
    drawing = addLimbMuscles(drawing, 1, 'up and down');
    expect(expandShapes(drawing)).toHaveLength(6);
    expect(expandMuscles(drawing).map(({ name }) => name)).toContain('limb 2 inner 5');
    const { body, controller } = getSoft(drawing);
    expect(body.drawn.mirrored).toBe(true);
    expect(body.drawn.muscles).toHaveLength(10);
    // Inward hard, and softly back half a period later.
    expect(controller.waves[0]).toMatchObject({ phase: 0.5, height: 0.6 });
    expect(controller.waves[1]).toMatchObject({ phase: 0, height: 0.8 });
  });

  it('pens press limbs thicker', () => {
    const pen = { radius: 0.04, pressures: [0.1, 0.5, 1] };
    const drawing = drawLimb(
      createDrawing('volume'),
      [
        [0.2, 0],
        [0, 0.05],
        [-0.2, 0],
      ],
      'top',
      pen,
      { smoothing: 0, grid: 0 },
    );
    const { radii } = drawing.shapes[0]!;
    expect(radii[0]).toBeLessThan(radii[2]);
  });

  it('rings and helices follow a limb', () => {
    const limb = drawLimb(
      createDrawing('volume'),
      [
        [0.2, 0],
        [-0.2, 0],
      ],
      'top',
      { radius: 0.05, pressures: [] },
      hand,
    );
    const roles = addLimbMuscles(addLimbMuscles(limb, 0, 'ring'), 0, 'helix').muscles.map(({ role }) => role);
    expect(roles).toEqual(['transverse', 'oblique']);
  });

  it('picks, moves, inserts and deletes', () => {
    const target = findTarget(ray, ray.outline[3]!, 'top', 0.01)!;
    expect(target).toEqual({ kind: 'outline', index: 0, point: 3 });
    const moved = moveSelected(ray, target, [0.1, 0.5], [0, 0], 'top');
    expect(moved.outline[3]).toEqual([0.1, 0.5]);
    expect(insertNear(ray, { ...target, point: -1 }, [0.3, 0.02], 'top', 0).outline).toHaveLength(
      ray.outline.length + 1,
    );
    expect(deleteSelected(ray, target).outline).toHaveLength(ray.outline.length - 1);
    expect(deleteSelected(ray, { kind: 'muscle', index: 0, point: -1 }).muscles).toEqual([]);
    const whole = setSymmetry(ray, 'none');
    expect(whole.outline).toHaveLength(2 * ray.outline.length - 2);
    expect(setSymmetry(whole, 'mirror').outline).toEqual(ray.outline);
  });

  it('inserts a point of a limb with the radius between its neighbours, and scales all of them', () => {
    const line: readonly Point[] = [
      [0.2, 0],
      [0, 0.1],
      [-0.2, 0],
    ];
    const pen = { radius: 0.04, pressures: [0.1, 0.5, 1] };
    const limb = drawLimb(createDrawing('volume'), line, 'top', pen, { smoothing: 0, grid: 0 });
    const radii = limb.shapes[0]!.radii as readonly number[];
    const more = insertNear(limb, { kind: 'shape', index: 0, point: -1 }, [0.1, 0.05], 'top', 0).shapes[0]!;
    expect(more.radii).toEqual([radii[0], (radii[0]! + radii[1]!) / 2, ...radii.slice(1)]);
    expect(more.kind === 'stroke' && more.points.map(([x]) => x)).toEqual([0.2, 0.1, 0, -0.2]);
    const twice = scaleRadius(limb, 0, 2).shapes[0]!.radii as readonly number[];
    twice.forEach((radius, k) => expect(radius / radii[k]!).toBeCloseTo(2, 3));
  });

  it('undoes and redoes', () => {
    let history = push(push(createHistory(1), 2), 3);
    history = replace(history, 4);
    expect(undo(history).present).toBe(2);
    expect(redo(undo(history)).present).toBe(4);
    expect(undo(undo(undo(history))).present).toBe(1);
    expect(push(undo(history), 5).future).toEqual([]);
    expect(redo(undo(undo(history)))).toEqual(undo(history));
    expect(redo(redo(undo(undo(history))))).toEqual(history);
  });
});

describe('groups', () => {
  const groups = createDrawing('plate').groups;
  const two = [groups[0]!, groups[0]!];

  it('find patterns that tell muscles apart, and rename where none can', () => {
    const check = (members: readonly (readonly [string, number])[]): string[] => {
      const named = nameCords(
        members.map(([name, group]) => ({ name, group })),
        two,
      );
      named.names.forEach((name, i) => {
        const first = named.patterns.findIndex((pattern) => matchesPattern(pattern, name));
        expect(first).toBe(members[i]![1]);
      });
      return named.patterns as string[];
    };
    expect(
      check([
        ['arm 1 inner', 0],
        ['arm 2 inner', 0],
        ['arm 1 outer', 1],
      ]),
    ).toEqual(['* inner', 'arm 1 outer']);
    expect(
      check([
        ['fin left', 0],
        ['tail', 1],
      ]),
    ).toEqual(['fin left', 'tail']);
    expect(
      check([
        ['a', 0],
        ['b', 1],
        ['c', 0],
        ['d', 1],
      ])[0],
    ).toBe('1·*');
  });

  it('split, join and are tuned one by one', () => {
    const split = splitGroup(drawMuscle(ray, fin, 'line', 'top', hand), 1);
    expect(split.groups).toHaveLength(2);
    const tuned = setWave(split, 1, { phase: 0.25 });
    expect(getSoft(tuned).controller.waves[1].phase).toBe(0.25);
    expect(isSameBody(split, tuned)).toBe(true);
    expect(setGroup(split, 1, 0).groups).toHaveLength(1);
    for (const name of patternNames) expect(() => getSoft(applyPattern(split, name))).not.toThrow();
    // A jet is the shortest pull of all patterns.
    const [jet, ...others] = patternNames
      .toReversed()
      .map((name) => applyPattern(split, name).groups.map(({ wave }) => wave.width));
    expect(Math.max(...jet!)).toBeLessThan(Math.min(...others.flat()));
  });
});

describe('what is wrong', () => {
  it('is shown where it is', () => {
    const eight: Drawing = {
      ...setSymmetry(ray, 'none'),
      outline: [
        [0, 0],
        [0.3, 0.3],
        [0.3, 0],
        [0, 0.3],
      ],
      muscles: [],
    };
    expect(listFindings(eight)[0]).toMatchObject({ weight: 'refused', place: [0.15, 0.15, 0] });
    const away = drawMuscle(
      ray,
      [
        [2, 2],
        [1, 2],
      ],
      'line',
      'top',
      hand,
    );
    expect(listFindings(away)[0]?.message).toContain('outside');
    const hair = drawLimb(
      createDrawing('volume'),
      [
        [0.4, 0],
        [-0.4, 0],
      ],
      'top',
      { radius: 0.002, pressures: [] },
      hand,
    );
    const ball = drawEllipsoid(hair, [-0.1, -0.1], [0.1, 0.1], 'top');
    expect(listFindings(ball)[0]).toMatchObject({ weight: 'warned', place: [0.4, 0, 0] });
    // Twelve elements in each cube: the root of 12 · 4/3 π r³ / 600 is 4.4 cm.
    expect(listFindings({ ...ball, elements: 600 })[0]!.message).toContain('about 4.4 cm');
    const found = locateProblem(ray, {
      code: 'inconsistent',
      path: 'body.cords[1].points',
      got: 'a muscle',
      hint: 'Move it.',
    });
    expect(found.place?.[1]).toBeLessThan(0);
  });
});

describe('SVG outlines', () => {
  it('are read with their curves, fitted and turned upright', () => {
    const svg = '<svg viewBox="0 0 10 10"><path fill="none" d="M0 0h10v5c0 2-5 2-5 5q-5 0-5-5z"/></svg>';
    const points = readSvgOutline(svg, { size: 1 });
    expect(points.length).toBeGreaterThan(20);
    expect(points[0]).toEqual([-0.5, 0.5]);
    const xs = points.map(([x]) => x);
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(1, 9);
  });

  it('draw arcs', () => {
    const points = readSvgOutline('M -1 0 A 1 1 0 0 1 1 0 A 1 1 0 0 1 -1 0', { size: 2 });
    for (const [x, y] of points) expect(Math.hypot(x, y)).toBeCloseTo(1, 6);
  });

  it.each([
    // The corners of the ellipse's box are on two ellipses: around (0, 0), and around (2, 1) with the large arc.
    ['M 2 0 A 2 1 0 0 1 0 1', [0, 0], 2],
    ['M 2 0 A 2 1 0 1 1 0 1', [2, 1], 4],
    // Turned by a quarter, the radii change places.
    ['M 2 0 A 1 2 90 1 1 0 1', [2, 1], 4],
    // Too small for its chord: grown until it fits.
    ['M -2 0 A 1 0.5 0 0 1 2 0', [0, 0], 4],
  ] as const)('draw the elliptic arc %s', (path, [x, y], size) => {
    const points = readSvgOutline(path, { size });
    // Its box is in the middle of the drawing, whose y axis points up.
    const [boxX, boxY] = size === 2 ? [1, 0.5] : [2, 1];
    const centre = path.includes('-2') ? [0, -0.5] : [x - boxX, boxY - y];
    for (const [px, py] of points)
      expect(((px - centre[0]!) / 2) ** 2 + (py - centre[1]!) ** 2, `${px} ${py}`).toBeCloseTo(1, 6);
    expect(points.length).toBeGreaterThan(8);
  });

  it.each([
    // SVG's y axis points down, the drawing's up: with the flag an arc from left to right goes over the top.
    [1, 1],
    [0, -1],
  ])('draw arcs with sweep flag %i on their side of the chord', (flag, side) => {
    const points = readSvgOutline(`M -1 0 A 1 1 0 0 ${flag} 1 0 z`, { size: 2 });
    const chord = points.reduce((left, point) => (point[0] < left[0] ? point : left));
    const bulge = points.reduce((middle, point) => (Math.abs(point[0]) < Math.abs(middle[0]) ? point : middle));
    expect(side * (bulge[1] - chord[1])).toBeGreaterThan(0.9);
  });

  it('turn copies around the axis from +z toward +y', () => {
    const upper = { kind: 'ellipsoid', centre: [0, 0, 1], radii: [0.1, 0.1, 0.1], copied: true } as const;
    const shapes = expandShapes({ shapes: [upper], symmetry: { kind: 'radial', count: 4 } });
    const centres = shapes.map((shape) => (shape.kind === 'ellipsoid' ? shape.centre.map(Math.round) : []));
    expect(centres.map(([, y, z]) => [y! + 0, z! + 0])).toEqual([
      [0, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ]);
  });

  it.each([
    ['no path', '<svg></svg>'],
    ['a script', '<svg><script>alert(1)</script></svg>'],
    ['words', 'M 0 0 L one two'],
    ['a flood', `M${'0 0 '.repeat(600_000)}`],
    ['half a curve', 'M0 0 C 1 2 3'],
    ['a flood of beginnings', '<path '.repeat(300_000)],
    ['places beyond all numbers', 'M 1e999 0 L -1e308 1e308 L 1e300 5 z'],
  ])('refuse %s with a sentence', (_, text) => {
    expect(() => readSvgOutline(text, { size: 1 })).toThrow(ModelError);
  });
});

describe('keeping', () => {
  it.each(templates.map((template) => [template.name, template.create()] as const))(
    'template %s: text and back, to the letter',
    (_, drawing) => {
      const again = parseDrawing(formatDrawing(drawing));
      expect(formatDrawing(again)).toBe(formatDrawing(drawing));
      expect(createCreature(again)).toEqual(createCreature(drawing));
      expect(() => parseDesc(createCreature(again))).not.toThrow();
      expect(createFasterStudy(again)).toMatchObject({ seconds: 4 });
    },
  );

  it('a creature file gives the same animal again', () => {
    for (const drawing of [ray, templates[1]!.create(), templates[2]!.create()]) {
      const desc = getSoft(drawing);
      expect(getSoft(createRemix(desc))).toEqual(desc);
    }
  });

  it('every animal of the gallery that can be remixed stays itself', () => {
    const drawable = animalNames.map(describeAnimal).filter(canRemix);
    expect(drawable.length).toBeGreaterThan(5);
    for (const desc of drawable) expect(parseDesc(createCreature(createRemix(desc)))).toEqual(desc);
    expect(() => createRemix(describeAnimal('lamprey'))).toThrow(/soft/u);
  });

  it('a remix takes from a drawn creature what the drawing does not say itself', () => {
    const remix = createRemix(parseDesc(createCreature(ray)));
    const body = remix.base['body'] as object;
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['kind', 'shape', 'material']));
    for (const key of ['outline', 'triangles', 'cords']) expect(body).not.toHaveProperty(key);
    expect(createRemix(describeAnimal('octopus')).base['body']).toHaveProperty('sizes');
  });

  it('a remix of another title has a name of its own, and keeps it', () => {
    const mine = createRemix(describeAnimal('octopus'), 'My octopus');
    expect(getSoft(mine)).toMatchObject({ animal: 'my-octopus', title: 'My octopus' });
    expect(getSoft(createRemix(getSoft(mine)))).toEqual(getSoft(mine));
  });

  it('a remix that was kept with a creature of version 1 is read', () => {
    const base = {
      schemaVersion: 1,
      body: { kind: 'soft', shape: 'starfish', sizes: { arms: 7, finWidth: 1 }, material: { keep: 0.99 } },
      controller: { kind: 'excitation', waves: { first: { cords: '*', height: 0.5 }, second: { cords: '' } } },
    };
    const kept = parseDrawing(formatDrawing({ ...createRemix(describeAnimal('starfish')), base }));
    expect(getSoft(kept).body).toMatchObject({ sizes: { arms: 4 }, material: { velocityRetention: 0.99 } });
  });

  it('a remix takes other sizes', () => {
    const five = setSize(createRemix(describeAnimal('starfish')), 'arms', 5);
    expect(getSoft(five).body.sizes.arms).toBe(5);
  });

  it.each([
    ['no JSON', '{'],
    ['another version', '{"version":2}'],
    ['a list', '[]'],
    ['a hostile key', '{"version":1,"__proto__":{}}'],
    ['no number', formatDrawing(ray).replace(/"elements":\d+/u, '"elements":"many"')],
    ['a point of three', formatDrawing(ray).replace('"outline":[[', '"outline":[[0,')],
    ['a group that is not there', formatDrawing(ray).replace('"group":0', '"group":3')],
    ['too many points', formatDrawing({ ...ray, outline: Array.from({ length: 10_000 }, (): Point => [0, 0]) })],
  ])('refuses %s', (_, text) => {
    expect(() => parseDrawing(text)).toThrow(ModelError);
  });
});

describe('creature files of others', () => {
  const file = JSON.stringify(createCreature(ray));
  const body = (change: string): string => file.replace(/"outline":\[\[[^\]]*\]/u, `"outline":[${change}`);
  it.each([
    ['nothing but brackets', '['.repeat(200_000)],
    ['a non-finite number', body('[NaN,0]')],
    ['a number beyond all', body('[1e999,0]')],
    ['a place far away', body('[1e30,0]')],
    ['a member that nobody knows', file.replace('"body":', '"body2":{},"body":')],
    ['a prototype', file.replace('{', '{"__proto__":{"polluted":true},')],
    ['a muscle with no length', file.replace(/"points":\[\[.*?\]\]/u, '"points":[[0,0],[0,0]]')],
    ['ten thousand points', body(Array.from({ length: 10_000 }, (_, k) => `[${k},${k % 2}]`).join(','))],
    ['more elements than a page can hold', file.replace(/"triangles":\d+/u, '"triangles":100000000')],
  ])('%s: refused with what and where', (_, text) => {
    let problems: readonly Problem[] = [];
    try {
      const drawing = createRemix(parseCreature(text));
      expect(makeAnimal(drawing).kind).toBe('refused');
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      problems = error.problems;
      for (const { got, hint } of problems) expect(`${got}${hint}`.length).toBeGreaterThan(10);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
