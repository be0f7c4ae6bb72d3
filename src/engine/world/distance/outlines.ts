/** Circles and boxes seen from above: how far a point is from their side, negative inside, and the horizontal direction out. */

/** Writes [distance, nx, ny] of a point at (dx, dy) from the middle of a circle. */
export function setCircleOutline(out: Float64Array, dx: number, dy: number, radius: number): void {
  const r = Math.sqrt(dx * dx + dy * dy);
  out[0] = r - radius;
  out[1] = r > 0 ? dx / r : 1;
  out[2] = r > 0 ? dy / r : 0;
}

/** As above for a box of the given half edges that is turned by an angle of cosine c and sine s. */
export function setBoxOutline(
  out: Float64Array,
  dx: number,
  dy: number,
  c: number,
  s: number,
  halfX: number,
  halfY: number,
): void {
  const u = c * dx + s * dy;
  const v = c * dy - s * dx;
  const pu = Math.abs(u) - halfX;
  const pv = Math.abs(v) - halfY;
  let nu = 0;
  let nv = 0;
  // Outside a corner the distance is radial; elsewhere it is to the nearer side.
  if (pu > 0 && pv > 0) {
    out[0] = Math.sqrt(pu * pu + pv * pv);
    nu = (u < 0 ? -pu : pu) / out[0];
    nv = (v < 0 ? -pv : pv) / out[0];
  } else {
    out[0] = Math.max(pu, pv);
    if (pu > pv) nu = u < 0 ? -1 : 1;
    else nv = v < 0 ? -1 : 1;
  }
  out[1] = c * nu - s * nv;
  out[2] = s * nu + c * nv;
}
