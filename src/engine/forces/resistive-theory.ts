/**
 * Resistive-force theory of a body of finite length: the rigid motion, for a given change of shape, without net force and
 * torque.
 *
 *   Σ w_i (c_∥ t tᵀ + c_⊥ (I − t tᵀ)) (u_i + U + Ω × r_i) = 0,   Σ w_i r_i × (…) = 0
 *
 * u_i: velocity of the centre line in a frame that moves with the body; U, Ω: the motion of that frame; w_i: share of the
 * length; t: tangent. Seen from above, so three unknowns.
 */
import { cos, hypot, sin } from '../math/portable.ts';
import { setMat3Inverse } from '../math/space/mat3.ts';

export class ResistiveTheory {
  readonly #shares: Float64Array;
  readonly #before: Float64Array;
  readonly #now: Float64Array;
  readonly #matrix = new Float64Array(9);
  readonly #inverse = new Float64Array(9);
  readonly #load = new Float64Array(3);
  /** Place and heading that the theory predicts, from the first observation on. */
  readonly #place = { x: 0, y: 0, heading: 0 };
  #time = NaN;
  #seconds = 0;
  #undefined = false;

  constructor(shares: Float64Array) {
    this.#shares = shares;
    this.#before = new Float64Array(2 * shares.length);
    this.#now = new Float64Array(2 * shares.length);
  }

  observe(t: number, signals: Float64Array, atX: number, atY: number, atAlong: number, atAcross: number): void {
    const [c, s] = [cos(signals[3]!), sin(signals[3]!)];
    const points = this.#shares.length;
    this.#before.set(this.#now);
    for (let i = 0; i < points; i++) {
      const [dx, dy] = [signals[atX + i]! - signals[0]!, signals[atY + i]! - signals[1]!];
      this.#now[2 * i] = c * dx + s * dy;
      this.#now[2 * i + 1] = c * dy - s * dx;
    }
    const dt = t - this.#time;
    this.#time = t;
    if (!(dt > 0)) return;
    const [along, across] = [signals[atAlong]!, signals[atAcross]!];
    if (!(along > 0 && across > 0)) this.#undefined = true;
    else this.#advance(dt, along, across);
  }

  #advance(dt: number, along: number, across: number): void {
    this.#setSums(dt, along, across);
    setMat3Inverse(this.#inverse, this.#matrix);
    const [m, load] = [this.#inverse, this.#load];
    const solve = (row: number): number => -(m[row]! * load[0]! + m[3 + row]! * load[1]! + m[6 + row]! * load[2]!);
    const [ux, uy, turn] = [solve(0), solve(1), solve(2)];
    const heading = this.#place.heading + (turn * dt) / 2;
    const [c, s] = [cos(heading), sin(heading)];
    this.#place.x += dt * (c * ux - s * uy);
    this.#place.y += dt * (s * ux + c * uy);
    this.#place.heading += turn * dt;
    this.#seconds += dt;
  }

  /** The symmetric matrix of the rigid motion and the force and torque of the change of shape. */
  #setSums(dt: number, along: number, across: number): void {
    const points = this.#shares.length;
    const [before, now, matrix, load] = [this.#before, this.#now, this.#matrix, this.#load];
    const middle = (i: number): number => (before[i]! + now[i]!) / 2;
    matrix.fill(0);
    load.fill(0);
    for (let i = 0; i < points; i++) {
      const [front, back] = [2 * Math.max(0, i - 1), 2 * Math.min(points - 1, i + 1)];
      const [gx, gy] = [middle(front) - middle(back), middle(front + 1) - middle(back + 1)];
      const length = hypot(gx, gy);
      const [tx, ty] = [gx / length, gy / length];
      const weight = this.#shares[i]!;
      const extra = weight * (along - across);
      const [xx, xy, yy] = [weight * across + extra * tx * tx, extra * tx * ty, weight * across + extra * ty * ty];
      const [rx, ry] = [middle(2 * i), middle(2 * i + 1)];
      const [vx, vy] = [(now[2 * i]! - before[2 * i]!) / dt, (now[2 * i + 1]! - before[2 * i + 1]!) / dt];
      // Columns: forces of a unit motion along x, along y, and of a unit turn, which moves r by (−y, x).
      const [sx, sy] = [-ry * xx + rx * xy, -ry * xy + rx * yy];
      matrix[0]! += xx;
      matrix[1]! += xy;
      matrix[3]! += xy;
      matrix[4]! += yy;
      matrix[6]! += sx;
      matrix[7]! += sy;
      matrix[2]! += sx;
      matrix[5]! += sy;
      matrix[8]! += rx * sy - ry * sx;
      const [fx, fy] = [xx * vx + xy * vy, xy * vx + yy * vy];
      load[0]! += fx;
      load[1]! += fy;
      load[2]! += rx * fy - ry * fx;
    }
  }

  /** Distance from start to end over the time, or null where the medium has no drag. */
  computeSpeed(): number | null {
    if (this.#undefined || !(this.#seconds > 0)) return null;
    return hypot(this.#place.x, this.#place.y) / this.#seconds;
  }
}
