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
import type { FrameLayout, FrameOffsets } from '../../engine/contract/frame.ts';
import type { Theme } from './palette.ts';
import type { SceneUniforms } from './surface-material.ts';
import { SurfaceView } from './surface-view.ts';
import { computeTubeLength, createTubeSpec, setTubeVertices } from '../../engine/contract/tube.ts';

const overlay = { depthTest: false, transparent: true, opacity: 0.85 };

interface Piece {
  /** Index of the line or marker in the layout. */
  readonly index: number;
  readonly set?: string;
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
  /** Which lines each tube holds. */
  readonly #tubePieces: readonly (readonly Piece[])[];
  readonly #lines: { readonly pieces: readonly Piece[]; readonly object: LineSegments }[] = [];
  readonly #markers: { readonly pieces: readonly Piece[]; readonly object: InstancedMesh }[] = [];
  readonly #lineMaterial = new LineBasicMaterial();
  readonly #markerMaterial = new MeshBasicMaterial();
  /** Sets chosen by the user are drawn through the body. */
  readonly #lineOverlay = new LineBasicMaterial(overlay);
  readonly #markerOverlay = new MeshBasicMaterial(overlay);
  readonly #sphere = new SphereGeometry(1, 16, 12);
  readonly #matrix = new Matrix4();

  constructor(layout: FrameLayout, theme: Theme, uniforms: SceneUniforms) {
    this.#layout = layout;
    const lines = layout.lines.map((line, index) => ({ ...line, index }));
    const thick = lines.filter(({ radius }) => radius !== undefined);
    this.#tubePieces = groupBy(thick, ({ set, look, channel }) => `${set} ${look} ${channel}`);
    this.tubes = this.#tubePieces.map((pieces) => this.#createTube(pieces, uniforms));
    for (const tube of this.tubes) this.group.add(tube.mesh);
    const thin = lines.filter(({ radius }) => radius === undefined);
    for (const pieces of groupBy(thin, ({ set }) => String(set))) this.#addLines(pieces);
    const markers = layout.markers.map((marker, index) => ({ ...marker, index }));
    for (const pieces of groupBy(markers, ({ set }) => String(set))) {
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

  #createTube(pieces: readonly Piece[], uniforms: SceneUniforms): SurfaceView {
    const specs = pieces.map(({ index }) => this.#layout.lines[index]!);
    const tube = new SurfaceView(createTubeSpec(specs), uniforms);
    const channel = this.#layout.channels.find(({ name }) => name === specs[0]!.channel);
    if (channel !== undefined) tube.setColouring('map', channel);
    if (specs[0]!.optional === true) tube.showThrough();
    return tube;
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
    const isShown = (pieces: readonly Piece[]): boolean => {
      const set = pieces[0]?.set;
      return set === undefined || sets.has(set);
    };
    for (const { pieces, object } of [...this.#lines, ...this.#markers]) object.visible = isShown(pieces);
    this.tubes.forEach((tube, i) => {
      tube.mesh.visible = isShown(this.#tubePieces[i]!);
      // What lies inside throws no shadow of its own.
      tube.shadow.visible = tube.mesh.visible && this.#tubePieces[i]![0]!.set === undefined;
    });
  }

  update(frame: Float32Array, offsets: FrameOffsets): void {
    this.tubes.forEach((tube, i) => {
      if (tube.mesh.visible) this.#updateTube(tube, this.#tubePieces[i]!, frame, offsets);
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

  #updateTube(tube: SurfaceView, pieces: readonly Piece[], frame: Float32Array, offsets: FrameOffsets): void {
    tube.setVertices((out) => {
      let to = 0;
      for (const { index } of pieces) {
        const line = this.#layout.lines[index]!;
        const end = to + computeTubeLength(line);
        setTubeVertices(out.subarray(to, end), frame, offsets.lines[index]!, line.pointCount, line.radius!);
        to = end;
      }
    });
    tube.paint(frame, offsets);
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

function groupBy<T extends Piece>(pieces: readonly T[], getKey: (piece: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const piece of pieces) {
    const key = getKey(piece);
    groups.set(key, [...(groups.get(key) ?? []), piece]);
  }
  return [...groups.values()];
}
