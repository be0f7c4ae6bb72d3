/** What a worm shows: its signals, and the layout of its frames. */
import { wormQuadrants } from './mesh/cross-section.ts';
import type { WormMesh } from './mesh/mesh.ts';
import { type SignalSpec, standardSignals } from '../../contract/types.ts';
import type { FrameLayout, GroundSpec, SurfaceSpec } from '../../contract/frame.ts';
import { createReliefMesh } from '../../world/relief/mesh.ts';
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
      display: 'diverging',
    },
    { name: 'midline.x', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, x.' },
    { name: 'midline.y', unit: 'm', size: sections, range: [-1e-3, 1e-3], about: 'Centre line from head to tail, y.' },
    {
      name: 'muscle.activation',
      unit: '1',
      size: mesh.muscles.length,
      range: [-1, 1],
      about: `Activation around the resting tone of the muscles ${mesh.muscles[0]!.name} to ${mesh.muscles.at(-1)!.name}.`,
      display: 'diverging',
      bands: wormQuadrants.map((quadrant) => ({
        name: `M${quadrant}`,
        size: mesh.muscles.filter((muscle) => muscle.quadrant === quadrant).length,
      })),
    },
    one('contour', '1', [0.9, 1.1], 'Length along the centre line over that at rest.'),
    { ...one('endToEnd', '1', [0, 1], 'Distance from head to tail over that at rest.'), display: 'strip' },
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
    look: 'cuticle',
    vertexCount,
    triangles: mesh.surfaceVertexTriangles,
    restPositions: positions,
    channels: [
      { channel: 'activation', slots: own },
      { channel: 'strain', slots: own },
    ],
    regions: {
      names: mesh.muscles.map((muscle) => muscle.name),
      vertexRegions: mesh.surfaceVertexMuscles,
    },
  };
  const drawn = createGroundSpec(ground, mesh.settings.length);
  const length = mesh.settings.length * metre;
  return {
    parts: [],
    surfaces: [body],
    lines: Array.from({ length: mesh.sectionCount }, (_, i) => ({
      name: `contact force ${i + 1}`,
      set: 'contact forces',
      optional: true,
      pointCount: 2,
    })),
    markers: Array.from({ length: mesh.sectionCount }, (_, i) => ({
      name: `anchor ${i + 1}`,
      set: 'friction anchors',
      optional: true,
      radius: length / 250,
    })),
    channels: [
      {
        name: 'activation',
        unit: '1',
        range: [-1, 1],
        slots: vertexCount,
        about: 'Activation of the muscles under each point of the skin, around their resting tone.',
        diverging: true,
      },
      {
        name: 'strain',
        unit: '1',
        range: [-0.3, 0.3],
        slots: vertexCount,
        about: 'Stretch of the skin along the body.',
        diverging: true,
      },
    ],
    ...(drawn === undefined ? {} : { ground: drawn }),
    sides: ['dorsal', 'ventral'],
    extent: length,
  };
}

const reliefCells = 80;

/** The ground to look at: a level plane, the mesh, or a piece of a relief six body lengths wide. */
function createGroundSpec(shape: GroundShape, length: number): GroundSpec | undefined {
  if (shape.kind === 'none') return undefined;
  if (shape.kind === 'plane' && shape.slope === 0 && shape.slopeAcross === 0)
    return { kind: 'plane', height: 0, look: 'agar' };
  const { positions, triangles } =
    shape.kind === 'mesh'
      ? { positions: shape.vertices, triangles: shape.triangles }
      : createReliefMesh(createGround(shape), 0, 0, 3 * length, reliefCells);
  return { kind: 'mesh', positions: Float32Array.from(positions, (value) => value * metre), triangles, look: 'agar' };
}
