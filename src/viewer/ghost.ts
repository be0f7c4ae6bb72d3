/** A ghost, another run of an animal in the same picture: a translucent shape of one colour, without skin, shadow or activity. */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  ShaderMaterial,
  Sphere,
} from 'three';
import {
  computeFrameOffsets,
  type FrameLayout,
  type FrameOffsets,
  type SurfaceSpec,
} from '../engine/contract/frame.ts';
import { setVertexNormals } from './surfaces/geometry.ts';
import { createGroupShape, groupParts } from './surfaces/part-view.ts';
import { createPartPoses, isSkin, setPartPoses, setSkinnedVertices } from './surfaces/skinning.ts';

const vertexShader = `varying vec3 vNormal; varying vec3 vEye;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vNormal = normalMatrix * normal; vEye = -seen.xyz;
  gl_Position = projectionMatrix * seen;
}`;

// Rims are denser than faces, as of glass.
const fragmentShader = `uniform vec3 colour; varying vec3 vNormal; varying vec3 vEye;
void main() {
  float facing = abs(dot(normalize(vNormal), normalize(vEye)));
  gl_FragColor = vec4(colour, 0.2 + 0.5 * (1.0 - facing) * (1.0 - facing));
}`;

/** Fills the vertices from a frame. */
type Fill = (frame: Float32Array) => void;

export class Ghost {
  readonly group = new Group();
  readonly #offsets: FrameOffsets;
  readonly #material: ShaderMaterial;
  readonly #fills: readonly Fill[];
  readonly #geometries: BufferGeometry[] = [];

  /** `colour` as in CSS. */
  constructor(layout: FrameLayout, colour: string) {
    this.#offsets = computeFrameOffsets(layout);
    this.#material = new ShaderMaterial({
      uniforms: { colour: { value: new Color(colour) } },
      vertexShader,
      fragmentShader,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
    });
    const surfaces = layout.surfaces.flatMap((spec, i) =>
      spec.scenery === undefined ? [this.#addSurface(spec, i)] : [],
    );
    const parts = groupParts(layout).flatMap((group) =>
      group.covered ? [] : [this.#addParts(createGroupShape(layout, group))],
    );
    this.#fills = [...surfaces, ...parts];
  }

  applyFrame(frame: Float32Array): void {
    if (frame.length !== this.#offsets.length) return;
    for (const fill of this.#fills) fill(frame);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const geometry of this.#geometries) geometry.dispose();
    this.#material.dispose();
  }

  #addSurface(spec: SurfaceSpec, index: number): Fill {
    const positions = spec.restPositions.slice();
    const normals = new Float32Array(positions.length);
    setVertexNormals(normals, positions, spec.triangles);
    const touch = this.#addMesh(positions, normals, spec.triangles);
    if (!isSkin(spec))
      return (frame) => {
        const from = this.#offsets.surfaces[index]!;
        positions.set(frame.subarray(from, from + positions.length));
        setVertexNormals(normals, positions, spec.triangles);
        touch();
      };
    const restNormals = normals.slice();
    const poses = createPartPoses(spec);
    return (frame) => {
      setPartPoses(poses, spec, frame, this.#offsets.parts);
      setSkinnedVertices(positions, normals, spec, restNormals, poses);
      touch();
    };
  }

  #addParts({ positions: rest, triangles, parts }: ReturnType<typeof createGroupShape>): Fill {
    const positions = rest.slice();
    const normals = new Float32Array(positions.length);
    const touch = this.#addMesh(positions, normals, triangles);
    return (frame) => {
      parts.forEach((part, vertex) => {
        setTurned(positions, rest, 3 * vertex, frame, this.#offsets.parts + 7 * part);
      });
      setVertexNormals(normals, positions, triangles);
      touch();
    };
  }

  #addMesh(positions: Float32Array, normals: Float32Array, triangles: Uint32Array): () => void {
    const geometry = new BufferGeometry();
    const attributes = [positions, normals].map((array) => new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute('position', attributes[0]!);
    geometry.setAttribute('normal', attributes[1]!);
    geometry.setIndex(new BufferAttribute(triangles, 1));
    geometry.boundingSphere = new Sphere(undefined, Infinity);
    this.#geometries.push(geometry);
    const mesh = new Mesh(geometry, this.#material);
    mesh.frustumCulled = false;
    mesh.renderOrder = 5;
    this.group.add(mesh);
    return () => {
      for (const attribute of attributes) attribute.needsUpdate = true;
    };
  }
}

/** A point of a part, turned by its quaternion (x, y, z, w) and moved to its place. */
function setTurned(out: Float32Array, rest: Float32Array, at: number, frame: Float32Array, pose: number): void {
  const [x, y, z] = [rest[at]!, rest[at + 1]!, rest[at + 2]!];
  const [qx, qy, qz, qw] = [frame[pose + 3]!, frame[pose + 4]!, frame[pose + 5]!, frame[pose + 6]!];
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  out[at] = x + qw * tx + qy * tz - qz * ty + frame[pose]!;
  out[at + 1] = y + qw * ty + qz * tx - qx * tz + frame[pose + 1]!;
  out[at + 2] = z + qw * tz + qx * ty - qy * tx + frame[pose + 2]!;
}
