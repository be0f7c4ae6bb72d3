/** What a soft animal shows: its signals, and the layout of its frames. */
import { type SignalSpec, standardSignals } from '../../contract/types.ts';
import type { FrameLayout, LineSpec, Look, SurfaceSpec } from '../../contract/frame.ts';
import { cordPoints } from './skin/cord-lines.ts';
import { type SoftSkin, writeMixedPoints } from './skin/skin.ts';
import type { SoftScene } from './places/scene.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';

export function listSoftSignals({ cords }: Pick<SoftBody, 'cords'>): SignalSpec[] {
  const one = (name: string, unit: string, range: readonly [number, number], about: string): SignalSpec => ({
    ...{ name, unit, range, about },
    size: 1,
  });
  return [
    ...standardSignals,
    one('pitch', 'rad', [-1.6, 1.6], 'Angle of the body’s axis above the horizontal.'),
    one('target.angle', 'rad', [0, 3.2], 'Angle between the body’s axis and the target direction.'),
    { ...one('volume', '1', [0.9, 1.1], 'Volume of the body over that at rest; 1 for plates.'), display: 'strip' },
    one('stretch.min', '1', [0, 1.2], 'Smallest det F of the elements: 1 at rest, below 0 turned inside out.'),
    one('inverted', '1', [0, 10], 'Elements turned inside out.'),
    { ...one('energy.kinetic', 'J', [0, 10], 'Kinetic energy of the body.'), display: 'strip' },
    one('power.water', 'W', [-50, 0], 'Power the water gives to the body; below 0 it takes.'),
    one('solver.iterations', '1', [0, 20], 'Iterations of the last step.'),
    {
      ...one('solver.residual', '1', [0, 0.1], 'What one more solve would move, as a share of the last step’s motion.'),
      display: 'strip',
    },
    one('touching', '1', [0, 100], 'Nodes held by obstacles or by the ball.'),
    one('forward.x', '1', [-1, 1], 'Direction of the body’s axis, x.'),
    one('forward.y', '1', [-1, 1], 'Direction of the body’s axis, y.'),
    one('forward.z', '1', [-1, 1], 'Direction of the body’s axis, z.'),
    {
      name: 'excitation',
      unit: '1',
      size: cords.reduce((sum, cord) => sum + cord.segments, 0),
      range: cords.some((cord) => cord.kind === 'bending') ? [-1, 1] : [0, 1],
      about: 'Excitation of every segment, cord by cord from root to tip.',
      display: cords.some((cord) => cord.kind === 'bending') ? 'diverging' : 'raster',
      bands: cords.map((cord) => ({ name: cord.name, size: cord.segments })),
      detail: true,
    },
  ];
}

export interface SoftFrameSources {
  readonly body: SoftBody;
  readonly skins: readonly SoftSkin[];
  readonly look: Look;
  readonly scene: SoftScene;
  readonly extent: number;
}

/** The node that counts most for each vertex. */
function findMainNodes({ mixtures: { starts, nodes, weights }, vertexCount }: SoftSkin): Uint32Array {
  return Uint32Array.from({ length: vertexCount }, (_, vertex) => {
    let main = starts[vertex]!;
    for (let at = main; at < starts[vertex + 1]!; at++) if (weights[at]! > weights[main]!) main = at;
    return nodes[main]!;
  });
}

const radii: Readonly<Record<string, number>> = { longitudinal: 1, bending: 1, transverse: 0.6, oblique: 0.6 };

export function createSoftFrame({ body, skins, look, scene, extent }: SoftFrameSources): FrameLayout {
  const isBending = body.cords.some((cord) => cord.kind === 'bending');
  const skinCount = skins.reduce((sum, skin) => sum + skin.vertexCount, 0);
  let slot = 0;
  const surfaces = skins.map((skin): SurfaceSpec => {
    const slots = Uint32Array.from({ length: skin.vertexCount }, () => slot++);
    const restPositions = new Float32Array(3 * skin.vertexCount);
    writeMixedPoints(restPositions, 0, skin.mixtures, body.positions);
    return {
      name: skin.name,
      kind: 'mesh',
      look,
      vertexCount: skin.vertexCount,
      triangles: skin.triangles,
      restPositions,
      channels: [
        { channel: 'excitation', slots },
        { channel: 'angle of attack', slots },
      ],
      nodes: findMainNodes(skin),
    };
  });
  const lines = body.cords.map(
    (cord, c): LineSpec => ({
      name: cord.name,
      set: `${cord.role} cords`,
      optional: true,
      pointCount: cordPoints,
      radius: (radii[cord.role] ?? 1) * 0.004 * extent,
      channel: 'cords',
      firstSlot: c * cordPoints,
    }),
  );
  const range = isBending ? ([-1, 1] as const) : ([0, 1] as const);
  return {
    parts: scene.parts,
    surfaces: [...surfaces, ...scene.surfaces],
    lines,
    markers: [{ name: 'poked node', set: 'poke', optional: true, radius: 0.012 * extent }],
    channels: [
      {
        name: 'excitation',
        unit: '1',
        range,
        slots: skinCount,
        about: 'Excitation of the muscles under each point of the skin.',
        ...(isBending ? { diverging: true as const } : {}),
      },
      {
        name: 'angle of attack',
        unit: 'rad',
        range: [-1.6, 1.6],
        slots: skinCount,
        about: 'Angle at which each point of the skin meets the water; below 0 the water leaves it.',
        diverging: true,
      },
      {
        name: 'cords',
        unit: '1',
        range,
        slots: body.cords.length * cordPoints,
        about: 'Excitation along the cords.',
        ...(isBending ? { diverging: true as const } : {}),
      },
    ],
    water: { level: Infinity },
    ...(scene.ground === undefined ? {} : { ground: scene.ground }),
    extent,
  };
}
