/**
 * Self-contact of a soft body: surface nodes are spheres, and two of them that were far apart at rest push each other away
 * along their line where they are closer than a diameter, without friction and without memory:
 *
 *   F = 10 m/h² (diameter − distance),   m = m_a m_b/(m_a + m_b)
 *
 * Pairs are found once a step, in a spatial hash, with a margin of half a diameter; the iterations evaluate only those pairs.
 */
import type { ContactForce } from '../external-forces.ts';
import type { NodeRows } from './contact.ts';

export interface SelfContactSettings {
  readonly rows: NodeRows;
  readonly nodes: Int32Array;
  /** xyz per node, m. */
  readonly restPositions: Float64Array;
  /** Least distance of two nodes, m; about the length of the surface's edges, so that the spheres leave no holes. */
  readonly diameter: number;
  /** Of the solver's step, s. */
  readonly dt: number;
}

export interface SelfContact extends ContactForce {
  /** Before a step: (node · 3 + axis) · lanes + lane, m. */
  begin(positions: Float64Array): void;
}

/** Two nodes closer than so many diameters at rest are neighbours and never push each other. */
const neighbourDiameters = 2.5;
const pairsPerNode = 12;
/** In m/h². Chosen: two nodes that meet at a tenth of a diameter a step stop within a hundredth of it. */
const stiffnessShare = 10;

export function createSelfContact(settings: SelfContactSettings): SelfContact {
  const { rows, nodes, restPositions, diameter, dt } = settings;
  const { lanes, rowOf, rowNumbers, masses } = rows;
  const max = pairsPerNode * nodes.length;
  const pairs = Array.from({ length: lanes }, () => new Int32Array(2 * max));
  const counts = new Int32Array(lanes);
  const touching = new Int32Array(lanes);
  const hash = createCellHash(nodes.length, 1.5 * diameter);
  const places = new Float64Array(3 * nodes.length);
  const isNeighbour = (a: number, b: number): boolean => {
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const d = restPositions[3 * a + k]! - restPositions[3 * b + k]!;
      square += d * d;
    }
    return square < neighbourDiameters * neighbourDiameters * diameter * diameter;
  };
  return {
    name: 'own body',
    touching,
    // Without memory there is nothing to renew.
    renew: () => false,
    begin(positions) {
      for (let lane = 0; lane < lanes; lane++) {
        for (let i = 0; i < nodes.length; i++)
          for (let k = 0; k < 3; k++) places[3 * i + k] = positions[(3 * nodes[i]! + k) * lanes + lane]!;
        hash.fill(places);
        const list = pairs[lane]!;
        let [count, near] = [0, 0];
        for (let i = 0; i < nodes.length; i++) {
          const found = hash.find(places, i);
          for (let f = 0; f < found && count < max; f++) {
            const j = hash.found[f]!;
            if (isNeighbour(nodes[i]!, nodes[j]!)) continue;
            list[2 * count] = nodes[i]!;
            list[2 * count + 1] = nodes[j]!;
            count += 1;
            if (computeSquare(places, i, j) < diameter * diameter) near += 1;
          }
        }
        counts[lane] = count;
        touching[lane] = near;
      }
    },
    add({ forces, iterates }) {
      for (let lane = 0; lane < lanes; lane++) {
        const list = pairs[lane]!;
        touching[lane] = 0;
        for (let pair = 0; pair < counts[lane]!; pair++) {
          const [a, b] = [list[2 * pair]!, list[2 * pair + 1]!];
          const [at, bt] = [rowOf[a]! * rowNumbers + lane, rowOf[b]! * rowNumbers + lane];
          const dx = iterates[at]! - iterates[bt]!;
          const dy = iterates[at + lanes]! - iterates[bt + lanes]!;
          const dz = iterates[at + 2 * lanes]! - iterates[bt + 2 * lanes]!;
          const square = dx * dx + dy * dy + dz * dz;
          if (square >= diameter * diameter || square === 0) continue;
          touching[lane]! += 1;
          const length = Math.sqrt(square);
          const reduced = (masses[a]! * masses[b]!) / (masses[a]! + masses[b]!);
          const scale = ((stiffnessShare * reduced) / (dt * dt)) * (diameter / length - 1);
          forces[at]! += scale * dx;
          forces[at + lanes]! += scale * dy;
          forces[at + 2 * lanes]! += scale * dz;
          forces[bt]! -= scale * dx;
          forces[bt + lanes]! -= scale * dy;
          forces[bt + 2 * lanes]! -= scale * dz;
        }
      }
    },
  };
}

function computeSquare(places: Float64Array, i: number, j: number): number {
  const [x, y, z] = [
    places[3 * i]! - places[3 * j]!,
    places[3 * i + 1]! - places[3 * j + 1]!,
    places[3 * i + 2]! - places[3 * j + 2]!,
  ];
  return x * x + y * y + z * z;
}

interface CellHash {
  /** Sorts all points into cells. */
  fill(places: Float64Array): void;
  /** Writes the points after `i` that are nearer to it than a cell's side to `found`; how many. */
  find(places: Float64Array, i: number): number;
  readonly found: Int32Array;
}

function createCellHash(count: number, side: number): CellHash {
  let size = 16;
  while (size < 2 * count) size *= 2;
  const starts = new Int32Array(size + 1);
  const order = new Int32Array(count);
  const keys = new Int32Array(count);
  const found = new Int32Array(count);
  const keyOf = (i: number, j: number, k: number): number =>
    (Math.imul(i, 73856093) ^ Math.imul(j, 19349663) ^ Math.imul(k, 83492791)) & (size - 1);
  const cell = (value: number): number => Math.floor(value / side);
  return {
    found,
    fill(places) {
      starts.fill(0);
      for (let i = 0; i < count; i++) {
        keys[i] = keyOf(cell(places[3 * i]!), cell(places[3 * i + 1]!), cell(places[3 * i + 2]!));
        starts[keys[i]! + 1]! += 1;
      }
      for (let key = 0; key < size; key++) starts[key + 1]! += starts[key]!;
      // Counted backwards, so that the points of a cell stay in order and the starts end up where they belong.
      for (let i = count - 1; i >= 0; i--) order[--starts[keys[i]! + 1]!] = i;
      for (let key = 0; key < size; key++) starts[key] = starts[key + 1]!;
      starts[size] = count;
    },
    find(places, i) {
      const [x, y, z] = [places[3 * i]!, places[3 * i + 1]!, places[3 * i + 2]!];
      const [ci, cj, ck] = [cell(x), cell(y), cell(z)];
      let total = 0;
      for (let a = ci - 1; a <= ci + 1; a++)
        for (let b = cj - 1; b <= cj + 1; b++)
          for (let c = ck - 1; c <= ck + 1; c++) {
            const key = keyOf(a, b, c);
            for (let at = starts[key]!; at < starts[key + 1]!; at++) {
              const j = order[at]!;
              const [px, py, pz] = [places[3 * j]!, places[3 * j + 1]!, places[3 * j + 2]!];
              // Other cells may share the key.
              if (j <= i || cell(px) !== a || cell(py) !== b || cell(pz) !== c) continue;
              const square = (px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z);
              if (square < side * side) found[total++] = j;
            }
          }
      return total;
    },
  };
}
