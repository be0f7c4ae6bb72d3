/**
 * The elastic energy of a few displacement fields as an exact polynomial, u = Σ q_k φ_k:
 *   W(q) = ½ qᵀ K₁ q + ½ Σ q_i H_i,kl q_k q_l + ⅛ Σ G_ij,kl q_i q_j q_k q_l
 *   K₁ = Σ vol e₁ᵢ:C:e₁ⱼ,   H_i,kl = Σ vol e₁ᵢ:C:e₂ₖₗ,   G_ij,kl = Σ vol e₂ᵢⱼ:C:e₂ₖₗ        (../modes/elements.ts)
 * so that with the pairs (k ≤ l) as one index, and m_kl = q_k q_l (mixed pairs doubled),
 *   geometric stiffness  S_ij = Σ_k H_k,ij q_k + ½ Σ G_ij,kl m_kl                               (e₂ᵢⱼ : S)
 *   material stiffness   T_ij = K₁ + Σ_k (H_i,jk + H_j,ik) q_k + Σ ½ (G_ik,jl + G_il,jk) m_kl    (∂E/∂q_i : C : ∂E/∂q_j)
 *   force                f = K₁ q + S q + ½ H m
 * The tangent is S + T. Both are one dense product with z = (q, m); nothing refers to the mesh any more.
 */
import { type ElementGroup, type ModeElements, setElementGradient } from '../modes/elements.ts';

export interface ReducedTensors {
  /** Number of fields, r. */
  readonly size: number;
  /** r (r + 1) / 2. */
  readonly pairCount: number;
  /** Row-major r × r. */
  readonly linear: Float64Array;
  /** H, row-major r × pairs. */
  readonly quadratic: Float64Array;
  /** G, row-major pairs × pairs. */
  readonly quartic: Float64Array;
  /** Rows per pair over z = (q, m). */
  readonly geometric: Float64Array;
  readonly material: Float64Array;
}

const ELEMENTS_PER_BATCH = 32;
const COMPONENTS = 6;

/** Index of the pair (i, j), in either order, among r fields: rows of an upper triangle. */
function computePairIndex(i: number, j: number, r: number): number {
  const [a, b] = i <= j ? [i, j] : [j, i];
  return a * r - (a * (a - 1)) / 2 + (b - a);
}

/**
 * out[at + k stride] ← six numbers whose products are e:C:e of the symmetric part of d: √(2µ vol) (e + α tr(e) I) with
 * 3 α² + 2 α = λ / 2µ, off-diagonal ones times √2.
 */
function setStrain(out: Float64Array, at: number, d: Float64Array, scale: number, alpha: number): void {
  const trace = alpha * (d[0]! + d[4]! + d[8]!);
  const half = scale * Math.SQRT1_2;
  out[at] = scale * (d[0]! + trace);
  out[at + 1] = scale * (d[4]! + trace);
  out[at + 2] = scale * (d[8]! + trace);
  out[at + 3] = half * (d[1]! + d[3]!);
  out[at + 4] = half * (d[2]! + d[6]!);
  out[at + 5] = half * (d[5]! + d[7]!);
}

/** Strains of element e for all fields and pairs, written into column-wise storage with `rows` numbers per column. */
function setElementStrains(
  columns: Float64Array,
  rows: number,
  row: number,
  group: ElementGroup,
  e: number,
  fields: readonly Float64Array[],
  work: { gradients: Float64Array; product: Float64Array },
): void {
  const { gradients, product } = work;
  const r = fields.length;
  const ratio = group.lambdas[e]! / (2 * group.mus[e]!);
  const alpha = (Math.sqrt(1 + 3 * ratio) - 1) / 3;
  const scale = Math.sqrt(2 * group.mus[e]! * group.volumes[e]!);
  for (let k = 0; k < r; k++) {
    setElementGradient(product, 0, group, e, fields[k]!);
    gradients.set(product, 9 * k);
    setStrain(columns, k * rows + row, product, scale, alpha);
  }
  let pair = r;
  for (let k = 0; k < r; k++) {
    for (let l = k; l < r; l++, pair++) {
      const [a, b] = [9 * k, 9 * l];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          product[3 * i + j] =
            gradients[a + i]! * gradients[b + j]! +
            gradients[a + 3 + i]! * gradients[b + 3 + j]! +
            gradients[a + 6 + i]! * gradients[b + 6 + j]!;
        }
      }
      setStrain(columns, pair * rows + row, product, scale, alpha);
    }
  }
}

/** gram += columnsᵀ columns, upper triangle in tiles of 2 × 2. The number of columns is even. */
function addGram(gram: Float64Array, columns: Float64Array, count: number, rows: number): void {
  for (let i = 0; i < count; i += 2) {
    const a = i * rows;
    const b = a + rows;
    for (let j = i; j < count; j += 2) {
      const c = j * rows;
      const d = c + rows;
      let ac = 0;
      let ad = 0;
      let bc = 0;
      let bd = 0;
      for (let k = 0; k < rows; k++) {
        const x = columns[a + k]!;
        const y = columns[b + k]!;
        const u = columns[c + k]!;
        const v = columns[d + k]!;
        ac += x * u;
        ad += x * v;
        bc += y * u;
        bd += y * v;
      }
      gram[i * count + j]! += ac;
      gram[i * count + j + 1]! += ad;
      gram[(i + 1) * count + j]! += bc;
      gram[(i + 1) * count + j + 1]! += bd;
    }
  }
}

/** Coefficients of the elastic energy of `fields` (each of 3 × nodes). */
export function createReducedTensors(
  elements: ModeElements,
  fields: readonly Float64Array[],
  onProgress?: (share: number) => void,
): ReducedTensors {
  const r = fields.length;
  const pairCount = (r * (r + 1)) / 2;
  const used = r + pairCount;
  const count = used + (used % 2);
  const rows = COMPONENTS * ELEMENTS_PER_BATCH;
  const columns = new Float64Array(count * rows);
  const gram = new Float64Array(count * count);
  const work = { gradients: new Float64Array(9 * r), product: new Float64Array(9) };
  const all = elements.groups.reduce((sum, group) => sum + group.count, 0);
  let done = 0;
  for (const group of elements.groups) {
    for (let first = 0; first < group.count; first += ELEMENTS_PER_BATCH) {
      const end = Math.min(group.count, first + ELEMENTS_PER_BATCH);
      if (end < first + ELEMENTS_PER_BATCH) columns.fill(0);
      for (let e = first; e < end; e++) {
        setElementStrains(columns, rows, COMPONENTS * (e - first), group, e, fields, work);
      }
      addGram(gram, columns, count, rows);
      done += end - first;
      onProgress?.(done / all);
    }
  }
  return createTensorsFromGram(gram, count, r);
}

function createTensorsFromGram(gram: Float64Array, count: number, r: number): ReducedTensors {
  const pairCount = (r * (r + 1)) / 2;
  const entry = (i: number, j: number): number => gram[i <= j ? i * count + j : j * count + i]!;
  const linear = Float64Array.from({ length: r * r }, (_, k) => entry(Math.floor(k / r), k % r));
  const quadratic = new Float64Array(r * pairCount);
  for (let i = 0; i < r; i++) for (let p = 0; p < pairCount; p++) quadratic[i * pairCount + p] = entry(i, r + p);
  const quartic = new Float64Array(pairCount * pairCount);
  for (let p = 0; p < pairCount; p++) {
    for (let s = 0; s < pairCount; s++) quartic[p * pairCount + s] = entry(r + p, r + s);
  }
  const width = r + pairCount;
  const geometric = new Float64Array(pairCount * width);
  const material = new Float64Array(pairCount * width);
  const pair = (i: number, j: number): number => computePairIndex(i, j, r);
  for (let i = 0; i < r; i++) {
    for (let j = i; j < r; j++) {
      const at = pair(i, j) * width;
      for (let k = 0; k < r; k++) {
        geometric[at + k] = quadratic[k * pairCount + pair(i, j)]!;
        material[at + k] = quadratic[i * pairCount + pair(j, k)]! + quadratic[j * pairCount + pair(i, k)]!;
        for (let l = k; l < r; l++) {
          const to = at + r + pair(k, l);
          geometric[to] = 0.5 * quartic[pair(i, j) * pairCount + pair(k, l)]!;
          const crossed = quartic[pair(i, k) * pairCount + pair(j, l)]! + quartic[pair(i, l) * pairCount + pair(j, k)]!;
          material[to] = 0.5 * crossed;
        }
      }
    }
  }
  return { size: r, pairCount, linear, quadratic, quartic, geometric, material };
}

/** z = (q, m): the coordinates and their products, mixed ones doubled. */
export function setMonomials(z: Float64Array, q: Float64Array): void {
  const r = q.length;
  z.set(q);
  let at = r;
  for (let k = 0; k < r; k++) {
    const qk = q[k]!;
    z[at++] = qk * qk;
    for (let l = k + 1; l < r; l++) z[at++] = 2 * qk * q[l]!;
  }
}

/** out = the rows of `table` (geometric or material) times z, one number per pair. */
export function setPairProduct(out: Float64Array, table: Float64Array, z: Float64Array): void {
  const width = z.length;
  for (let p = 0; p < out.length; p++) {
    const at = p * width;
    // Four sums at once: one alone would wait for its own additions.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let k = 0;
    for (; k + 3 < width; k += 4) {
      a += table[at + k]! * z[k]!;
      b += table[at + k + 1]! * z[k + 1]!;
      c += table[at + k + 2]! * z[k + 2]!;
      d += table[at + k + 3]! * z[k + 3]!;
    }
    for (; k < width; k++) a += table[at + k]! * z[k]!;
    out[p] = a + b + (c + d);
  }
}
