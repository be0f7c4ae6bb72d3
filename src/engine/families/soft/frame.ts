/** How a soft animal is drawn: the layout of its frames, and one frame from its state alone. */
import type { FrameLayout, LineSpec, Look, SurfaceSpec } from '../../contract/frame.ts';
import type { State } from '../../contract/types.ts';
import type { SoftBody } from '../../mesh/soft/soft-body.ts';
import { setMasked, setBodyPose } from './lane.ts';
import { writeSceneParts } from './scene/scene.ts';
import type { DrawnAnatomy } from './skin/anatomy.ts';
import { cordPoints } from './skin/cord-lines.ts';
import { addSheetOffsets, setSheetNormals, type SoftSkin, writeMixedNumbers, writeMixedPoints } from './skin/skin.ts';
import { setRows, type SoftScratch } from './step.ts';
import type { SoftSystem } from './system.ts';

/** The node that counts most for each vertex. */
function findMainNodes({ mixtures: { starts, nodes, weights }, vertexCount }: SoftSkin): Uint32Array {
  return Uint32Array.from({ length: vertexCount }, (_, vertex) => {
    let main = starts[vertex]!;
    for (let at = main; at < starts[vertex + 1]!; at++) if (weights[at]! > weights[main]!) main = at;
    return nodes[main]!;
  });
}

const radii: Readonly<Record<string, number>> = { longitudinal: 1, bending: 1, transverse: 0.6, oblique: 0.6 };

/** Surfaces of the skin, as wide as the mechanics has them. */
export function createSkinSurfaces(body: SoftBody, skins: readonly SoftSkin[], look: Look): SurfaceSpec[] {
  let slot = 0;
  return skins.map((skin): SurfaceSpec => {
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
}

export function createSoftFrame(
  { body, scene, bodyLength: extent }: Pick<SoftSystem, 'body' | 'scene' | 'bodyLength'>,
  skins: readonly SoftSkin[],
  { surfaces, ornaments, drapes }: DrawnAnatomy,
): FrameLayout {
  const isBending = body.cords.some((cord) => cord.kind === 'bending');
  const skinCount = skins.reduce((sum, skin) => sum + skin.vertexCount, 0);
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
    ornaments,
    drapes,
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

export function writeSoftFrame(out: Float32Array, system: SoftSystem, state: State, scratch: SoftScratch): void {
  const { frameOffsets, body, controlIndex } = system;
  const { skins, cordMixtures, nodeExcitations } = system.drawing.value;
  const { positions } = scratch.arrays;
  writeSceneParts(out, frameOffsets.parts, system.scene, scratch.arrays.ball);
  setMasked(system, scratch, computeTickShare(system, state));
  if (body.plates.length > 0) setSheetNormals(scratch.outputs.nodeNormals, body.plates, positions);
  skins.forEach((skin, s) => {
    writeMixedPoints(out, frameOffsets.surfaces[s]!, skin.mixtures, positions);
    addSheetOffsets(out, frameOffsets.surfaces[s]!, skin, scratch.outputs.nodeNormals);
  });
  writeMixedPoints(out, frameOffsets.lines[0] ?? 0, cordMixtures, positions);
  writeCordChannel(out, system, scratch);
  writeMixedNumbers(scratch.outputs.nodeValues, 0, nodeExcitations, scratch.masked);
  writeSkinChannel(out, system, scratch, frameOffsets.channels['excitation']!);
  setNodeAngles(system, scratch);
  writeSkinChannel(out, system, scratch, frameOffsets.channels['angle of attack']!);
  const last = body.positions.length / 3 - 1;
  const node = Math.min(last, Math.floor(state.controls[controlIndex['poke.node']!]!));
  for (let k = 0; k < 3; k++) out[frameOffsets.markers + k] = positions[3 * node + k]!;
}

/** How far the last step went toward the next control step. */
function computeTickShare({ stepsPerTick }: SoftSystem, { clock }: State): number {
  return clock[0] === 0 ? 1 : (((clock[0]! - 1) % stepsPerTick) + 1) / stepsPerTick;
}

function writeCordChannel(out: Float32Array, { plan, frameOffsets }: SoftSystem, { masked }: SoftScratch): void {
  const from = frameOffsets.channels['cords']!;
  plan.cords.forEach(({ first, segments }, c) => {
    for (let p = 0; p < cordPoints; p++) {
      const segment = Math.min(segments - 1, Math.floor((p * segments) / (cordPoints - 1)));
      out[from + c * cordPoints + p] = masked[first + segment]!;
    }
  });
}

/** Mean angle of attack of the faces around each node. */
function setNodeAngles(system: SoftSystem, scratch: SoftScratch): void {
  const { body } = system;
  const { outputs, pose } = scratch;
  const { water, rowPositions, rowVelocities, faceAngles, nodeValues } = outputs;
  nodeValues.fill(0);
  if (water === undefined) return;
  setBodyPose(system, scratch);
  setRows(system, outputs, scratch);
  water.force.setFaces(faceAngles, undefined, rowPositions, rowVelocities, pose.centre);
  const counts = outputs.nodeNormals;
  counts.fill(0);
  const faces = body.surface.length / 3;
  for (let face = 0; face < faceAngles.length; face++) {
    const [list, first] = face < faces ? [body.surface, 3 * face] : [body.plates, 3 * (face - faces)];
    for (let k = 0; k < 3; k++) {
      const node = list[first + k]!;
      nodeValues[node] = nodeValues[node]! + faceAngles[face]!;
      counts[node] = counts[node]! + 1;
    }
  }
  for (let node = 0; node < nodeValues.length; node++)
    if (counts[node]! > 0) nodeValues[node] = nodeValues[node]! / counts[node]!;
}

function writeSkinChannel(out: Float32Array, { drawing }: SoftSystem, { outputs }: SoftScratch, from: number): void {
  let at = from;
  for (const skin of drawing.value.skins) {
    writeMixedNumbers(out, at, skin.mixtures, outputs.nodeValues);
    at += skin.vertexCount;
  }
}
