/** Signals and frames of a worm, from its state alone. mm, g, s → SI. */
import { cos, sin } from '../../math/portable.ts';
import type { State } from '../../contract/types.ts';
import { computeContour, setBend, setCentreLine } from '../../mesh/tets/centre-line.ts';
import { contactFlags } from '../../bodies/fem/contact.ts';
import { trackPlaces, type WormSystem } from './compile.ts';
import type { FullWorm } from './step.ts';
import { type PreviewWorm, refreshPreview, setPreviewNodes } from './step-preview.ts';
import { setMediumAndGait, setPose, type WormBody } from './body.ts';

export type WormScratch = FullWorm | PreviewWorm;

const metre = 1e-3;

export function writeWormSignals(out: Float64Array, system: WormSystem, _state: State, scratch: WormScratch): void {
  const { arrays, line, pose, drag } = scratch;
  const { track } = arrays;
  const at = system.signalOffsets;
  if (scratch.kind === 'preview') refreshPreview(scratch);
  setPose(scratch);
  setCentreLine(line, scratch.positions);
  setBend(line);
  setMediumAndGait(system, scratch);
  for (let k = 0; k < 3; k++) out[k] = metre * pose[k]!;
  const heading = track[trackPlaces.heading]!;
  out[3] = heading;
  out[4] = metre * computeSpeed(scratch, heading);
  for (let section = 0; section < line.sectionCount; section++) {
    out[at['curvature']! + section] = line.curvatures[section]! / metre;
    out[at['midline.x']! + section] = metre * line.centres[3 * section]!;
    out[at['midline.y']! + section] = metre * line.centres[3 * section + 1]!;
  }
  out.set(arrays.activations, at['muscle.activation']);
  const { centres } = line;
  const tail = 3 * (line.sectionCount - 1);
  const [dx, dy, dz] = [
    centres[0]! - centres[tail]!,
    centres[1]! - centres[tail + 1]!,
    centres[2]! - centres[tail + 2]!,
  ];
  out[at['contour']!] = computeContour(line) / system.restContour;
  out[at['endToEnd']!] = Math.sqrt(dx * dx + dy * dy + dz * dz) / system.restEndToEnd;
  out[at['contacts']!] = track[trackPlaces.contacts]!;
  out[at['inverted']!] = track[trackPlaces.inverted]!;
  out[at['solver.iterations']!] = track[trackPlaces.iterations]!;
  out[at['solver.residual']!] = track[trackPlaces.residual]!;
  out[at['momentum.force']!] = track[trackPlaces.netForce]!;
  out[at['momentum.torque']!] = track[trackPlaces.netTorque]!;
  out[at['drag.along']!] = metre * drag[0]!;
  out[at['drag.across']!] = metre * drag[1]!;
}

/** mm/s of the centre of mass along the heading. */
function computeSpeed({ masses, velocities }: WormBody, heading: number): number {
  let [total, x, y] = [0, 0, 0];
  for (let i = 0; i < masses.length; i++) {
    total += masses[i]!;
    x += masses[i]! * velocities[4 * i]!;
    y += masses[i]! * velocities[4 * i + 1]!;
  }
  return (x * cos(heading) + y * sin(heading)) / total;
}

export function writeWormFrame(out: Float32Array, system: WormSystem, _state: State, scratch: WormScratch): void {
  const { mesh, frameOffsets } = system;
  if (scratch.kind === 'preview') refreshPreview(scratch);
  const positions = scratch.kind === 'preview' ? setPreviewNodes(scratch) : scratch.positions;
  const { surfaceNodes } = mesh;
  let at = frameOffsets.surfaces[0]!;
  for (let i = 0; i < surfaceNodes.length; i++) {
    const node = 4 * surfaceNodes[i]!;
    out[at++] = metre * positions[node]!;
    out[at++] = metre * positions[node + 1]!;
    out[at++] = metre * positions[node + 2]!;
  }
  writeChannels(out, system, scratch, positions);
  writeContacts(out, system, scratch, positions);
}

function writeChannels(out: Float32Array, system: WormSystem, { arrays }: WormBody, positions: Float64Array): void {
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

/** Length of a force arrow, in body lengths, for a section's even share of the weight. */
const arrowLength = 0.04;

/**
 * Per section an arrow for the force of the ground and a marker at the mean anchor; where nothing touches, both lie
 * inside the body. The forces follow from positions and anchors.
 */
function writeContacts(out: Float32Array, system: WormSystem, scratch: WormBody, positions: Float64Array): void {
  const { mesh, frameOffsets, recipe } = system;
  const { arrays, line, contact } = scratch;
  setCentreLine(line, scratch.positions);
  const weight = (system.mass * 1e3 * recipe.gravity) / mesh.sectionCount;
  const scale = weight > 0 ? (arrowLength * mesh.settings.length) / weight : 0;
  const { hit, ground } = contact;
  const { normalStiffness, tangentStiffness, model } = recipe.contact;
  const sums = new Float64Array(7 * mesh.sectionCount);
  mesh.surfaceNodes.forEach((node, i) => {
    if ((arrays.contacts[i]! & contactFlags.touching) === 0) return;
    const sum = 7 * Math.floor(node / mesh.nodesPerSection);
    ground.sample(hit, positions[4 * node]!, positions[4 * node + 1]!, positions[4 * node + 2]!);
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
      out[markerAt + k] = metre * root;
      out[lineAt + k] = metre * root;
      out[lineAt + 3 + k] = metre * (root + scale * sums[7 * section + k]!);
    }
  }
}
