/** One surface of the animal: a skin riding on parts, or a mesh whose vertices come with each frame. */
import {
  BufferAttribute,
  BufferGeometry,
  type DataTexture,
  DynamicDrawUsage,
  Mesh,
  Sphere,
  type ShaderMaterial,
} from 'three';
import type { ChannelSpec, FrameLayout, FrameOffsets, PartSpec, SurfaceSpec } from '../engine/sim/frame.ts';
import { createCoatCoordinates, createPartShape, isClosed, isWoundOutward, setVertexNormals } from './geometry.ts';
import { createPartPoses, isSkin, setPartPoses, setSkinnedVertices } from './skinning.ts';
import {
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
  readonly #geometry = new BufferGeometry();
  readonly #positions: Float32Array;
  readonly #normals: Float32Array;
  readonly #values: Float32Array;
  readonly #restNormals: Float32Array;
  readonly #triangles: Uint32Array;
  readonly #poses: Float32Array;
  #painted: PaintedChannel | undefined;

  constructor(spec: SurfaceSpec, scene: SceneUniforms) {
    this.spec = spec;
    this.#triangles = isWoundOutward(spec.restPositions, spec.triangles) ? spec.triangles : flip(spec.triangles);
    this.#positions = spec.restPositions.slice();
    this.#restNormals = new Float32Array(3 * spec.vertexCount);
    setVertexNormals(this.#restNormals, spec.restPositions, this.#triangles);
    this.#normals = this.#restNormals.slice();
    this.#values = new Float32Array(spec.vertexCount);
    this.#poses = isSkin(spec) ? createPartPoses(spec) : new Float32Array(0);
    this.#uniforms = createSurfaceUniforms(scene);
    this.#setAttributes();
    const materials = createSurfaceMaterials(spec.look, this.#uniforms, isClosed(this.#triangles));
    this.mesh = new Mesh(this.#geometry, materials.visible);
    this.shadow = new Mesh(this.#geometry, materials.flat);
    for (const mesh of [this.mesh, this.shadow]) mesh.frustumCulled = false;
  }

  #setAttributes(): void {
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
    set('coat', createCoatCoordinates(spec.restPositions, spec.vertexCount), 3, false);
    const triangles = spec.vertexCount < 65536 ? Uint16Array.from(this.#triangles) : this.#triangles;
    geometry.setIndex(new BufferAttribute(triangles, 1));
    // It moves, and is always drawn: nobody needs to know its bounds.
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
    const [low, high] = channel.range;
    this.#painted = { slots, name: channel.name, low, scale: 1 / (high - low) };
  }

  /** Takes vertices, normals and the colours of the chosen channel from a frame. `index` is the surface's in the layout. */
  update(frame: Float32Array, offsets: FrameOffsets, index: number): void {
    const { spec } = this;
    if (isSkin(spec)) {
      setPartPoses(this.#poses, spec, frame, offsets.parts);
      setSkinnedVertices(this.#positions, this.#normals, spec, this.#restNormals, this.#poses);
    } else {
      const from = offsets.surfaces[index]!;
      this.#positions.set(frame.subarray(from, from + this.#positions.length));
      setVertexNormals(this.#normals, this.#positions, this.#triangles);
    }
    this.#touch('position');
    this.#touch('normal');
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
    (this.#uniforms['colourMap']!.value as DataTexture).dispose();
    for (const mesh of [this.mesh, this.shadow]) (mesh.material as ShaderMaterial).dispose();
  }
}

function flip(triangles: Uint32Array): Uint32Array {
  const flipped = triangles.slice();
  for (let t = 0; t < flipped.length; t += 3) [flipped[t + 1], flipped[t + 2]] = [flipped[t + 2]!, flipped[t + 1]!];
  return flipped;
}

/** All rigid parts as one surface in which every vertex rides on one part; undefined when no part has a shape. */
export function createPartSurface(layout: FrameLayout): SurfaceSpec | undefined {
  const positions: number[] = [];
  const triangles: number[] = [];
  const partIndices: number[] = [];
  layout.parts.forEach((part: PartSpec, index) => {
    if (part.shape === 'none') return;
    const shape = createPartShape(part);
    const first = positions.length / 3;
    positions.push(...shape.positions);
    triangles.push(...shape.triangles.map((vertex) => vertex + first));
    for (let v = 0; v < shape.positions.length / 3; v++) partIndices.push(index, 0, 0, 0);
  });
  const vertexCount = positions.length / 3;
  if (vertexCount === 0) return undefined;
  const partWeights = new Float32Array(4 * vertexCount);
  for (let v = 0; v < vertexCount; v++) partWeights[4 * v] = 1;
  return {
    name: 'parts',
    kind: 'skin',
    vertexCount,
    triangles: Uint32Array.from(triangles),
    restPositions: Float32Array.from(positions),
    partIndices: Uint16Array.from(partIndices),
    partWeights,
    // Shapes are given in the parts' own frames.
    partRestPositions: new Float32Array(3 * layout.parts.length),
    channels: [],
    look: 'plain',
  };
}
