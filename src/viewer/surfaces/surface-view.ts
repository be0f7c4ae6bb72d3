/** One surface of the animal: a skin riding on parts, or a mesh whose vertices come with each frame. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Mesh, Sphere, type ShaderMaterial } from 'three';
import type { ChannelSpec, FrameOffsets, SurfaceSpec } from '../../engine/contract/frame.ts';
import { reshape } from '../../engine/contract/ornaments.ts';
import { diverging, viridis } from './colour-map.ts';
import { createCoatCoordinates, isClosed, isWoundOutward, setVertexNormals } from './geometry.ts';
import { createPartPoses, isSkin, setPartPoses, setSkinnedVertices } from './skinning.ts';
import {
  createMapTexture,
  createSurfaceMaterials,
  createSurfaceUniforms,
  type SceneUniforms,
  type SurfaceUniforms,
} from './surface-material.ts';

/** natural: as in life; blend: activity glows through the skin; map: only the channel's colours. */
export type Colouring = 'natural' | 'blend' | 'map';

interface PaintedChannel {
  readonly slots: Uint32Array;
  readonly name: string;
  readonly low: number;
  readonly scale: number;
}

export class SurfaceView {
  readonly mesh: Mesh;
  readonly shadow: Mesh;
  readonly spec: SurfaceSpec;
  readonly #uniforms: SurfaceUniforms;
  readonly #materials: readonly ShaderMaterial[];
  readonly #geometry = new BufferGeometry();
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #values: Float32Array;
  /** Per vertex: pointed at, switched off. */
  readonly #marks: Float32Array;
  readonly #restNormals: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #poses: Float32Array;
  #painted: PaintedChannel | undefined;

  /** `coat` says where vertices sit on the animal, where that does not follow from their places at rest. */
  constructor(spec: SurfaceSpec, scene: SceneUniforms, coat?: Float32Array) {
    this.spec = spec;
    this.#triangles = isWoundOutward(spec.restPositions, spec.triangles) ? spec.triangles : flip(spec.triangles);
    this.#positions = spec.restPositions.slice();
    this.#restNormals = new Float32Array(3 * spec.vertexCount);
    setVertexNormals(this.#restNormals, spec.restPositions, this.#triangles);
    this.#normals = this.#restNormals.slice();
    this.#values = new Float32Array(spec.vertexCount);
    this.#marks = new Float32Array(2 * spec.vertexCount);
    this.#poses = isSkin(spec) ? createPartPoses(spec) : new Float32Array(0);
    this.#uniforms = createSurfaceUniforms(scene);
    this.#setAttributes(coat ?? createCoatCoordinates(spec.restPositions, spec.vertexCount));
    const materials = createSurfaceMaterials(spec.look, this.#uniforms, isClosed(this.#triangles));
    this.#materials = [materials.visible, materials.flat];
    this.mesh = new Mesh(this.#geometry, materials.visible);
    this.shadow = new Mesh(this.#geometry, materials.flat);
    for (const mesh of [this.mesh, this.shadow]) mesh.frustumCulled = false;
    // What lies below shows through: shadow and path come first.
    if (materials.visible.transparent) this.mesh.renderOrder = 4;
  }

  /** Where the vertices are now, three numbers each, and the triangles wound outward. */
  get shape(): { readonly positions: Float32Array; readonly triangles: Uint32Array } {
    return { positions: this.#positions, triangles: this.#triangles };
  }

  #setAttributes(coat: Float32Array): void {
    const { spec } = this;
    const geometry = this.#geometry;
    const set = (name: string, array: Float32Array, size: number, moving: boolean): void => {
      const attribute = new BufferAttribute(array, size);
      if (moving) attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
    };
    set('position', this.#positions, 3, true);
    set('normal', this.#normals, 3, true);
    set('value', this.#values, 1, true);
    set('restNormal', this.#restNormals, 3, false);
    set('mark', this.#marks, 2, true);
    set('coat', coat, 3, false);
    const triangles = spec.vertexCount < 65536 ? Uint16Array.from(this.#triangles) : this.#triangles;
    geometry.setIndex(new BufferAttribute(triangles, 1));
    // It moves, and is always drawn: no culling by bounds.
    geometry.boundingSphere = new Sphere(undefined, Infinity);
  }

  /** Chooses what to show; a channel the surface does not carry leaves it natural. */
  setColouring(colouring: Colouring, channel: ChannelSpec | undefined): void {
    const slots = this.spec.channels.find((candidate) => candidate.channel === channel?.name)?.slots;
    const shown = slots !== undefined && channel !== undefined;
    this.#uniforms.glow.value = shown && colouring === 'blend' ? 1 : 0;
    this.#uniforms.mapped.value = shown && colouring === 'map' ? 1 : 0;
    if (!shown || colouring === 'natural') {
      this.#painted = undefined;
      return;
    }
    this.#uniforms.rest.value = channel.diverging === true ? 0.5 : 0;
    this.#uniforms.colourMap.value.dispose();
    this.#uniforms.colourMap.value = createMapTexture(channel.diverging === true ? diverging : viridis);
    const [low, high] = channel.range;
    this.#painted = { slots, name: channel.name, low, scale: 1 / (high - low) };
  }

  /** Marks regions by index: the one pointed at (−1 for none) and those that are switched off. */
  setMarks(hovered: number, lesioned: ReadonlySet<number>): void {
    const { regions } = this.spec;
    if (regions === undefined) return;
    for (let v = 0; v < this.spec.vertexCount; v++) {
      const own = regions.vertexRegions.subarray(4 * v, 4 * v + 4);
      this.#marks[2 * v] = own.includes(hovered) && hovered >= 0 ? 1 : 0;
      this.#marks[2 * v + 1] = own.some((region) => lesioned.has(region)) ? 1 : 0;
    }
    this.#touch('mark');
  }

  /** Takes vertices from a function that fills them. */
  setVertices(fill: (positions: Float32Array) => void): void {
    fill(this.#positions);
    setVertexNormals(this.#normals, this.#positions, this.#triangles);
    this.#touch('position');
    this.#touch('normal');
  }

  /** Takes vertices, normals and the colours of the chosen channel from a frame. `index` is the surface's in the layout. */
  update(frame: Float32Array, offsets: FrameOffsets, index: number): void {
    const { spec } = this;
    if (isSkin(spec)) {
      setPartPoses(this.#poses, spec, frame, offsets.parts);
      setSkinnedVertices(this.#positions, this.#normals, spec, this.#restNormals, this.#poses);
      this.#touch('position');
      this.#touch('normal');
    } else {
      const from = offsets.surfaces[index]!;
      this.setVertices((positions) => {
        positions.set(frame.subarray(from, from + positions.length));
        if (spec.reshaped !== undefined) reshape(positions, spec.reshaped);
      });
    }
    this.paint(frame, offsets);
  }

  /** Draws it over whatever is before it. */
  showThrough(): void {
    const material = this.mesh.material as ShaderMaterial;
    material.depthTest = false;
    // After everything clear, too.
    material.transparent = true;
    this.mesh.renderOrder = 6;
  }

  /** Takes the colours of the chosen channel from a frame. */
  paint(frame: Float32Array, offsets: FrameOffsets): void {
    const painted = this.#painted;
    if (painted === undefined) return;
    const from = offsets.channels[painted.name]!;
    for (let v = 0; v < this.#values.length; v++) {
      const value = (frame[from + painted.slots[v]!]! - painted.low) * painted.scale;
      this.#values[v] = Math.min(1, Math.max(0, value));
    }
    this.#touch('value');
  }

  #touch(name: string): void {
    this.#geometry.getAttribute(name).needsUpdate = true;
  }

  dispose(): void {
    this.#geometry.dispose();
    this.#uniforms.colourMap.value.dispose();
    for (const material of this.#materials) material.dispose();
  }
}

function flip(triangles: Uint32Array): Uint32Array {
  const flipped = triangles.slice();
  for (let t = 0; t < flipped.length; t += 3) [flipped[t + 1], flipped[t + 2]] = [flipped[t + 2]!, flipped[t + 1]!];
  return flipped;
}
