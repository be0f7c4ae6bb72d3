import { describe, expect, test } from 'vitest';
import { findTissueIndex } from './cross-section.ts';
import { createWormMesh, type WormMesh } from './mesh.ts';
import { createMuscleSpans, musclePlacements } from './muscles.ts';

const mesh = createWormMesh();

/** Degrees from dorsal towards right, and distance from the axis as a fraction of the radius there. */
function locate(worm: WormMesh, tet: number): { angle: number; fraction: number; s: number } {
  let [y, z, s, radius] = [0, 0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const node = worm.tetNodes[4 * tet + corner]!;
    const section = Math.floor(node / worm.nodesPerSection);
    y += (worm.positions[3 * node + 1]! - worm.sectionCentres[3 * section + 1]!) / 4;
    z += (worm.positions[3 * node + 2]! - worm.sectionCentres[3 * section + 2]!) / 4;
    s += worm.nodeS[node]! / 4;
    radius += worm.sectionRadii[section]! / 4;
  }
  return { angle: ((Math.atan2(z, y) * 180) / Math.PI + 360) % 360, fraction: Math.hypot(y, z) / radius, s };
}

describe('the 95 muscle cells', () => {
  test('have the anatomical names, without MVL24', () => {
    const names = mesh.muscles.map((cell) => cell.name);
    expect(new Set(names).size).toBe(95);
    for (const [quadrant, count] of [
      ['DL', 24],
      ['DR', 24],
      ['VL', 23],
      ['VR', 24],
    ] as const) {
      const own = mesh.muscles.filter((cell) => cell.quadrant === quadrant);
      expect(own.map((cell) => cell.name)).toEqual(
        Array.from({ length: count }, (_, i) => `M${quadrant}${i < 9 ? '0' : ''}${i + 1}`),
      );
      expect(own.filter((cell) => cell.row === 'medial')).toHaveLength(12);
      expect(own.every((cell) => cell.side === (quadrant.startsWith('D') ? 'dorsal' : 'ventral'))).toBe(true);
    }
    expect(names).not.toContain('MVL24');
  });

  test.each(musclePlacements)('own every muscle tet exactly once and no other tet: %s', (musclePlacement) => {
    const worm = createWormMesh({ musclePlacement });
    const owners = new Int16Array(worm.tetCount).fill(-1);
    for (const [index, cell] of worm.muscles.entries()) {
      expect(cell.tets.length, cell.name).toBeGreaterThanOrEqual(1);
      expect([...cell.tets].every((tet) => owners[tet] === -1)).toBe(true);
      for (const tet of cell.tets) owners[tet] = index;
    }
    expect(owners).toEqual(worm.tetMuscles);
    const muscle = findTissueIndex('muscle');
    expect([...worm.tetTissues].every((tissue, t) => (tissue === muscle) === owners[t]! >= 0)).toBe(true);
  });

  test('lie in their quadrant, row and stretch of the body', () => {
    for (const cell of mesh.muscles) {
      const places = [...cell.tets].map((tet) => locate(mesh, tet));
      const outside = places.filter(({ angle, fraction, s }) => {
        const quadrant = `${angle < 90 || angle > 270 ? 'D' : 'V'}${angle < 180 ? 'R' : 'L'}`;
        const fromCord = Math.min(angle % 180, 180 - (angle % 180));
        const inRow = cell.row === 'medial' ? fromCord > 10 && fromCord < 42 : fromCord > 42 && fromCord < 75;
        const inBelt = fraction > 0.5 && fraction < 0.85;
        return !(quadrant === cell.quadrant && inRow && inBelt && s > cell.s0 && s < cell.s1);
      });
      expect(outside, cell.name).toEqual([]);
    }
  });

  test.each(musclePlacements)('fill each row from head to tail without a gap: %s', (musclePlacement) => {
    const { muscles } = createWormMesh({ musclePlacement });
    for (const quadrant of ['DL', 'DR', 'VL', 'VR']) {
      for (const row of ['medial', 'lateral']) {
        const cells = muscles.filter((cell) => cell.quadrant === quadrant && cell.row === row);
        expect(cells[0]!.s0).toBe(0);
        expect(cells.at(-1)!.s1).toBe(1);
        for (let i = 1; i < cells.length; i++) expect(cells[i]!.s0).toBe(cells[i - 1]!.s1);
      }
    }
  });

  test('of an even placement are about equally long and staggered between the rows', () => {
    const places = createMuscleSpans('even').filter((place) => place.quadrant === 'DR');
    for (const place of places.slice(2, -2)) expect(place.end - place.begin).toBeCloseTo(1 / 12, 12);
    for (let k = 2; k < 21; k++) expect(places[k + 1]!.begin - places[k]!.begin).toBeCloseTo(1 / 24, 12);
  });

  test('of the anatomical placement are dense at the head: two thirds lie before mid-body', () => {
    const places = createMuscleSpans('anatomical').filter((place) => place.quadrant === 'DL');
    expect(places.filter((place) => (place.begin + place.end) / 2 < 0.5)).toHaveLength(16);
    const lengths = places.slice(2, -2).map((place) => place.end - place.begin);
    for (let i = 1; i < lengths.length; i++) expect(lengths[i]!).toBeGreaterThan(lengths[i - 1]!);
  });

  test('are refused by name where the mesh is too coarse, and the advice works', () => {
    expect(() => createWormMesh({ sections: 12 })).toThrow(
      /mesh\.sections: got 12, too coarse for MDL07, .*MVR18\. Use 13 /u,
    );
    expect(createWormMesh({ sections: 13 }).muscles).toHaveLength(95);
    expect(() => createWormMesh({ sections: 40, musclePlacement: 'anatomical' })).toThrow(
      /too coarse for .*Use 45 sections/u,
    );
    expect(createWormMesh({ sections: 45, musclePlacement: 'anatomical' }).muscles).toHaveLength(95);
  });

  test('are found under the surface', () => {
    const vertices = Array.from(mesh.surfaceNodes, (node, vertex) => ({ node, vertex }));
    const outer = vertices.filter(({ node }) => node % mesh.nodesPerSection < mesh.settings.angles.length);
    const seen = new Set<number>();
    for (const { node, vertex } of outer) {
      for (const index of mesh.surfaceVertexMuscles.subarray(4 * vertex, 4 * vertex + 4)) {
        if (index < 0) continue;
        seen.add(index);
        const cell = mesh.muscles[index]!;
        const s = mesh.nodeS[node]!;
        expect(s >= cell.s0 && s <= cell.s1).toBe(true);
        expect(mesh.positions[3 * node + 1]! > 0).toBe(cell.side === 'dorsal');
      }
    }
    expect(seen.size).toBe(95);
  });
});
