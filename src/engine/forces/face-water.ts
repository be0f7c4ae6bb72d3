/**
 * Water around a soft body: drag and thrust by angle of attack on every face of the surface and on both sides of every
 * plate, in still or moving water. The arithmetic and its layout are in kernels/assembly/water.ts.
 *
 * `add` serves both forms of coupling. Explicit: once a step at the velocities of its start. Implicit: in every iteration
 * at the present iterate.
 */
import { asin } from '../math/portable.ts';
import { throwProblem } from '../model/problem.ts';
import type { Kernels } from '../../kernels/functions.ts';
import { allocNumbers, bytesPerNumber, lanesPerBlock, type Precision } from '../../kernels/memory/layout.ts';
import type { Current } from '../world/current.ts';
import { createCurrentTable } from './current-table.ts';

export type WaterLaw = 'angle-of-attack' | 'coded';

export interface WaterSettings {
  readonly kernels: Kernels;
  readonly precision: Precision;
  /** Environments side by side: 1, or a multiple of the numbers in a vector (4 in f32, 2 in f64). */
  readonly lanes: number;
  readonly nodeCount: number;
  /** Where a node's row is in the arrays; node i in row i when left out. */
  readonly rowOf?: Int32Array;
  /** Boundary faces of the tetrahedra and plate triangles, three nodes each. */
  readonly surface: Int32Array;
  readonly plates: Int32Array;
  /** angle-of-attack: equation 6; coded: drag and lift on leading faces as in the authors' program. */
  readonly law?: WaterLaw;
  /** kg/m³. */
  readonly density?: number;
}

/** Arrays of the state: number (node · 3 + axis) · lanes + lane. With the last two, a step of BDF2, as the solver takes it. */
export interface StepStart {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly positionsBefore?: Float64Array | undefined;
  readonly velocitiesBefore?: Float64Array | undefined;
}

export interface Water {
  /** Surface faces first, then plates. */
  readonly faceCount: number;
  /**
   * Adds the force on each node, N, to an array in the kernels' memory. A node is a row of 4 numbers with one lane, else of
   * 3 · lanes: axis · lanes + lane. `origins` (axis · lanes + lane) is what was taken off the positions, m; nothing when
   * left out.
   */
  add(forces: NumberArray, positions: NumberArray, velocities: NumberArray, origins?: Float64Array): void;
  /** Before a step, with the state that it starts from. */
  begin(motion: StepStart): void;
  /** As `add`, but without the force of water that moves with the body: what it takes from the body is lost. */
  addLost(forces: NumberArray, positions: NumberArray, velocities: NumberArray, origins?: Float64Array): void;
  /** Kinetic energy of the water that moves with the body of one environment, J. */
  computeEnergy(positions: NumberArray, velocities: NumberArray, origins?: Float64Array, lane?: number): number;
  /** Sets the current, in one environment or in all; still water when left out. Not part of the state. */
  setCurrent(current: Current | undefined, lane?: number): void;
  /**
   * Per face of one environment, for drawing: angle of attack in rad (positive where the face meets the water) and force in
   * N, xyz. Either may be left out. Does not change the forces on the body.
   */
  setFaces(
    angles: NumberArray | undefined,
    forces: NumberArray | undefined,
    positions: NumberArray,
    velocities: NumberArray,
    origins?: Float64Array,
    lane?: number,
  ): void;
}

export type NumberArray = Float32Array | Float64Array;

/** Fields of the kernel's table before the current: ρ/4, largest force of a face in newtons. */
const ownFields = 2;
const outputFields = 4;
/** The authors' program lets neither drag nor lift of a face exceed this, N. [softcon, code] */
const maxForce = 1000;
const waterDensity = 1000;

/** Numbers of a node's row. */
export function computeRowNumbers(lanes: number): number {
  return lanes === 1 ? 4 : 3 * lanes;
}

export function createWater(settings: WaterSettings): Water {
  checkSettings(settings);
  const { kernels, precision, lanes, surface, plates, law = 'angle-of-attack' } = settings;
  const { arena } = kernels;
  const run = precision === 'f32' ? kernels.waterF32 : kernels.waterF64;
  const width = lanesPerBlock[precision];
  const water = createCurrentTable(kernels, precision, lanes, ownFields);
  const { table } = water;
  const groups = [surface, plates].map((triangles, plate) => ({
    faceCount: triangles.length / 3,
    corners: createCorners(settings, triangles).byteOffset,
    mode: plate + (law === 'coded' ? 2 : 0),
    outputs: allocNumbers(arena, precision, computeOutputNumbers(triangles.length / 3, lanes, width)),
  }));
  // Scratch for the node forces of a call that only needs face values.
  const aside = allocNumbers(arena, precision, computeRowNumbers(lanes) * settings.nodeCount);
  table.fill((settings.density ?? waterDensity) / 4, 0, lanes);
  table.fill(maxForce, lanes, 2 * lanes);
  const runAll = (
    forces: NumberArray,
    positions: NumberArray,
    velocities: NumberArray,
    origins: Float64Array | undefined,
    keep: number,
  ): void => {
    if (forces.length !== aside.length || positions.length !== aside.length || velocities.length !== aside.length)
      failRows(forces.length, aside.length, lanes);
    water.move(origins);
    for (let g = 0; g < groups.length; g++) {
      const { faceCount, corners, mode, outputs } = groups[g]!;
      if (faceCount === 0) continue;
      run(
        forces.byteOffset,
        positions.byteOffset,
        velocities.byteOffset,
        corners,
        faceCount,
        lanes,
        table.byteOffset,
        water.vortices,
        mode,
        outputs.byteOffset,
        keep,
      );
    }
  };
  return {
    faceCount: groups[0]!.faceCount + groups[1]!.faceCount,
    begin() {},
    add(forces, positions, velocities, origins) {
      runAll(forces, positions, velocities, origins, 0);
    },
    addLost(forces, positions, velocities, origins) {
      runAll(forces, positions, velocities, origins, 0);
    },
    computeEnergy: () => 0,
    setCurrent: (current, lane) => water.set(current, lane),
    setFaces(angles, forces, positions, velocities, origins, lane = 0) {
      runAll(aside, positions, velocities, origins, 1);
      let face = 0;
      for (const { faceCount, outputs } of groups) {
        for (let f = 0; f < faceCount; f++, face++) {
          const at = computeOutputPlace(f, lane, lanes, width);
          if (angles) angles[face] = asin(Math.max(-1, Math.min(1, outputs[at + 3 * width]!)));
          // The kernel keeps what each of the three corners gets.
          if (forces) for (let k = 0; k < 3; k++) forces[3 * face + k] = 3 * outputs[at + k * width]!;
        }
      }
    },
  };
}

export function failRows(got: number, wanted: number, lanes: number): never {
  const row = lanes === 1 ? 'x, y, z and one to spare' : `3 axes of ${lanes} lanes`;
  throwProblem(
    'inconsistent',
    'water.forces',
    `${got} numbers`,
    `Give ${wanted} numbers for forces, positions and velocities: a node is a row of ${row}, as in the solver.`,
  );
}

function checkSettings({ precision, lanes, nodeCount, surface, plates }: WaterSettings): void {
  const width = lanesPerBlock[precision];
  if (lanes !== 1 && !(lanes > 0 && lanes % width === 0))
    throwProblem('out-of-range', 'lanes', String(lanes), `Give 1 or a multiple of ${width}.`);
  for (const [name, triangles] of [
    ['surface', surface],
    ['plates', plates],
  ] as const) {
    const bad = triangles.findIndex((node) => !(node >= 0 && node < nodeCount));
    if (bad >= 0)
      throwProblem('out-of-range', `${name}[${bad}]`, String(triangles[bad]), `Name nodes from 0 to ${nodeCount - 1}.`);
  }
}

/** Byte offsets as the kernel wants them; the last block of faces repeats the last face, which is not added twice. */
function createCorners({ kernels, precision, lanes, rowOf }: WaterSettings, triangles: Int32Array): Int32Array {
  const faceCount = triangles.length / 3;
  const width = lanes === 1 ? lanesPerBlock[precision] : 1;
  const blocks = Math.ceil(faceCount / width);
  const corners = kernels.arena.allocI32(3 * width * blocks);
  if (kernels.arena.isMeasuring) return corners;
  const rowBytes = computeRowNumbers(lanes) * bytesPerNumber[precision];
  for (let f = 0; f < blocks * width; f++)
    for (let k = 0; k < 3; k++) {
      const node = triangles[3 * Math.min(f, faceCount - 1) + k]!;
      corners[3 * (f - (f % width)) + k * width + (f % width)] = (rowOf?.[node] ?? node) * rowBytes;
    }
  return corners;
}

function computeOutputNumbers(faceCount: number, lanes: number, width: number): number {
  const vectors = lanes === 1 ? Math.ceil(faceCount / width) : faceCount * (lanes / width);
  return outputFields * width * Math.max(1, vectors);
}

function computeOutputPlace(face: number, lane: number, lanes: number, width: number): number {
  const vector = lanes === 1 ? Math.floor(face / width) : face * (lanes / width) + Math.floor(lane / width);
  return outputFields * width * vector + (lanes === 1 ? face % width : lane % width);
}
