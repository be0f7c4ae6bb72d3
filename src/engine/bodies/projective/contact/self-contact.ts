/**
 * A soft body that does not enter itself: surface nodes are spheres, and two of them that were far apart at rest may not
 * come closer than a diameter. Both are moved along their line, by the other's share of the mass, so that momentum stays.
 *
 * As with obstacles (contact.ts), a pair carries a force λ ← max(0, λ + k δ) that the solver knows of, k = m_a m_b/(m_a + m_b)/h²;
 * here without friction, and anew in every step.
 *
 * Pairs are looked for once a step, in a hash of cells, with room for half a diameter of approach; the iterations only look
 * at those pairs.
 */
import type { NodeRows } from './contact.ts';

export interface SelfContactSettings {
  readonly rows: NodeRows;
  readonly nodes: Int32Array;
  /** xyz per node, m. */
  readonly restPositions: Float64Array;
  /** Least distance of two nodes, m; about the length of the surface's edges, so that the spheres leave no holes. */
  readonly diameter: number;
  /** Of a step, s. */
  readonly dt: number;
}

export interface SelfContact {
  /** Before a step: (node · 3 + axis) · lanes + lane, m. */
  begin(positions: Float64Array): void;
  /** Before each solve: adds λ to the forces of the solver's rows. */
  addForces(forces: Float32Array | Float64Array, iterates: Float32Array | Float64Array): void;
  /** After each solve. */
  project(iterates: Float32Array | Float64Array): void;
  /** Per lane: pairs that the last projection moved apart. */
  readonly touching: Int32Array;
}

/** Two nodes closer than so many diameters at rest are neighbours and never push each other. */
const neighbourhood = 2.5;
const pairsPerNode = 12;

export function createSelfContact(settings: SelfContactSettings): SelfContact {
  const { rows, nodes, restPositions, diameter, dt } = settings;
  const { lanes, rowOf, rowNumbers, masses } = rows;
  const most = pairsPerNode * nodes.length;
  const pairs = Array.from({ length: lanes }, () => new Int32Array(2 * most));
  const pushes = Array.from({ length: lanes }, () => new Float64Array(most));
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
    return square < neighbourhood * neighbourhood * diameter * diameter;
  };
  return {
    touching,
    begin(positions) {
      for (let lane = 0; lane < lanes; lane++) {
        for (let i = 0; i < nodes.length; i++)
          for (let k = 0; k < 3; k++) places[3 * i + k] = positions[(3 * nodes[i]! + k) * lanes + lane]!;
        hash.fill(places);
        const list = pairs[lane]!;
        let count = 0;
        for (let i = 0; i < nodes.length; i++) {
          const found = hash.find(places, i);
          for (let f = 0; f < found && count < most; f++) {
            const j = hash.found[f]!;
            if (isNeighbour(nodes[i]!, nodes[j]!)) continue;
            list[2 * count] = nodes[i]!;
            list[2 * count + 1] = nodes[j]!;
            count += 1;
          }
        }
        counts[lane] = count;
        pushes[lane]!.fill(0);
      }
    },
    addForces(forces, iterates) {
      for (let lane = 0; lane < lanes; lane++)
        for (let pair = 0; pair < counts[lane]!; pair++) {
          const push = pushes[lane]![pair]!;
          if (push === 0) continue;
          const at = rowOf[pairs[lane]![2 * pair]!]! * rowNumbers + lane;
          const bt = rowOf[pairs[lane]![2 * pair + 1]!]! * rowNumbers + lane;
          const dx = iterates[at]! - iterates[bt]!;
          const dy = iterates[at + lanes]! - iterates[bt + lanes]!;
          const dz = iterates[at + 2 * lanes]! - iterates[bt + 2 * lanes]!;
          const scale = push / Math.max(1e-9 * diameter, Math.sqrt(dx * dx + dy * dy + dz * dz));
          forces[at]! += scale * dx;
          forces[at + lanes]! += scale * dy;
          forces[at + 2 * lanes]! += scale * dz;
          forces[bt]! -= scale * dx;
          forces[bt + lanes]! -= scale * dy;
          forces[bt + 2 * lanes]! -= scale * dz;
        }
    },
    project(iterates) {
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
          const own = pushes[lane]!;
          const isNear = square < diameter * diameter && square > 0;
          if (!isNear && own[pair] === 0) continue;
          const length = Math.sqrt(square);
          const reduced = (masses[a]! * masses[b]!) / (masses[a]! + masses[b]!);
          own[pair] = Math.max(0, own[pair]! + (reduced / (dt * dt)) * (diameter - length));
          if (!isNear) continue;
          touching[lane]! += 1;
          const scale = (diameter - length) / (length * (masses[a]! + masses[b]!));
          const [ra, rb] = [scale * masses[b]!, scale * masses[a]!];
          iterates[at]! += ra * dx;
          iterates[at + lanes]! += ra * dy;
          iterates[at + 2 * lanes]! += ra * dz;
          iterates[bt]! -= rb * dx;
          iterates[bt + lanes]! -= rb * dy;
          iterates[bt + 2 * lanes]! -= rb * dz;
        }
      }
    },
  };
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
