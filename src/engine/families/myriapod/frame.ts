/** How a myriapod is drawn: the layout of its frames, and what fills them. */
import type { HybridParameters } from '../../bodies/rigid-soft/body.ts';
import { createTissueLattice } from '../../bodies/rigid-soft/tissue/lattice.ts';
import { raiseLeg } from '../../control/legs/clearance.ts';
import { setPoints } from '../../control/brain/antennae.ts';
import { setLegKnee } from '../../control/legs/leg-kinematics.ts';
import { type LegPlan, legStates } from '../../control/legs/leg-plan.ts';
import { setAnglesToTip, setWorldTip } from '../../control/legs/leg-places.ts';
import type { FrameLayout, GroundSpec, Look, PartSpec } from '../../contract/frame.ts';
import type { State } from '../../contract/types.ts';
import type { Scene } from '../../world/things.ts';
import { countWalkers } from './scene/fields.ts';
import {
  createWaterSpec,
  listMeshSurfaces,
  listObstacleParts,
  writeFoods,
  writeObstacles,
  writeWater,
} from './scene/frame.ts';
import type { Ground } from './scene/ground.ts';
import type { Pond } from './scene/pond.ts';
import { centimetre, type MyriapodDesc } from './schema.ts';
import { type MyriapodScratch, type MyriapodSystem, setFrames, type Walker } from './system.ts';
import { chooseOutline, computeGirth, createTissueSurface, listCoxae, listOrnaments, writeTissue } from './drawing.ts';

export function createMyriapodFrame(
  desc: MyriapodDesc,
  parameters: HybridParameters,
  plan: LegPlan,
  scene: Scene,
  ground: Ground | null,
  pond: Pond | null,
): FrameLayout {
  const lattice = createTissueLattice(parameters.softCells, parameters.softSize);
  const animals = Array.from({ length: countWalkers(desc.scene) }, (_, animal) => animal);
  // Of several animals, all but the first are told apart by a number.
  const nameOf = (name: string, animal: number): string => (animal === 0 ? name : `${name} of animal ${animal + 1}`);
  const soft = createTissueSurface(desc.body, parameters, lattice);
  // Beside jelly, what is rigid looks rigid.
  const look = desc.body.look === 'jelly' ? 'plain' : desc.body.look;
  const own = [...listBodyParts(desc, parameters, look), ...listLegParts(plan, parameters, look)];
  const bodies = animals.flatMap((animal) =>
    own.map((part) => ({
      ...part,
      name: nameOf(part.name, animal),
      ...(part.parent === undefined ? {} : { parent: part.parent + animal * own.length }),
    })),
  );
  const parts = [...bodies, ...listObstacleParts(desc)];
  const n = desc.body.segments;
  return {
    parts,
    surfaces: [
      ...animals.map((animal) => ({
        ...soft,
        name: nameOf(soft.name, animal),
        channels: soft.channels.map(({ channel, slots }) => ({
          channel,
          slots: slots.map((slot) => slot + animal * (n - 1)),
        })),
      })),
      ...(pond === null ? [] : [createWaterSpec(pond)]),
      ...listMeshSurfaces(desc, bodies.length, parts.length),
    ],
    lines: animals.flatMap((animal) =>
      ['left antenna', 'right antenna'].map((name) => ({
        name: nameOf(name, animal),
        pointCount: desc.antennae.links + 1,
        radius: 0.36 * desc.antennae.firstLink,
        look,
      })),
    ),
    ornaments: animals.flatMap((animal) =>
      [
        ...listOrnaments(desc, parameters, look, animal * own.length),
        ...listCoxae(plan, parameters, look, animal * own.length),
      ].map((ornament) => ({ ...ornament, name: nameOf(ornament.name, animal) })),
    ),
    markers: scene.foodSizes.map((_, i) => ({ name: `food ${i + 1}`, set: 'food', radius: 0.008 })),
    channels: [
      {
        name: 'stance',
        unit: '1',
        range: [0, 1],
        slots: animals.length * (n - 1),
        about: 'Share of the legs on both sides of a soft segment that stand.',
      },
    ],
    ...(ground === null || desc.scene.terrain === 'none' ? {} : { ground: createGroundSpec(ground, desc.scene.paint) }),
    // Legs stand out to both sides; several animals are seen together.
    extent:
      n * (desc.body.rigidLength + desc.body.softLength) +
      0.8 * computeLegReach(plan) +
      spreadShare * computeSpread(scene.starts),
  };
}

function createGroundSpec({ mesh }: Ground, paint: 'soil' | 'bark'): GroundSpec {
  const look = paint === 'soil' ? {} : { look: paint };
  if (mesh === null) return { kind: 'plane', height: 0, ...look };
  const positions = Float32Array.from(mesh.positions, (value) => centimetre * value);
  return { kind: 'mesh', positions, triangles: mesh.triangles, ...look };
}

/** Share of the animals' spread at the start by which cameras stand farther off. */
const spreadShare = 0.6;

/** Longest side of the box around all heads and tails beyond that of the first animal, metres. */
function computeSpread(starts: readonly Float64Array[]): number {
  const computeSide = (lines: readonly Float64Array[]): number => {
    const sides = [0, 1].map((axis) => {
      const values = lines.flatMap((line) => [line[axis]!, line[axis + 2]!]);
      return Math.max(...values) - Math.min(...values);
    });
    return Math.max(...sides);
  };
  return centimetre * Math.max(0, computeSide(starts) - computeSide(starts.slice(0, 1)));
}

/** Length of the longest leg, metres. */
function computeLegReach({ pairShapes }: LegPlan): number {
  return centimetre * Math.max(...pairShapes.map(({ upper, lower }) => upper + lower));
}

function listBodyParts({ body }: MyriapodDesc, { rigidSizes }: HybridParameters, look: Look): PartSpec[] {
  return rigidSizes.map(([x, y, z], i) => {
    // A hair larger than the soft segments, so that their edges do not flicker through.
    const girth = 1.02 * centimetre * computeGirth(body, i, rigidSizes.length);
    return {
      name: i === 0 ? 'head' : `segment ${i}`,
      shape: 'box',
      size: [centimetre * x, girth * y, girth * z],
      look,
      ...(i > 0 ? { parent: i - 1 } : {}),
      ...chooseOutline(body.outline, i),
    };
  });
}

function listLegParts(plan: LegPlan, { rigidSizes }: HybridParameters, look: Look): PartSpec[] {
  const height = rigidSizes[0]![2];
  let next = rigidSizes.length;
  return Array.from(plan.missing).flatMap((missing, leg): PartSpec[] => {
    if (missing === 1) return [];
    const { upper, lower } = plan.pairShapes[leg >> 1]!;
    const name = `${leg & 1 ? 'right' : 'left'} leg ${(leg >> 1) + 1}`;
    // Long legs are slender.
    const [thick, thin] = [0.18 * centimetre * Math.min(upper, height), 0.13 * centimetre * Math.min(lower, height)];
    const [root, knee] = [plan.pairBodies[leg >> 1]!, next];
    next += 2;
    return [
      {
        name: `${name}, upper`,
        shape: 'capsule',
        size: [centimetre * upper + thick, thick, thick],
        look,
        parent: root,
      },
      { name: `${name}, lower`, shape: 'capsule', size: [centimetre * lower + thin, thin, thin], look, parent: knee },
    ];
  });
}

const angles = new Float64Array(3);
const tip = new Float64Array(3);
const knee = new Float64Array(3);

export function writeMyriapodFrame(
  out: Float32Array,
  system: MyriapodSystem,
  _state: State,
  scratch: MyriapodScratch,
): void {
  const { walkers } = scratch;
  const offsets = system.frameOffsets;
  const segments = system.parameters.rigidSizes.length - 1;
  let to = offsets.parts;
  for (let animal = 0; animal < walkers.length; animal++) {
    const walker = walkers[animal]!;
    setFrames(walker.frames, walker, 1);
    to = writeParts(out, to, system, walker);
    writeTissue(out, offsets.surfaces[animal]!, scratch.body.soft.lattice, walker.arrays, segments);
    for (let side = 0; side < 2; side++) writeAntenna(out, offsets.lines[2 * animal + side]!, walker, side);
    writeStance(out, offsets.channels['stance']! + animal * segments, system, walker);
  }
  const { sceneArrays, environment, bases, pond } = scratch;
  const firstPart = (to - offsets.parts) / 7;
  writeObstacles(out, to, system.scene, sceneArrays, bases, environment.terrain, system.frame.parts, firstPart);
  if (pond !== null) writeWater(out, offsets.surfaces[walkers.length]!, pond);
  writeFoods(out, offsets.markers, sceneArrays);
}

/** Boxes, then legs. */
function writeParts(out: Float32Array, start: number, system: MyriapodSystem, walker: Walker): number {
  const { arrays } = walker;
  const count = system.parameters.rigidSizes.length;
  let to = start;
  for (let body = 0; body < count; body++) {
    for (let a = 0; a < 3; a++) out[to++] = centimetre * arrays.bodyPositions[3 * body + a]!;
    for (let k = 0; k < 4; k++) out[to++] = arrays.bodyQuaternions[4 * body + k]!;
  }
  return writeLegParts(out, to, system, walker);
}

function writeAntenna(out: Float32Array, start: number, { antennae, arrays, frames }: Walker, side: number): void {
  setPoints(antennae, arrays.antennae, frames, side);
  const points = 3 * (antennae.options.links + 1);
  for (let i = 0; i < points; i++) out[start + i] = centimetre * antennae.points[side * points + i]!;
}

/** A capsule from a to b lies along its own x. */
function writeLink(out: Float32Array, to: number, a: Float64Array, b: Float64Array): number {
  const [dx, dy, dz] = [b[0]! - a[0]!, b[1]! - a[1]!, b[2]! - a[2]!];
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const [x, y, z] = [dx / length, dy / length, dz / length];
  for (let k = 0; k < 3; k++) out[to + k] = (centimetre * (a[k]! + b[k]!)) / 2;
  const w = 1 + x;
  const norm = Math.sqrt(w * w + y * y + z * z);
  const back = norm < 1e-9;
  out[to + 3] = 0;
  out[to + 4] = back ? 0 : -z / norm;
  out[to + 5] = back ? 1 : y / norm;
  out[to + 6] = back ? 0 : w / norm;
  return to + 7;
}

const root = new Float64Array(3);

/** Vector from the root of a leg, in the frame of its segment → world point. */
function addRoot(point: Float64Array, { pairBodies, roots }: LegPlan, frames: Float64Array, leg: number): void {
  const f = 12 * pairBodies[leg >> 1]!;
  const x = point[0]! + roots[3 * leg]!;
  const y = point[1]! + roots[3 * leg + 1]!;
  const z = point[2]! + roots[3 * leg + 2]!;
  for (let a = 0; a < 3; a++)
    point[a] = frames[f + 9 + a]! + frames[f + a]! * x + frames[f + 3 + a]! * y + frames[f + 6 + a]! * z;
}

function writeLegParts(out: Float32Array, start: number, system: MyriapodSystem, walker: Walker): number {
  const { arrays, frames, legs } = walker;
  const { plan } = system;
  let to = start;
  for (let leg = 0; leg < plan.legCount; leg++) {
    if (plan.missing[leg] === 1) continue;
    if (arrays.legStates[leg] === legStates.STANCE) setAnglesToTip(angles, 0, plan, frames, arrays, leg);
    else {
      for (let k = 0; k < 3; k++) angles[k] = arrays.legAngles[3 * leg + k]!;
      if (legs.terrain !== null) raiseLeg(angles, plan, frames, leg, legs.terrain);
    }
    setLegKnee(knee, plan.pairShapes[leg >> 1]!, leg & 1 ? -1 : 1, angles, 0);
    root.fill(0);
    addRoot(knee, plan, frames, leg);
    addRoot(root, plan, frames, leg);
    setWorldTip(tip, plan, frames, leg, angles, 0);
    to = writeLink(out, to, root, knee);
    to = writeLink(out, to, knee, tip);
  }
  return to;
}

/** Soft segment s lies between boxes s and s + 1; the head has no legs. */
function writeStance(out: Float32Array, start: number, system: MyriapodSystem, { arrays }: Walker): void {
  const { plan } = system;
  const segments = system.parameters.rigidSizes.length - 1;
  const perSegment = 2 * system.desc.controller.legs.pairsPerSegment;
  for (let segment = 0; segment < segments; segment++) {
    let [standing, there] = [0, 0];
    for (let leg = Math.max(0, segment - 1) * perSegment; leg < (segment + 1) * perSegment; leg++) {
      if (plan.missing[leg] === 1) continue;
      there += 1;
      if (arrays.legStates[leg] === legStates.STANCE) standing += 1;
    }
    out[start + segment] = standing / Math.max(1, there);
  }
}
