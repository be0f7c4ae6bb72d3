/** What a worm shows: its signals, and the layout of its frames. */
import type { WormMesh } from '../../discretise/worm/mesh.ts';
import { type SignalSpec, standardSignals } from '../../sim/contract.ts';
import type { FrameLayout, SurfaceSpec } from '../../sim/frame.ts';
import { createGround, type GroundShape } from './ground.ts';

const metre = 1e-3;

export function listWormSignals(mesh: WormMesh): SignalSpec[] {
  const sections = mesh.sectionCount;
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    name,
    unit,
    size: 1,
    range,
    about,
  });
  return [
    ...standardSignals,
    {
      name: 'curvature',
      unit: '1/m',
      size: sections,
      range: [-12_000, 12_000],
      about: 'Bend of the centre line seen from above, by section from head to tail; toward dorsal is positive.',
    },
    { name: 'midline.x', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, x.' },
    { name: 'midline.y', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, y.' },
    {
      name: 'muscle.activation',
      unit: '1',
      size: mesh.muscles.length,
      range: [-1, 1],
      about: `Activation around the resting tone of the muscles ${mesh.muscles[0]!.name} to ${mesh.muscles.at(-1)!.name}.`,
    },
    one('contour', '1', [0.9, 1.1], 'Length along the centre line over that at rest.'),
    one('endToEnd', '1', [0, 1], 'Distance from head to tail over that at rest.'),
    one('contacts', '1', [0, 200], 'Nodes that touch the ground.'),
    one('inverted', '1', [0, 10], 'Elements turned inside out.'),
    one('solver.iterations', '1', [0, 40], 'Iterations of the linear solver, mean over the substeps.'),
    one('solver.residual', '1', [0, 1e-5], 'True relative residual of the linear system, largest of the substeps.'),
    one('momentum.force', '1', [0, 1e-3], 'Net force of the modal drive over the sum of its forces.'),
    one(
      'momentum.torque',
      '1',
      [0, 1e-3],
      'Net torque of the modal drive over the sum of its forces times the length.',
    ),
    one('drag.along', 'kg/s', [0, 5e-3], 'Drag coefficient of the whole body along its axis.'),
    one('drag.across', 'kg/s', [0, 0.1], 'Drag coefficient of the whole body across its axis.'),
  ];
}

export function createWormFrame(mesh: WormMesh, ground: GroundShape): FrameLayout {
  const vertexCount = mesh.surfaceNodes.length;
  const own = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const positions = new Float32Array(3 * vertexCount);
  mesh.surfaceNodes.forEach((node, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = metre * mesh.positions[3 * node + k]!;
  });
  const body: SurfaceSpec = {
    name: 'body',
    kind: 'mesh',
    look: 'worm',
    vertexCount,
    triangles: mesh.surfaceVertexTriangles,
    restPositions: positions,
    channels: [
      { channel: 'activation', slots: own },
      { channel: 'strain', slots: own },
    ],
  };
  const relief = createGroundSurface(ground, mesh.settings.length);
  const length = mesh.settings.length * metre;
  return {
    parts: relief === undefined ? [] : [{ name: 'ground', shape: 'none', size: [0, 0, 0] }],
    surfaces: relief === undefined ? [body] : [body, relief],
    lines: Array.from({ length: mesh.sectionCount }, (_, i) => ({
      name: `contact force ${i + 1}`,
      pointCount: 2,
    })),
    markers: Array.from({ length: mesh.sectionCount }, (_, i) => ({ name: `anchor ${i + 1}`, radius: length / 250 })),
    channels: [
      {
        name: 'activation',
        unit: '1',
        range: [-1, 1],
        slots: vertexCount,
        about: 'Activation of the muscles under each point of the skin, around their resting tone.',
      },
      {
        name: 'strain',
        unit: '1',
        range: [-0.3, 0.3],
        slots: vertexCount,
        about: 'Stretch of the skin along the body.',
      },
    ],
    ...(ground.kind === 'plane' && relief === undefined ? { ground: { kind: 'plane' as const, height: 0 } } : {}),
    extent: length,
  };
}

const reliefCells = 80;

/** A piece of the ground to look at, six body lengths wide; none for a level plane, which the viewer draws itself. */
function createGroundSurface(shape: GroundShape, length: number): SurfaceSpec | undefined {
  if (shape.kind === 'none' || (shape.kind === 'plane' && shape.slope === 0 && shape.slopeAcross === 0))
    return undefined;
  const { vertices, triangles } = shape.kind === 'mesh' ? shape : createReliefMesh(shape, 3 * length);
  const vertexCount = vertices.length / 3;
  const weights = new Float32Array(4 * vertexCount);
  for (let i = 0; i < vertexCount; i++) weights[4 * i] = 1;
  return {
    name: 'ground',
    kind: 'skin',
    look: 'plain',
    vertexCount,
    triangles: Uint32Array.from(triangles),
    restPositions: Float32Array.from(vertices, (value) => value * metre),
    partIndices: new Uint16Array(4 * vertexCount),
    partWeights: weights,
    partRestPositions: new Float32Array(3),
    channels: [],
  };
}

function createReliefMesh(shape: GroundShape, half: number) {
  const ground = createGround(shape);
  const sample = new Float64Array(4);
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= reliefCells; j++) {
    for (let i = 0; i <= reliefCells; i++) {
      const [x, y] = [half * ((2 * i) / reliefCells - 1), half * ((2 * j) / reliefCells - 1)];
      let z = 0;
      // Down the vertical to the surface; the distance is along the normal.
      for (let round = 0; round < 20; round++) {
        ground.sample(sample, x, y, z);
        z -= sample[0]! / sample[3]!;
      }
      vertices.push(x, y, z);
      if (i === reliefCells || j === reliefCells) continue;
      const a = j * (reliefCells + 1) + i;
      triangles.push(a, a + 1, a + reliefCells + 2, a, a + reliefCells + 2, a + reliefCells + 1);
    }
  }
  return { vertices, triangles };
}
