/** Cross-sections of swept bodies: quads on a disc or a rounded box, with nodes coloured like a chess board. */
import { cos, sin } from '../../math/portable.ts';

export interface Section {
  readonly columns: number;
  readonly rows: number;
  /** Place of each node, about from −1 to 1; node = row · (columns + 1) + column. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Nodes around the section, counter-clockwise, starting at the right end of the lowest row. */
  readonly rim: Int32Array;
}

export interface SectionOptions {
  /** 0: a box with corners at ±1. 1: a disc with the rim's nodes at equal angles. */
  readonly roundness?: number;
  /** Angle by which the section is turned, rad. A disc of an odd number of cells is symmetric when turned by π/4. */
  readonly turn?: number;
}

export function createSection(columns: number, rows: number, options: SectionOptions = {}): Section {
  const { roundness = 1, turn = 0 } = options;
  const count = (columns + 1) * (rows + 1);
  const xs = new Float64Array(count);
  const ys = new Float64Array(count);
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      const node = j * (columns + 1) + i;
      const [u, v] = [(2 * i - columns) / columns, (2 * j - rows) / rows];
      const [px, py] = roundSquare(u, v, roundness);
      xs[node] = turn === 0 ? px : px * cos(turn) - py * sin(turn);
      ys[node] = turn === 0 ? py : px * sin(turn) + py * cos(turn);
    }
  }
  return { columns, rows, xs, ys, rim: createRim(columns, rows) };
}

/**
 * A point of the square from −1 to 1, part of the way (`roundness`) onto the disc, where squares around the middle become
 * circles, at equal angles along their sides.
 */
export function roundSquare(u: number, v: number, roundness: number): [number, number] {
  const [au, av] = [Math.abs(u), Math.abs(v)];
  const radius = Math.max(au, av);
  if (radius === 0) return [0, 0];
  // Angles up to π/4 from the nearer axis, so that the image is symmetric to the last bit.
  const angle = (Math.PI / 4) * (Math.min(au, av) / radius);
  const [along, aside] = [radius * cos(angle), radius * sin(angle)];
  const [x, y] = au >= av ? [along, aside] : [aside, along];
  const [px, py] = [au + roundness * (x - au), av + roundness * (y - av)];
  return [u < 0 ? -px : px, v < 0 ? -py : py];
}

function createRim(columns: number, rows: number): Int32Array {
  const rim: number[] = [];
  const node = (i: number, j: number): number => j * (columns + 1) + i;
  for (let j = 0; j < rows; j++) rim.push(node(columns, j));
  for (let i = columns; i > 0; i--) rim.push(node(i, rows));
  for (let j = rows; j > 0; j--) rim.push(node(0, j));
  for (let i = 0; i < columns; i++) rim.push(node(i, 0));
  return Int32Array.from(rim);
}
