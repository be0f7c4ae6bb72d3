import { describe, expect, test } from 'vitest';
import { addToHash, createHasher, finishHash } from '../../../math/hash.ts';
import { computeMeshQuality } from '../../../mesh/tets/quality.ts';
import { wormTissues } from './cross-section.ts';
import { symmetricWorms } from '../../../../testing/meshes/worm-meshes.ts';
import { computeWormRadius, createWormMesh, type WormMesh, type WormMeshOptions, wormResolutions } from './mesh.ts';

const meshes = { ...wormResolutions, ...symmetricWorms };

const standard = createWormMesh();

const variants: [string, WormMeshOptions][] = [
  ...Object.entries(meshes).filter(([name]) => name !== 'fine'),
  ['two rings', { rings: [1, 0.55] }],
  ['flat belly', { pose: 'flat-belly' }],
  ['anatomical', { musclePlacement: 'anatomical' }],
];

function countTissues(mesh: WormMesh): Record<string, number> {
  const counts = wormTissues.map((_, index) => mesh.tetTissues.filter((tissue) => tissue === index).length);
  return Object.fromEntries(wormTissues.map(({ name }, index) => [name, counts[index]!]));
}

/** ½ Σ sin of the sector angles: area of the rim polygon over R². */
function computeRimArea(mesh: WormMesh): number {
  const { angles } = mesh.settings;
  const sines = angles.map((angle, i) => Math.sin((((angles[i + 1] ?? angles[0]! + 360) - angle) * Math.PI) / 180));
  return sines.reduce((a, b) => a + b) / 2;
}

/** Volume enclosed by the surface, by the divergence theorem: negative when the normals point inwards. */
function computeEnclosedVolume(mesh: WormMesh): number {
  let six = 0;
  for (let i = 0; i < mesh.surfaceTriangles.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => mesh.positions.subarray(3 * mesh.surfaceTriangles[i + corner]!));
    six += a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!);
    six += a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!);
    six += a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  }
  return six / 6;
}

/** Corners of the faces of a positive tet, anticlockwise seen from outside. */
const faces = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;

/** The three nodes turned so that the lowest comes first: the same text for the same orientation. */
function nameFace([a, b, c]: readonly [number, number, number]): string {
  if (a < b && a < c) return `${a},${b},${c}`;
  return b < c ? `${b},${c},${a}` : `${c},${a},${b}`;
}

function reverse(face: string): string {
  const [a, b, c] = face.split(',');
  return `${a!},${c!},${b!}`;
}

function hashMesh(mesh: WormMesh): string {
  const hasher = createHasher();
  for (const array of [
    mesh.positions,
    mesh.tetNodes,
    mesh.tetTissues,
    mesh.tetMuscles,
    mesh.tetFibres,
    mesh.nodeS,
    mesh.sectionCentres,
    mesh.surfaceTriangles,
    mesh.surfaceVertexMuscles,
  ]) {
    addToHash(hasher, array);
  }
  return finishHash(hasher);
}

/** Tets as texts of sorted nodes with their tissue, after a renumbering of the places in each section. */
function listTets(
  mesh: WormMesh,
  mapPlace: (place: number) => number,
  mapTissue = (tissue: string): string => tissue,
): Set<string> {
  const per = mesh.nodesPerSection;
  const list = new Set<string>();
  for (let t = 0; t < mesh.tetCount; t++) {
    const nodes = [...mesh.tetNodes.subarray(4 * t, 4 * t + 4)].map(
      (node) => node - (node % per) + mapPlace(node % per),
    );
    list.add(`${nodes.sort((a, b) => a - b).join(',')} ${mapTissue(wormTissues[mesh.tetTissues[t]!]!.name)}`);
  }
  return list;
}

describe('size', () => {
  test('the mesh has 50 sections of 37 nodes unless told otherwise', () => {
    expect(standard).toMatchObject({ sectionCount: 50, nodesPerSection: 37, nodeCount: 1850, tetCount: 8820 });
    expect(countTissues(standard)).toEqual({ cuticle: 2940, lateral: 588, muscle: 2352, core: 2940 });
  });

  test.each<[keyof typeof meshes, number, number]>([
    ['coarse', 1110, 5220],
    ['paper-tets', 2183, 10440],
    ['fine', 14355, 77616],
    ['four-fold', 1850, 8820],
    ['eight-fold', 1250, 5880],
  ])('%s has %i nodes and %i tets, all sound', (name, nodes, tets) => {
    const mesh = createWormMesh(meshes[name]);
    expect(mesh).toMatchObject({ nodeCount: nodes, tetCount: tets });
    expect(computeMeshQuality(mesh).inverted).toBe(0);
    expect(mesh.muscles.every((cell) => cell.tets.length > 0)).toBe(true);
  });

  test('that mesh has the measured quality', () => {
    const quality = computeMeshQuality(standard);
    expect(quality.inverted).toBe(0);
    expect(quality.minVolume).toBeGreaterThan(3.9e-9);
    expect(quality.minDihedral).toBeGreaterThan(1.83);
    expect(quality.maxDihedral).toBeLessThan(111);
    expect(quality.maxAspect).toBeLessThan(17.1);
    expect(quality.minEdge).toBeCloseTo(0.15 * computeWormRadius(0, 0.04), 12);
  });
});

describe.each(variants)('topology: %s', (_, options) => {
  const mesh = createWormMesh(options);
  const counts = new Map<string, number>();
  for (let t = 0; t < mesh.tetCount; t++) {
    for (const [a, b, c] of faces) {
      const nodes = [a, b, c].map((corner) => mesh.tetNodes[4 * t + corner]!) as [number, number, number];
      counts.set(nameFace(nodes), (counts.get(nameFace(nodes)) ?? 0) + 1);
    }
  }

  test('all volumes are positive', () => {
    expect(computeMeshQuality(mesh).inverted).toBe(0);
    expect(computeMeshQuality(mesh).minVolume).toBeGreaterThan(0);
  });

  test('every inner face is shared by exactly two tets, from opposite sides', () => {
    expect([...counts.values()].every((count) => count === 1)).toBe(true);
    const outer = [...counts.keys()].filter((face) => !counts.has(reverse(face)));
    const surface = new Set<string>();
    for (let i = 0; i < mesh.surfaceTriangles.length; i += 3) {
      surface.add(nameFace([mesh.surfaceTriangles[i]!, mesh.surfaceTriangles[i + 1]!, mesh.surfaceTriangles[i + 2]!]));
    }
    expect(surface).toEqual(new Set(outer));
  });

  test('the surface is closed, a sphere, and faces outwards', () => {
    const edges = new Set<string>();
    const triangles = mesh.surfaceVertexTriangles;
    for (let i = 0; i < triangles.length; i += 3) {
      for (let k = 0; k < 3; k++) edges.add(`${triangles[i + k]!},${triangles[i + ((k + 1) % 3)]!}`);
    }
    // Every edge is walked once in each direction.
    expect(edges.size).toBe(triangles.length);
    expect([...edges].filter((edge) => !edges.has(edge.split(',').reverse().join(',')))).toEqual([]);
    expect(mesh.surfaceNodes.length - edges.size / 2 + triangles.length / 3).toBe(2);
    expect(triangles.every((vertex, i) => mesh.surfaceNodes[vertex] === mesh.surfaceTriangles[i])).toBe(true);
    expect(computeEnclosedVolume(mesh) / computeMeshQuality(mesh).totalVolume).toBeCloseTo(1, 10);
  });

  test('tets join neighbouring sections only, so matrices are block-tridiagonal', () => {
    const spans = new Set<number>();
    for (let t = 0; t < mesh.tetCount; t++) {
      const sections = [...mesh.tetNodes.subarray(4 * t, 4 * t + 4)].map((n) => Math.floor(n / mesh.nodesPerSection));
      spans.add(Math.max(...sections) - Math.min(...sections));
    }
    expect([...spans]).toEqual([1]);
  });
});

describe('shape', () => {
  test.each([0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5])('the radius at s = %d follows the published rod', (s) => {
    // Radii of the 48-segment rod, µm.
    const published: Record<number, number> = { 0: 5.1, 0.02: 12, 0.05: 18, 0.1: 24, 0.2: 32, 0.3: 37, 0.5: 40 };
    expect(Math.abs(1000 * computeWormRadius(s, 0.04) - published[s]!)).toBeLessThan(0.8);
    expect(computeWormRadius(1 - s, 0.04)).toBeCloseTo(computeWormRadius(s, 0.04), 15);
  });

  test('the volume is that of frusta, and near the closed form of the radius law', () => {
    const radii = standard.sectionRadii;
    let frusta = 0;
    for (let i = 0; i + 1 < radii.length; i++) {
      frusta +=
        (radii[i]! * radii[i]! + radii[i]! * radii[i + 1]! + radii[i + 1]! * radii[i + 1]!) / 3 / (radii.length - 1);
    }
    const { totalVolume } = computeMeshQuality(standard);
    expect(totalVolume / (computeRimArea(standard) * frusta)).toBeCloseTo(1, 12);
    const c = 1 + 0.4 / 48;
    const closed = 0.04 * 0.04 * (1 - 1 / (3 * c * c));
    expect(Math.abs(totalVolume / (computeRimArea(standard) * closed) - 1)).toBeLessThan(0.0015);
    // With more sides the rim polygon approaches the circle.
    const fine = computeMeshQuality(createWormMesh(wormResolutions.fine)).totalVolume;
    expect(Math.abs(fine / (Math.PI * closed) - 1)).toBeLessThan(0.015);
  });

  test('an adult of the density of water weighs 3.2 µg', () => {
    expect(Math.abs((1e-3 * computeMeshQuality(standard).totalVolume) / 3.2e-6 - 1)).toBeLessThan(0.01);
  });

  test('head is at +x, and s counts from it', () => {
    for (let node = 0; node < standard.nodeCount; node++) {
      expect(standard.positions[3 * node]).toBeCloseTo(0.5 - standard.nodeS[node]!, 14);
    }
  });

  test('straight: a level axis at 0.0386 mm, touching the ground on two lines of nodes', () => {
    const centres = standard.sectionCentres;
    for (let i = 0; i < 50; i++) {
      expect(centres[3 * i + 2]).toBe(centres[2]);
      expect(Math.abs(centres[3 * i + 1]!)).toBe(0);
    }
    expect(Math.abs(centres[2]! - 0.0386)).toBeLessThan(5e-5);
    const touching = [...Array(standard.nodeCount).keys()].filter((node) => standard.positions[3 * node + 2]! < 1e-12);
    expect(touching.map((node) => [Math.floor(node / 37), standard.settings.angles[node % 37]])).toEqual([
      [24, 255],
      [24, 285],
      [25, 255],
      [25, 285],
    ]);
    for (const node of touching) expect(standard.positions[3 * node + 2]!).toBeGreaterThan(-1e-15);
    expect([...standard.tetFibres].every((x, i) => (i % 3 === 0 ? x > 0 && x <= 1 : x === 0))).toBe(true);
  });

  test('fibres thin out towards the ends and nowhere else', () => {
    const perSlab = standard.tetCount / 49;
    const carry = Array.from({ length: 49 }, (_, slab) => standard.tetFibres[3 * slab * perSlab]! ** 2);
    [0.5 / 49 / 0.05, 1.5 / 49 / 0.05, 1].forEach((share, slab) => {
      expect(carry[slab]).toBeCloseTo(share, 14);
      expect(carry[48 - slab]).toBeCloseTo(share, 14);
    });
    expect(carry.slice(3, -3).every((share) => share === 1)).toBe(true);
  });

  test('flat belly: every section touches the ground, and fibres follow the arc', () => {
    const belly = createWormMesh({ pose: 'flat-belly' });
    for (let i = 0; i < 50; i++) {
      const heights = Array.from({ length: 37 }, (_, k) => belly.positions[3 * (37 * i + k) + 2]!);
      expect(heights.filter((z) => Math.abs(z) < 1e-15)).toHaveLength(2);
      expect(Math.min(...heights)).toBeGreaterThan(-1e-15);
    }
    expect(computeMeshQuality(belly).totalVolume).toBeCloseTo(computeMeshQuality(standard).totalVolume, 14);
    const [x, , z] = belly.tetFibres;
    const share = 0.5 / 49 / 0.05;
    expect(x! * x! + z! * z!).toBeCloseTo(share, 14);
    expect(z).toBeLessThan(-0.2 * Math.sqrt(share));
    expect(belly.tetFibres.at(-1)).toBeCloseTo(-z!, 12);
  });

  test('scales with length and radius', () => {
    const mesh = createWormMesh({ length: 2, maxRadius: 0.1 });
    expect(computeMeshQuality(mesh).totalVolume / computeMeshQuality(standard).totalVolume).toBeCloseTo(12.5, 10);
  });
});

describe('symmetry', () => {
  const per = standard.nodesPerSection;
  const [mirrorLeft, mirrorBelly] = [(place: number) => 11 - place, (place: number) => (17 - place) % 12].map(
    (map) => (place: number) => (place === per - 1 ? place : place - (place % 12) + map(place % 12)),
  ) as [(place: number) => number, (place: number) => number];

  test('left mirrors right and dorsal mirrors ventral to the last bit', () => {
    const axis = standard.sectionCentres[2]!;
    for (let node = 0; node < standard.nodeCount; node++) {
      const [left, belly] = [mirrorLeft, mirrorBelly].map((map) => 3 * (node - (node % per) + map(node % per)));
      expect(standard.positions[left! + 1]).toBe(standard.positions[3 * node + 1]);
      expect(standard.positions[left! + 2]! - axis).toBeCloseTo(axis - standard.positions[3 * node + 2]!, 16);
      expect(standard.positions[belly! + 1]).toBe(-standard.positions[3 * node + 1]! + 0);
      expect(standard.positions[belly! + 2]).toBe(standard.positions[3 * node + 2]);
    }
  });

  test('quadrants have the same volume', () => {
    const volumes = new Map<string, number>();
    for (const cell of standard.muscles) {
      const own = { ...standard, tetCount: cell.tets.length, tetNodes: new Int32Array(4 * cell.tets.length) };
      for (const [i, tet] of cell.tets.entries())
        own.tetNodes.set(standard.tetNodes.subarray(4 * tet, 4 * tet + 4), 4 * i);
      volumes.set(cell.quadrant, (volumes.get(cell.quadrant) ?? 0) + computeMeshQuality(own).totalVolume);
    }
    for (const volume of volumes.values()) expect(volume / volumes.get('DL')!).toBeCloseTo(1, 10);
  });

  test.each([
    ['four-fold', 12, 3],
    ['eight-fold', 8, 1],
  ] as const)('the %s mesh is mapped onto itself by its turn', (name, perRing, step) => {
    const mesh = createWormMesh(meshes[name]);
    const turn = (place: number): number =>
      place === mesh.nodesPerSection - 1 ? place : place - (place % perRing) + ((place + step) % perRing);
    const alike = (tissue: string): string => (tissue === 'lateral' ? 'cuticle' : tissue);
    expect(listTets(mesh, turn, alike)).toEqual(listTets(mesh, (place) => place, alike));
    for (let place = 0; place < mesh.nodesPerSection; place++) {
      const angle = (step * 2 * Math.PI) / perRing;
      const [y, z] = [mesh.positions[3 * place + 1]!, mesh.positions[3 * place + 2]! - mesh.sectionCentres[2]!];
      const turned = 3 * turn(place);
      expect(mesh.positions[turned + 1]).toBeCloseTo(Math.cos(angle) * y - Math.sin(angle) * z, 15);
      expect(mesh.positions[turned + 2]! - mesh.sectionCentres[2]!).toBeCloseTo(
        Math.sin(angle) * y + Math.cos(angle) * z,
        15,
      );
    }
  });
});

test('the mesh is the same, bit for bit, every time and everywhere', () => {
  expect(hashMesh(createWormMesh())).toBe(hashMesh(standard));
  expect(hashMesh(standard)).toBe('77a38da4ca39cbe5');
});

test('a worm that is not slender is refused', () => {
  expect(() => createWormMesh({ maxRadius: 0.3 })).toThrow(/mesh\.radius.*at most a quarter/u);
});
