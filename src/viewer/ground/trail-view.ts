/** The path of an animal on the floor: a thin line, or the groove that it leaves. */
import { BufferAttribute, BufferGeometry, Line, Mesh, type ShaderMaterial } from 'three';

const maxPoints = 4096;

const lineVertex = /* glsl */ `
in float age;
out float vAge;
void main() {
  vAge = age;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

const lineFragment = /* glsl */ `
precision mediump float;
in float vAge;
uniform vec3 trailColour;
out vec4 outColour;
void main() { outColour = vec4(trailColour, 0.75 * (1.0 - vAge)); }
`;

/** `side` is the unit normal of the path toward this edge. */
const grooveVertex = /* glsl */ `
in float age;
in float across;
in vec2 side;
out float vAge;
out float vAcross;
out vec2 vSide;
void main() {
  vAge = age;
  vAcross = across;
  vSide = side;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

/** Pressed flat in the middle, with a wall on either side: the one that faces the light is bright, the other dark. */
const grooveFragment = /* glsl */ `
precision mediump float;
in float vAge;
in float vAcross;
in vec2 vSide;
uniform vec3 floorColour;
out vec4 outColour;
void main() {
  float away = abs(vAcross);
  float wall = smoothstep(0.4, 0.72, away) * (1.0 - smoothstep(0.76, 1.0, away));
  float light = -sign(vAcross) * dot(normalize(vSide), vec2(0.79, 0.61));
  vec3 flat_ = 0.84 * floorColour;
  vec3 lit = light > 0.0 ? mix(floorColour, vec3(1.0), 0.5 * light) : floorColour * (1.0 + 0.5 * light);
  float alpha = max(0.62 * (1.0 - smoothstep(0.5, 0.8, away)), 0.85 * wall);
  outColour = vec4(mix(flat_, lit, wall), alpha * smoothstep(0.0, 0.12, 1.0 - vAge));
}
`;

/** Makes a material with the uniforms of the backdrop. */
type CreateMaterial = (vertexShader: string, fragmentShader: string, transparent: true) => ShaderMaterial;

export class TrailView {
  readonly object: Line<BufferGeometry, ShaderMaterial> | Mesh<BufferGeometry, ShaderMaterial>;
  readonly #height: number;
  /** Half the width of a groove; undefined: a line. */
  readonly #half: number | undefined;

  /** `height` of the floor it lies on; `width` of a groove: metres. */
  constructor(height: number, width: number | undefined, createMaterial: CreateMaterial) {
    this.#height = height;
    this.#half = width === undefined ? undefined : width / 2;
    const geometry = createGeometry(width === undefined ? 1 : 2);
    this.object =
      width === undefined
        ? new Line(geometry, createMaterial(lineVertex, lineFragment, true))
        : new Mesh(geometry, createMaterial(grooveVertex, grooveFragment, true));
    this.object.frustumCulled = false;
    this.object.renderOrder = width === undefined ? 3 : 1.5;
  }

  get isGroove(): boolean {
    return this.#half !== undefined;
  }

  /** x, y pairs, oldest first. */
  set(path: Float32Array, count: number): void {
    const first = Math.max(0, count - maxPoints);
    const shown = count - first;
    const { geometry } = this.object;
    const position = geometry.getAttribute('position') as BufferAttribute;
    const age = geometry.getAttribute('age') as BufferAttribute;
    const half = this.#half;
    let side: readonly [number, number] = [0, 1];
    for (let i = 0; i < shown; i++) {
      const [x, y] = [path[2 * (first + i)]!, path[2 * (first + i) + 1]!];
      const old = 1 - i / Math.max(1, shown - 1);
      if (half === undefined) {
        position.setXYZ(i, x, y, this.#height);
        age.setX(i, old);
        continue;
      }
      side = computeSide(path, first + i, first, count - 1, half) ?? side;
      for (const k of [0, 1]) {
        const away = (k === 0 ? -1 : 1) * half;
        position.setXYZ(2 * i + k, x + away * side[0], y + away * side[1], this.#height);
        age.setX(2 * i + k, old);
        geometry.getAttribute('side').setXY(2 * i + k, ...side);
      }
    }
    for (const name of ['position', 'age', 'side']) {
      const attribute = geometry.getAttribute(name) as BufferAttribute | undefined;
      if (attribute !== undefined) attribute.needsUpdate = true;
    }
    geometry.setDrawRange(0, half === undefined ? shown : 6 * Math.max(0, shown - 1));
  }
}

/**
 * The unit normal of the path to its left at a point, over a stretch of some length, because an animal that comes to rest trembles;
 * undefined where it has gone nowhere.
 */
function computeSide(
  path: Float32Array,
  at: number,
  first: number,
  last: number,
  reach: number,
): readonly [number, number] | undefined {
  for (let away = 1; away <= last - first; away++) {
    const [from, to] = [Math.max(first, at - away), Math.min(last, at + away)];
    const [dx, dy] = [path[2 * to]! - path[2 * from]!, path[2 * to + 1]! - path[2 * from + 1]!];
    const length = Math.hypot(dx, dy);
    if (length > reach) return [-dy / length, dx / length];
  }
  return undefined;
}

/** `edges` corners for each point: one, or two with triangles between them and the next ones. */
function createGeometry(edges: 1 | 2): BufferGeometry {
  const geometry = new BufferGeometry();
  const add = (name: string, size: number): BufferAttribute => {
    const attribute = new BufferAttribute(new Float32Array(size * edges * maxPoints), size);
    geometry.setAttribute(name, attribute);
    return attribute;
  };
  add('position', 3);
  add('age', 1);
  if (edges === 2) {
    add('side', 2);
    const across = add('across', 1);
    const triangles: number[] = [];
    for (let i = 0; i < maxPoints; i++) {
      across.setX(2 * i, -1);
      across.setX(2 * i + 1, 1);
      if (i > 0) triangles.push(2 * i - 2, 2 * i, 2 * i - 1, 2 * i - 1, 2 * i, 2 * i + 1);
    }
    geometry.setIndex(triangles);
  }
  geometry.setDrawRange(0, 0);
  return geometry;
}
