/** What a worm shows: the layout of its frames, and how they are filled from its state alone. mm, g, s → SI. */
import type { WormMesh } from './mesh/mesh.ts';
import type { State } from '../../contract/types.ts';
import type { FrameLayout, GroundSpec, SurfaceSpec, TrackSpec } from '../../contract/frame.ts';
import { setCentreLine } from '../../mesh/tets/centre-line.ts';
import { contactFlags } from '../../bodies/fem/contact.ts';
import { createReliefMesh } from '../../world/relief/mesh.ts';
import type { WormScratch, WormSystem } from './system.ts';
import { createGround, createGroundMesh, type WormGround } from './medium/ground.ts';
import { gramsPerKilogram, metresPerMm } from './parameters.ts';
import { setDistance } from '../../world/distance/signed-distance.ts';

export function createWormFrame(mesh: WormMesh, ground: WormGround): FrameLayout {
  const vertexCount = mesh.surfaceNodes.length;
  const own = Uint32Array.from({ length: vertexCount }, (_, i) => i);
  const positions = new Float32Array(3 * vertexCount);
  mesh.surfaceNodes.forEach((node, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = metresPerMm * mesh.positions[3 * node + k]!;
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
  const length = mesh.settings.length * metresPerMm;
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
    ...(drawn === undefined ? {} : { ground: drawn, track: createTrack(mesh) }),
    floodedBy: 'medium.water',
    sides: ['dorsal', 'ventral'],
    extent: length,
  };
}

/** Where on the body, from head to tail, the groove in the agar is left: before it tapers, so that the body lies in it. */
const trackShare = 0.85;
/** Over the largest radius; a round body sinks in with less than its width. */
const trackWidth = 1.5;

function createTrack({ sectionCount, settings }: WormMesh): TrackSpec {
  return {
    signals: ['midline.x', 'midline.y'],
    element: Math.round(trackShare * (sectionCount - 1)),
    width: trackWidth * settings.maxRadius * metresPerMm,
  };
}

/** Cells along an edge of the ground that is shown. Chosen: a bump has several. */
const reliefCells = 80;

/** The ground to look at: a level plane, the mesh, or a piece of a relief six body lengths wide. */
function createGroundSpec(shape: WormGround, length: number): GroundSpec | undefined {
  if (shape.kind === 'none') return undefined;
  if (shape.kind === 'plane' && shape.slope === 0 && shape.slopeAcross === 0)
    return { kind: 'plane', height: 0, look: 'agar' };
  const { positions, triangles } =
    shape.kind === 'mesh'
      ? createGroundMesh(shape)
      : createReliefMesh(createGround(shape), 0, 0, 3 * length, reliefCells);
  return {
    kind: 'mesh',
    positions: Float32Array.from(positions, (value) => value * metresPerMm),
    triangles,
    look: 'agar',
  };
}

export function writeWormFrame(out: Float32Array, system: WormSystem, _state: State, worm: WormScratch): void {
  const { mesh, frameOffsets } = system;
  const { positions } = worm;
  const { surfaceNodes } = mesh;
  let at = frameOffsets.surfaces[0]!;
  for (let i = 0; i < surfaceNodes.length; i++) {
    const node = 4 * surfaceNodes[i]!;
    out[at++] = metresPerMm * positions[node]!;
    out[at++] = metresPerMm * positions[node + 1]!;
    out[at++] = metresPerMm * positions[node + 2]!;
  }
  writeChannels(out, system, worm, positions);
  writeContacts(out, system, worm, positions);
}

function writeChannels(out: Float32Array, system: WormSystem, { arrays }: WormScratch, positions: Float64Array): void {
  const { mesh, frameOffsets } = system;
  const { surfaceNodes, surfaceVertexMuscles, nodesPerSection } = mesh;
  const activationAt = frameOffsets.channels['activation']!;
  const strainAt = frameOffsets.channels['strain']!;
  for (let i = 0; i < surfaceNodes.length; i++) {
    let sum = 0;
    let cells = 0;
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      const muscle = surfaceVertexMuscles[k]!;
      if (muscle < 0) continue;
      sum += arrays.activations[muscle]!;
      cells += 1;
    }
    out[activationAt + i] = cells > 0 ? sum / cells : 0;
    const node = surfaceNodes[i]!;
    const front = Math.max(node - nodesPerSection, node % nodesPerSection);
    const back = node + nodesPerSection < mesh.nodeCount ? node + nodesPerSection : node;
    const now = computeDistance(positions, 4, front, back);
    out[strainAt + i] = now / computeDistance(mesh.positions, 3, front, back) - 1;
  }
}

function computeDistance(positions: Float64Array, stride: number, a: number, b: number): number {
  const [at, to] = [stride * a, stride * b];
  const [dx, dy, dz] = [
    positions[at]! - positions[to]!,
    positions[at + 1]! - positions[to + 1]!,
    positions[at + 2]! - positions[to + 2]!,
  ];
  return Math.sqrt(dx * dx + dy * dy + dz * dz);
}

/** Length of a force arrow, in body lengths, for a section's even share of the weight. Chosen: visible, not in the way. */
const arrowLength = 0.04;

/**
 * Per section an arrow for the force of the ground and a marker at the mean anchor; where nothing touches, both lie
 * inside the body. The forces follow from positions and anchors.
 */
function writeContacts(out: Float32Array, system: WormSystem, worm: WormScratch, positions: Float64Array): void {
  const { mesh, frameOffsets, parameters } = system;
  const { arrays, line, contact } = worm;
  setCentreLine(line, worm.positions);
  const weight = (system.mass * gramsPerKilogram * parameters.gravity) / mesh.sectionCount;
  const scale = weight > 0 ? (arrowLength * mesh.settings.length) / weight : 0;
  const { hit, ground } = contact;
  const { normalStiffness, tangentStiffness, model } = parameters.contact;
  const sums = new Float64Array(7 * mesh.sectionCount);
  mesh.surfaceNodes.forEach((node, i) => {
    if ((arrays.contacts[i]! & contactFlags.touching) === 0) return;
    const sum = 7 * Math.floor(node / mesh.nodesPerSection);
    setDistance(hit, ground, positions[4 * node]!, positions[4 * node + 1]!, positions[4 * node + 2]!);
    const depth = Math.max(0, -hit[0]!);
    sums[sum + 6]! += 1;
    for (let k = 0; k < 3; k++) {
      const anchor = arrays.anchors[3 * i + k]!;
      const foot = positions[4 * node + k]! - hit[0]! * hit[1 + k]!;
      const friction = model === 'anchored' ? tangentStiffness * (anchor - foot) : 0;
      sums[sum + k]! += normalStiffness * depth * hit[1 + k]! + friction;
      sums[sum + 3 + k]! += anchor;
    }
  });
  for (let section = 0; section < mesh.sectionCount; section++) {
    const touching = sums[7 * section + 6]!;
    const lineAt = frameOffsets.lines[section]!;
    const markerAt = frameOffsets.markers + 3 * section;
    for (let k = 0; k < 3; k++) {
      const centre = line.centres[3 * section + k]!;
      const root = touching > 0 ? sums[7 * section + 3 + k]! / touching : centre;
      out[markerAt + k] = metresPerMm * root;
      out[lineAt + k] = metresPerMm * root;
      out[lineAt + 3 + k] = metresPerMm * (root + scale * sums[7 * section + k]!);
    }
  }
}
