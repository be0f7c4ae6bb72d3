import { describe, expect, it } from 'vitest';
import { createImplicitBody } from '../implicit/implicit-body.ts';
import type { ImplicitShape } from '../implicit/implicit.ts';
import { computeSoftQuality } from './body-quality.ts';
import { createSheet, type SheetOptions } from './sheets.ts';
import { createSoftBody } from './soft-part.ts';

const trunk: ImplicitShape = { kind: 'stroke', points: [0.3, 0, 0, -0.3, 0, 0], radii: [0.06, 0.06] };
const { body } = createImplicitBody({ shapes: [trunk], blend: 0, targetTets: 900, symmetric: true });

const fin: SheetOptions = {
  root: Float64Array.of(0.2, 0.06, 0, -0.2, 0.06, 0),
  rim: Float64Array.of(0.2, 0.15, 0, 0, 0.22, 0, -0.2, 0.15, 0),
  isHeld: false,
  path: 'fin',
};

describe('sheets', () => {
  it('hang on the body by its own nodes', () => {
    const whole = createSoftBody([body, createSheet(body, fin)], { weld: 1e-9 });
    expect(whole.tets).toEqual(body.tets);
    const own = new Set(body.surface);
    const shared = new Set(whole.plates.filter((node) => own.has(node)));
    expect(shared.size).toBeGreaterThan(4);
    const { plateArea, minPlateAngle } = computeSoftQuality(whole);
    // Of the quadrangles between root and rim: 0.2 × (0.09 + 0.16) / 2, twice.
    expect(plateArea).toBeGreaterThan(0.85 * 0.05);
    expect(plateArea).toBeLessThan(1.15 * 0.05);
    expect(minPlateAngle).toBeGreaterThan(8);
    // Every edge that is not at the border joins two triangles.
    expect(whole.hinges.length).toBeGreaterThan(0);
  });

  it('span between two parts of the body', () => {
    const arms: ImplicitShape[] = [
      { kind: 'stroke', points: [0.1, 0, 0, -0.3, 0.15, 0], radii: [0.04, 0.03] },
      { kind: 'stroke', points: [0.1, 0, 0, -0.3, -0.15, 0], radii: [0.04, 0.03] },
    ];
    const forked = createImplicitBody({ shapes: arms, blend: 0.01, targetTets: 1200, symmetric: true }).body;
    const web = createSheet(forked, {
      root: Float64Array.of(0, 0.03, 0, -0.28, 0.115, 0),
      rim: Float64Array.of(0, -0.03, 0, -0.28, -0.115, 0),
      isHeld: true,
      path: 'web',
    });
    const whole = createSoftBody([forked, web], { weld: 1e-9 });
    const own = new Set(forked.surface);
    const sides = new Set(
      [...whole.plates].filter((node) => own.has(node)).map((node) => Math.sign(whole.positions[3 * node + 1]!)),
    );
    expect(sides.has(1) && sides.has(-1)).toBe(true);
    expect(computeSoftQuality(whole).plateArea).toBeGreaterThan(0.01);
  });

  it('are refused where the body has no edge for them, or where they have no area', () => {
    const dot = Float64Array.of(0, 0.06, 0, 0.001, 0.06, 0);
    expect(() => createSheet(body, { ...fin, root: dot })).toThrow(/fin\.root.*no edge/u);
    expect(() => createSheet(body, { ...fin, rim: fin.root, isHeld: true })).toThrow(/without area/u);
    expect(() => createSheet(body, { ...fin, rim: Float64Array.of(0, NaN, 0, 1, 1, 1) })).toThrow(/rim/u);
  });
});
