/** Lines and markers of a frame: muscles routes, targets, food. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Sphere,
  SphereGeometry,
} from 'three';
import type { FrameLayout, FrameOffsets } from '../engine/sim/frame.ts';
import type { Theme } from './palette.ts';

export class Attachments {
  readonly group = new Group();
  readonly #lines: Line<BufferGeometry, LineBasicMaterial>[];
  readonly #markers: Mesh[];
  readonly #lineMaterial = new LineBasicMaterial();
  readonly #markerMaterial = new MeshBasicMaterial();
  readonly #sphere = new SphereGeometry(1, 16, 12);

  constructor(layout: FrameLayout, theme: Theme) {
    this.#lines = layout.lines.map((line) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * line.pointCount), 3));
      geometry.boundingSphere = new Sphere(undefined, Infinity);
      const object = new Line(geometry, this.#lineMaterial);
      object.frustumCulled = false;
      return object;
    });
    this.#markers = layout.markers.map((marker) => {
      const object = new Mesh(this.#sphere, this.#markerMaterial);
      object.scale.setScalar(marker.radius);
      return object;
    });
    for (const object of [...this.#lines, ...this.#markers]) this.group.add(object);
    this.setTheme(theme);
  }

  setTheme(theme: Theme): void {
    this.#lineMaterial.color = new Color(theme === 'dark' ? 0xffc46b : 0x8a4b00);
    this.#markerMaterial.color = new Color(theme === 'dark' ? 0xffd08a : 0xb35c00);
  }

  update(frame: Float32Array, offsets: FrameOffsets): void {
    this.#lines.forEach((line, i) => {
      const position = line.geometry.getAttribute('position') as BufferAttribute;
      position.array.set(frame.subarray(offsets.lines[i], offsets.lines[i]! + position.array.length));
      position.needsUpdate = true;
    });
    this.#markers.forEach((marker, i) => {
      const at = offsets.markers + 3 * i;
      marker.position.set(frame[at]!, frame[at + 1]!, frame[at + 2]);
    });
  }

  dispose(): void {
    for (const line of this.#lines) line.geometry.dispose();
    this.#lineMaterial.dispose();
    this.#markerMaterial.dispose();
    this.#sphere.dispose();
  }
}
