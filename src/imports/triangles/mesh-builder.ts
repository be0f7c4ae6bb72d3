/** Collects vertices and polygons of a file and returns a mesh if all of it is valid. */
import type { TriangleMesh } from '../../engine/mesh/triangles/triangle-mesh.ts';
import { checkCount, checkFinite, failImport } from '../text/import-problem.ts';

/** A list of numbers that grows without boxing them: a file may bring millions. */
class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(...values: readonly number[]): void {
    while (this.#length + values.length > this.#values.length) {
      const larger = new Float64Array(2 * this.#values.length);
      larger.set(this.#values);
      this.#values = larger;
    }
    for (const value of values) this.#values[this.#length++] = value;
  }

  /** The numbers so far, sharing memory with the list. */
  view(): Float64Array {
    return this.#values.subarray(0, this.#length);
  }
}

export class MeshBuilder {
  readonly #file: string;
  readonly #positions = new GrowingNumbers();
  readonly #corners = new GrowingNumbers();

  constructor(file: string) {
    this.#file = file;
  }

  get vertexCount(): number {
    return this.#positions.length / 3;
  }

  addVertex(where: string, x: number, y: number, z: number): number {
    const path = `${this.#file}, ${where}`;
    checkCount(path, 'vertices', this.vertexCount + 1);
    this.#positions.push(checkFinite(path, x), checkFinite(path, y), checkFinite(path, z));
    return this.vertexCount - 1;
  }

  /** A fan of triangles; the corners are known to exist when the mesh is built. */
  addPolygon(where: string, corners: readonly number[]): void {
    const path = `${this.#file}, ${where}`;
    if (corners.length < 3)
      failImport('inconsistent', path, `a face of ${corners.length} corners`, 'A face needs three or more.');
    checkCount(path, 'triangles', this.#corners.length / 3 + corners.length - 2);
    for (let i = 1; i < corners.length - 1; i++) this.#corners.push(corners[0]!, corners[i]!, corners[i + 1]!);
  }

  build(): TriangleMesh {
    if (this.#corners.length === 0)
      failImport('missing', this.#file, 'no triangles', 'Export the surface as a mesh of triangles or polygons.');
    return { positions: this.#positions.view().slice(), triangles: Uint32Array.from(this.#corners.view()) };
  }
}
