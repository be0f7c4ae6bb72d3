/** A ground of triangles: the floor's colour and grid on any shape, in the light, with the animal's soft shadow on it. */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  type IUniform,
  Mesh,
  ShaderMaterial,
  type Texture,
  Vector3,
} from 'three';
import type { GroundSpec } from '../../engine/contract/frame.ts';
import { setVertexNormals } from '../surfaces/geometry.ts';
import { groundPaint } from './ground-paint.ts';

const vertexShader = /* glsl */ `
out vec3 vWorld;
out vec3 vNormal;
void main() {
  vWorld = position;
  vNormal = normal;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
`;

const fragmentShader = /* glsl */ `
precision highp float;
in vec3 vWorld;
in vec3 vNormal;
uniform vec3 floorColour, fogColour, gridColour, skyLight, groundLight, sunLight, shadowCentre;
uniform float fogDensity, gridStrength, gridSpacing, shadowHalf, shadowStrength;
uniform vec2 heights;
uniform float relief;
uniform sampler2D shadow, pattern;
out vec4 outColour;
${groundPaint}
void main() {
  vec3 normal = normalize(gl_FrontFacing ? vNormal : -vNormal);
  // Smooth over gentle bends only: across an edge each face has its own normal.
  vec3 face = normalize(cross(dFdx(vWorld), dFdy(vWorld)));
  if (dot(face, cameraPosition - vWorld) < 0.0) face = -face;
  normal = normalize(mix(face, normal, smoothstep(0.75, 0.9, dot(face, normal))));
  // Light from aside shows the shape of steep ground, height that of gentle bumps; what is level has the floor's colour.
  const vec3 sun = vec3(0.42, 0.33, 0.845);
  // Gentle relief is lit as if it were steeper, as maps are shaded; what is steep already stays as it is.
  float tilt = length(normal.xy) / max(normal.z, 0.05);
  normal = normalize(vec3(normal.xy * mix(relief, 1.0, smoothstep(0.15, 0.6, tilt)), normal.z));
  vec3 light = mix(groundLight, skyLight, 0.5 + 0.5 * normal.z) + 1.6 * sunLight * max(0.0, dot(normal, sun));
  float height = clamp((vWorld.z - heights.x) / heights.y, -1.0, 1.0);
  // Seen along its steepest axis, so that walls are not smeared.
  vec3 steep = abs(normal);
  vec2 place3 = steep.z > 0.6 ? vWorld.xy : steep.x > steep.y ? vWorld.yz : vWorld.xz;
  vec3 colour = paintGround(floorColour, place3 / gridSpacing);
  colour *= min(vec3(1.15), light / (skyLight + 1.6 * sun.z * sunLight)) * (1.0 + (height < 0.0 ? 0.26 : 0.12) * height);
  // Lines of equal x, y and z; none along a face that lies in their plane.
  vec3 grid = vWorld / gridSpacing;
  vec3 width = fwidth(grid);
  vec3 near = abs(fract(grid - 0.5) - 0.5);
  vec3 lines = max(1.0 - near / max(width, vec3(1e-6)), 0.0) * max(1.0 - 2.5 * width, 0.0) * step(abs(normal), vec3(0.9));
  // Lines of equal height are the strongest: they tell hills from holes.
  float step5 = heights.y / 6.0;
  float level = (vWorld.z - heights.x) / step5;
  float contour = max(1.0 - abs(fract(level - 0.5) - 0.5) / max(fwidth(level), 1e-6) / 1.2, 0.0) * max(1.0 - 3.0 * fwidth(level), 0.0);
  contour *= smoothstep(0.02, 0.12, length(normal.xy)) * step(0.1, steep.z);
  colour = mix(colour, gridColour, gridStrength * max(0.4 * max(lines.x, max(lines.y, lines.z)), 0.8 * contour));
  vec2 place = (vWorld.xy - shadowCentre.xy) / (2.0 * shadowHalf) + 0.5;
  if (normal.z > 0.0 && vWorld.z < shadowCentre.z && all(greaterThan(place, vec2(0.0))) && all(lessThan(place, vec2(1.0))))
    colour = mix(colour, vec3(0.0, 0.04, 0.06), shadowStrength * normal.z * texture(shadow, place).r);
  outColour = vec4(mix(fogColour, colour, exp(-fogDensity * distance(cameraPosition, vWorld))), 1.0);
}
`;

export class GroundView {
  readonly mesh: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #shadow: Readonly<Record<'shadow' | 'shadowCentre' | 'shadowHalf' | 'shadowStrength', IUniform>>;

  /** `defines` selects its painting. */
  constructor(
    { positions, triangles }: GroundSpec & { kind: 'mesh' },
    scene: Readonly<Record<string, IUniform>>,
    defines: Readonly<Record<string, string>>,
  ) {
    const geometry = new BufferGeometry();
    const normals = new Float32Array(positions.length);
    setVertexNormals(normals, positions, triangles);
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(normals, 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    this.#shadow = {
      shadow: { value: null },
      shadowCentre: { value: new Vector3() },
      shadowHalf: { value: 1 },
      shadowStrength: { value: 0 },
    };
    this.mesh = new Mesh(
      geometry,
      new ShaderMaterial({
        glslVersion: GLSL3,
        vertexShader,
        fragmentShader,
        uniforms: {
          ...scene,
          ...this.#shadow,
          heights: { value: computeLevel(positions) },
          relief: { value: computeRelief(normals) },
        },
        side: DoubleSide,
        defines: { ...defines },
      }),
    );
  }

  /** Corners (three numbers each) and triangles. Call `refresh` after moving corners. */
  get shape(): { readonly positions: Float32Array; readonly triangles: Uint32Array } {
    const { geometry } = this.mesh;
    return {
      positions: geometry.getAttribute('position').array as Float32Array,
      triangles: geometry.index!.array as Uint32Array,
    };
  }

  refresh(): void {
    const { geometry } = this.mesh;
    const normal = geometry.getAttribute('normal');
    const { positions, triangles } = this.shape;
    setVertexNormals(normal.array as Float32Array, positions, triangles);
    normal.needsUpdate = true;
    geometry.getAttribute('position').needsUpdate = true;
  }

  /** Lays the animal's outline seen from above, `half` to each side of the centre, on what lies below it. */
  setShadow(outline: Texture, centre: Vector3, half: number, strength: number): void {
    this.#shadow.shadow.value = outline;
    (this.#shadow.shadowCentre.value as Vector3).copy(centre);
    this.#shadow.shadowHalf.value = half;
    this.#shadow.shadowStrength.value = strength;
  }
}

/** Lowest point of a ground. */
export function computeGroundHeight(ground: GroundSpec): number {
  return ground.kind === 'plane' ? ground.height : listHeights(ground.positions)[0]!;
}

/** The height that most of the ground has, and how far it goes up or down from there; never zero. */
function computeLevel(positions: Float32Array): [number, number] {
  const heights = listHeights(positions);
  const level = heights[heights.length >> 1]!;
  return [level, Math.max(level - heights[0]!, heights.at(-1)! - level) || 1];
}

/** Slope that hills are shaded with at least, and the largest exaggeration. Chosen: hills of 1.5 mm over 80 mm are seen, and holes stay holes. */
const shownSlope = 0.8;
const maxRelief = 10;

/** Factor on the slope of gentle ground for its shading, from the slope of its steepest tenth; 1 for steep ground. */
export function computeRelief(normals: Float32Array): number {
  const slopes = Float32Array.from({ length: normals.length / 3 }, (_, i) => {
    const [x, y, z] = normals.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    return Math.hypot(x, y) / Math.max(0.05, z);
  }).sort();
  const steep = slopes[Math.floor(0.9 * slopes.length)] ?? 0;
  return steep < 1e-4 ? 1 : Math.min(maxRelief, Math.max(1, shownSlope / steep));
}

/** Lowest first. */
function listHeights(positions: Float32Array): Float32Array {
  return positions.filter((_, at) => at % 3 === 2).sort();
}
