/** Lines and markers of a frame: antennae, forces, anchors, food. Those of one set are shown and hidden together. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  Sphere,
  SphereGeometry,
} from 'three';
import type { FrameLayout, FrameOffsets } from '../engine/sim/frame.ts';
import type { Theme } from './palette.ts';
import type { SceneUniforms } from './surface-material.ts';
import { SurfaceView } from './surface-view.ts';
import { createTubeSpec, setTubeVertices } from './tube.ts';

const overlay = { depthTest: false, transparent: true, opacity: 0.85 };

interface Piece {
  /** Index of the line or marker in the layout. */
  readonly index: number;
  readonly set: string | undefined;
}

export interface AttachmentSet {
  readonly name: string;
  readonly optional: boolean;
}

/** The sets that a layout has, in order. */
export function listAttachmentSets(layout: FrameLayout): AttachmentSet[] {
  const sets = new Map<string, AttachmentSet>();
  for (const { set, optional } of [...layout.lines, ...layout.markers]) {
    if (set !== undefined && !sets.has(set)) sets.set(set, { name: set, optional: optional === true });
  }
  return [...sets.values()];
}

export class Attachments {
  readonly group = new Group();
  /** Lines with a thickness; their shadows belong into the scene of the shadow. */
  readonly tubes: readonly SurfaceView[];
  readonly #layout: FrameLayout;
  readonly #tubeLines: readonly number[];
  readonly #lines: { readonly pieces: readonly Piece[]; readonly object: LineSegments }[] = [];
  readonly #markers: { readonly pieces: readonly Piece[]; readonly object: InstancedMesh }[] = [];
  readonly #lineMaterial = new LineBasicMaterial();
  readonly #markerMaterial = new MeshBasicMaterial();
  /** What people ask to see is seen through the body. */
  readonly #lineOverlay = new LineBasicMaterial(overlay);
  readonly #markerOverlay = new MeshBasicMaterial(overlay);
  readonly #sphere = new SphereGeometry(1, 16, 12);
  readonly #matrix = new Matrix4();

  constructor(layout: FrameLayout, theme: Theme, uniforms: SceneUniforms) {
    this.#layout = layout;
    this.#tubeLines = layout.lines.flatMap(({ radius }, i) => (radius === undefined ? [] : [i]));
    this.tubes = this.#tubeLines.map((line) => new SurfaceView(createTubeSpec(layout.lines[line]!), uniforms));
    for (const tube of this.tubes) this.group.add(tube.mesh);
    const thin = layout.lines.map((line, index) => ({ ...line, index })).filter(({ radius }) => radius === undefined);
    for (const pieces of groupBySet(thin)) this.#addLines(pieces);
    for (const pieces of groupBySet(layout.markers.map((marker, index) => ({ ...marker, index })))) {
      const optional = layout.markers[pieces[0]!.index]!.optional === true;
      const material = optional ? this.#markerOverlay : this.#markerMaterial;
      const object = new InstancedMesh(this.#sphere, material, pieces.length);
      object.frustumCulled = false;
      object.renderOrder = optional ? 6 : 0;
      this.#markers.push({ pieces, object });
      this.group.add(object);
    }
    this.setTheme(theme);
  }

  #addLines(pieces: readonly Piece[]): void {
    const segments = pieces.reduce((sum, { index }) => sum + this.#layout.lines[index]!.pointCount - 1, 0);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * segments), 3));
    geometry.boundingSphere = new Sphere(undefined, Infinity);
    const optional = this.#layout.lines[pieces[0]!.index]!.optional === true;
    const object = new LineSegments(geometry, optional ? this.#lineOverlay : this.#lineMaterial);
    object.frustumCulled = false;
    object.renderOrder = optional ? 6 : 5;
    this.#lines.push({ pieces, object });
    this.group.add(object);
  }

  setTheme(theme: Theme): void {
    for (const material of [this.#lineMaterial, this.#lineOverlay])
      material.color = new Color(theme === 'dark' ? 0xffc46b : 0x8a4b00);
    for (const material of [this.#markerMaterial, this.#markerOverlay])
      material.color = new Color(theme === 'dark' ? 0xffd08a : 0xb35c00);
  }

  /** Shows the sets that are named, and everything that belongs to none. */
  setShown(sets: ReadonlySet<string>): void {
    for (const { pieces, object } of [...this.#lines, ...this.#markers]) {
      const set = pieces[0]?.set;
      object.visible = set === undefined || sets.has(set);
    }
  }

  update(frame: Float32Array, offsets: FrameOffsets): void {
    this.tubes.forEach((tube, i) => {
      const line = this.#tubeLines[i]!;
      const { pointCount, radius } = this.#layout.lines[line]!;
      tube.setVertices((out) => {
        setTubeVertices(out, frame, offsets.lines[line]!, pointCount, radius!);
      });
    });
    for (const { pieces, object } of this.#lines) if (object.visible) this.#updateLines(pieces, object, frame, offsets);
    for (const { pieces, object } of this.#markers) {
      if (!object.visible) continue;
      pieces.forEach(({ index }, i) => {
        const at = offsets.markers + 3 * index;
        const { radius } = this.#layout.markers[index]!;
        this.#matrix.makeScale(radius, radius, radius).setPosition(frame[at]!, frame[at + 1]!, frame[at + 2]!);
        object.setMatrixAt(i, this.#matrix);
      });
      object.instanceMatrix.needsUpdate = true;
    }
  }

  #updateLines(pieces: readonly Piece[], object: LineSegments, frame: Float32Array, offsets: FrameOffsets): void {
    const position = object.geometry.getAttribute('position') as BufferAttribute;
    let to = 0;
    for (const { index } of pieces) {
      const from = offsets.lines[index]!;
      for (let point = 0; point + 1 < this.#layout.lines[index]!.pointCount; point++) {
        position.array.set(frame.subarray(from + 3 * point, from + 3 * point + 6), to);
        to += 6;
      }
    }
    position.needsUpdate = true;
  }

  dispose(): void {
    for (const tube of this.tubes) tube.dispose();
    for (const { object } of this.#lines) object.geometry.dispose();
    for (const { object } of this.#markers) object.dispose();
    for (const material of [this.#lineMaterial, this.#lineOverlay, this.#markerMaterial, this.#markerOverlay])
      material.dispose();
    this.#sphere.dispose();
  }
}

function groupBySet(pieces: readonly { readonly index: number; readonly set?: string }[]): Piece[][] {
  const groups = new Map<string | undefined, Piece[]>();
  for (const { index, set } of pieces) groups.set(set, [...(groups.get(set) ?? []), { index, set }]);
  return [...groups.values()];
}
