/**
 * Energy and forces of all elements of a soft body in plain f64, one body, nodes in the body's own order: what the kernels are
 * tested against. Projections in projective-reference.ts.
 *
 *   hinge:  n = N/|N|, N = N₁/2A₁ + N₂/2A₂;   the force has the turning of n in it, so that it is the energy's gradient
 */
import { pullingCorner } from '../engine/bodies/projective/local/activate.ts';
import type { ProjectiveTables } from '../engine/bodies/projective/tables/tables.ts';
import { type Activations, setDeformation, setProjections } from './projective-reference.ts';

const f = new Float64Array(9);
const stress = new Float64Array(9);
const rotation = new Float64Array(9);
const volumeTarget = new Float64Array(9);

/** Adds the gradient of the tets, fibres included; returns their energy. */
function addTetGradients(out: Float64Array, tables: ProjectiveTables, x: Float64Array, active: Activations): number {
  const { tets } = tables;
  let energy = 0;
  for (let t = 0; t < tets.count; t++) {
    setDeformation(f, tables, x, t);
    setProjections(rotation, volumeTarget, f);
    const wp = tets.shapeWeights[t]!;
    const wv = tets.volumeWeights[t]!;
    for (let k = 0; k < 9; k++) {
      const toR = f[k]! - rotation[k]!;
      const toD = f[k]! - volumeTarget[k]!;
      stress[k] = wp * toR + wv * toD;
      energy += (wp * toR * toR + wv * toD * toD) / 2;
    }
    for (let e = tets.fibreStart[t]!; e < tets.fibreStart[t + 1]!; e++) energy += addFibre(tables, e, active);
    for (let k = 0; k < 3; k++) {
      const node = 3 * tets.nodes[4 * t + k + 1]!;
      const origin = 3 * tets.nodes[4 * t]!;
      const at = 9 * t + 3 * k;
      for (let i = 0; i < 3; i++) {
        let force = 0;
        for (let j = 0; j < 3; j++) force += stress[3 * i + j]! * tets.inverses[at + j]!;
        out[node + i]! += force;
        out[origin + i]! -= force;
      }
    }
  }
  return energy;
}

function addFibre(tables: ProjectiveTables, e: number, active: Activations): number {
  const m = tables.tets.fibreDirections;
  const [m0, m1, m2] = [m[3 * e]!, m[3 * e + 1]!, m[3 * e + 2]!];
  const q0 = f[0]! * m0 + f[1]! * m1 + f[2]! * m2;
  const q1 = f[3]! * m0 + f[4]! * m1 + f[5]! * m2;
  const q2 = f[6]! * m0 + f[7]! * m1 + f[8]! * m2;
  const length = Math.sqrt(q0 * q0 + q1 * q1 + q2 * q2);
  const a = active.fibreConstants[e]!;
  const b = active.fibreSlopes[e]!;
  const { energy, tension: c } = computePull(a, b, Math.max(length, 1e-9), tables.settings.muscleLaw === 'pulling');
  stress[0]! += c * q0 * m0;
  stress[1]! += c * q0 * m1;
  stress[2]! += c * q0 * m2;
  stress[3]! += c * q1 * m0;
  stress[4]! += c * q1 * m1;
  stress[5]! += c * q1 * m2;
  stress[6]! += c * q2 * m0;
  stress[7]! += c * q2 * m1;
  stress[8]! += c * q2 * m2;
  return energy;
}

/** Energy of a fibre of this length, and its derivative over the length: the tension. */
function computePull(a: number, b: number, length: number, onlyPulls: boolean): { energy: number; tension: number } {
  if (!onlyPulls) return { energy: (a * length * length) / 2 - b * length, tension: a - b / length };
  // With t = 1 − l₀/l, l₀ = b/a: a t²/2δ from 0 to the corner δ, a (t − δ/2) beyond; the energy is ∫ tension · l dl.
  const rest = b / a;
  const share = 1 - rest / length;
  const atCorner = rest / (1 - pullingCorner);
  const inside = (l: number): number =>
    (a / (2 * pullingCorner)) * ((l * l) / 2 - 2 * rest * l + rest * rest * Math.log(l));
  const beyond = (l: number): number => a * (((1 - pullingCorner / 2) * l * l) / 2 - rest * l);
  if (share <= 0) return { energy: 0, tension: 0 };
  if (share < pullingCorner)
    return { energy: inside(length) - inside(rest), tension: (a * share * share) / (2 * pullingCorner) };
  return {
    energy: inside(atCorner) - inside(rest) + beyond(length) - beyond(atCorner),
    tension: a * (share - pullingCorner / 2),
  };
}

function addPlateGradients(out: Float64Array, tables: ProjectiveTables, x: Float64Array): number {
  const { plates } = tables;
  let energy = 0;
  for (let t = 0; t < plates.count; t++) {
    const [p, q, r] = [3 * plates.nodes[3 * t]!, 3 * plates.nodes[3 * t + 1]!, 3 * plates.nodes[3 * t + 2]!];
    const b = plates.inverses.subarray(4 * t, 4 * t + 4);
    const w = plates.weights[t]!;
    for (let i = 0; i < 3; i++) {
      f[2 * i] = (x[q + i]! - x[p + i]!) * b[0]! + (x[r + i]! - x[p + i]!) * b[2]!;
      f[2 * i + 1] = (x[q + i]! - x[p + i]!) * b[1]! + (x[r + i]! - x[p + i]!) * b[3]!;
    }
    const c00 = f[0]! * f[0]! + f[2]! * f[2]! + f[4]! * f[4]!;
    const c01 = f[0]! * f[1]! + f[2]! * f[3]! + f[4]! * f[5]!;
    const c11 = f[1]! * f[1]! + f[3]! * f[3]! + f[5]! * f[5]!;
    const s = Math.sqrt(Math.max(c00 * c11 - c01 * c01, 1e-12));
    const scale = 1 / (s * Math.sqrt(c00 + c11 + 2 * s));
    for (let i = 0; i < 3; i++) {
      const p0 = f[2 * i]! - scale * (f[2 * i]! * (c11 + s) - f[2 * i + 1]! * c01);
      const p1 = f[2 * i + 1]! - scale * (f[2 * i + 1]! * (c00 + s) - f[2 * i]! * c01);
      energy += (w / 2) * (p0 * p0 + p1 * p1);
      const g1 = w * (p0 * b[0]! + p1 * b[1]!);
      const g2 = w * (p0 * b[2]! + p1 * b[3]!);
      out[q + i]! += g1;
      out[r + i]! += g2;
      out[p + i]! -= g1 + g2;
    }
  }
  return energy;
}

const edges = new Float64Array(9);
const sum = new Float64Array(3);
const normal = new Float64Array(3);
const pull = new Float64Array(3);

function addHingeGradients(out: Float64Array, tables: ProjectiveTables, x: Float64Array, active: Activations): number {
  const { hinges } = tables;
  let energy = 0;
  for (let h = 0; h < hinges.count; h++) {
    const origin = 3 * hinges.nodes[4 * h]!;
    const c = hinges.cotangents.subarray(4 * h, 4 * h + 4);
    const [left, right] = [hinges.inverseAreas[2 * h]!, hinges.inverseAreas[2 * h + 1]!];
    const w = hinges.weights[h]!;
    const r = active.hingeTargets[h]!;
    for (let k = 0; k < 3; k++) {
      for (let i = 0; i < 3; i++) edges[3 * k + i] = x[3 * hinges.nodes[4 * h + k + 1]! + i]! - x[origin + i]!;
    }
    let size = 0;
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      sum[i] = c[1]! * edges[i]! + c[2]! * edges[3 + i]! + c[3]! * edges[6 + i]!;
      normal[i] =
        left * (edges[j]! * edges[3 + k]! - edges[k]! * edges[3 + j]!) +
        right * (edges[6 + j]! * edges[k]! - edges[6 + k]! * edges[j]!);
      size += normal[i]! * normal[i]!;
    }
    const scale = 1 / Math.sqrt(Math.max(size, 1e-12));
    let along = 0;
    for (let i = 0; i < 3; i++) {
      normal[i]! *= scale;
      along += normal[i]! * sum[i]!;
    }
    for (let i = 0; i < 3; i++) {
      pull[i] = -w * r * scale * (sum[i]! - along * normal[i]!);
      const away = sum[i]! - r * normal[i]!;
      energy += (w / 2) * away * away;
    }
    for (let i = 0; i < 3; i++) {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      const away = w * (sum[i]! - r * normal[i]!);
      // The energy's change with N₁ = e₁ × e₂ and N₂ = e₃ × e₁.
      const g2 = left * (pull[j]! * edges[k]! - pull[k]! * edges[j]!) + c[2]! * away;
      const g3 = right * (edges[j]! * pull[k]! - edges[k]! * pull[j]!) + c[3]! * away;
      const g1 =
        left * (edges[3 + j]! * pull[k]! - edges[3 + k]! * pull[j]!) +
        right * (pull[j]! * edges[6 + k]! - pull[k]! * edges[6 + j]!) +
        c[1]! * away;
      out[3 * hinges.nodes[4 * h + 1]! + i]! += g1;
      out[3 * hinges.nodes[4 * h + 2]! + i]! += g2;
      out[3 * hinges.nodes[4 * h + 3]! + i]! += g3;
      out[origin + i]! -= g1 + g2 + g3;
    }
  }
  return energy;
}

/** Adds the gradient of the elastic energy at x (xyz per node) to out; returns the energy, J. */
export function addElasticGradient(
  out: Float64Array,
  tables: ProjectiveTables,
  x: Float64Array,
  active: Activations,
): number {
  return (
    addTetGradients(out, tables, x, active) +
    addPlateGradients(out, tables, x) +
    addHingeGradients(out, tables, x, active)
  );
}
