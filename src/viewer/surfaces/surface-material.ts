/** Shaders of animal surfaces: skinning by part poses, natural look, channel colours, light from above, water haze. */
import {
  DataTexture,
  type IUniform,
  LinearFilter,
  type Texture,
  ShaderMaterial,
  Color,
  GLSL3,
  Vector3,
  DoubleSide,
  FrontSide,
} from 'three';
import type { SurfaceSpec } from '../../engine/contract/frame.ts';
import { sideColours, viridis } from './colour-map.ts';
import { materials } from './looks.ts';

/** What all surfaces and the surroundings share; set once per frame. */
export interface SceneUniforms {
  readonly [name: string]: IUniform;
  readonly fogColour: IUniform<Color>;
  readonly fogDensity: IUniform<number>;
  readonly skyLight: IUniform<Color>;
  readonly groundLight: IUniform<Color>;
  readonly sunLight: IUniform<Color>;
  readonly time: IUniform<number>;
  readonly caustics: IUniform<Texture | null>;
  readonly causticStrength: IUniform<number>;
  readonly causticScale: IUniform<number>;
}

/** For surfaces whose own shaders are never drawn: those of a scene with lights of its own. */
export function createStillUniforms(): SceneUniforms {
  return {
    fogColour: { value: new Color() },
    fogDensity: { value: 0 },
    skyLight: { value: new Color() },
    groundLight: { value: new Color() },
    sunLight: { value: new Color() },
    time: { value: 0 },
    caustics: { value: null },
    causticStrength: { value: 0 },
    causticScale: { value: 1 },
  };
}

export interface SurfaceUniforms {
  readonly [name: string]: IUniform;
  readonly glow: IUniform<number>;
  /** Value (0 … 1) that does not glow. */
  readonly rest: IUniform<number>;
  readonly colourMap: IUniform<DataTexture>;
  readonly mapped: IUniform<number>;
}

/** Rigid parts: every vertex belongs to one, whose position and quaternion are two texels of a picture. */
const placing = /* glsl */ `
#ifdef POSED
in float part;
uniform highp sampler2D poses;
vec4 readPose(int texel) {
  int width = textureSize(poses, 0).x;
  return texelFetch(poses, ivec2(texel % width, texel / width), 0);
}
vec4 spin;
vec3 turn(vec3 own) { return own + 2.0 * cross(spin.xyz, cross(spin.xyz, own) + spin.w * own); }
vec3 place(vec3 own) {
  spin = readPose(2 * int(part) + 1);
  return turn(own) + readPose(2 * int(part)).xyz;
}
#else
vec3 turn(vec3 own) { return own; }
vec3 place(vec3 own) { return own; }
#endif
`;

const vertexShader = /* glsl */ `
${placing}
in vec3 coat;
in vec3 restNormal;
in float value;
in vec2 mark;
out vec3 vWorld;
out vec3 vNormal;
out vec3 vRestNormal;
out vec3 vCoat;
out float vValue;
out vec2 vMark;
void main() {
  vMark = mark;
  vWorld = place(position);
  vNormal = turn(normal);
  vRestNormal = restNormal;
  vCoat = coat;
  vValue = value;
  gl_Position = projectionMatrix * viewMatrix * vec4(vWorld, 1.0);
}
`;

const fragmentShader = (look: string, opacity: string): string => /* glsl */ `
precision highp float;
// How squarely the skin is seen (0 at the rim), and how much of it: a look may use the one and change the other.
float facing = 1.0;
float opacity = ${opacity};
in vec3 vWorld;
in vec3 vNormal;
in vec3 vRestNormal;
in vec3 vCoat;
in float vValue;
in vec2 vMark;
uniform vec3 fogColour, skyLight, groundLight, sunLight, leftColour, rightColour;
uniform float fogDensity, glow, rest, mapped, time, causticStrength, causticScale;
uniform sampler2D caustics, colourMap;
out vec4 outColour;
${look}
void main() {
  vec3 normal = normalize(gl_FrontFacing ? vNormal : -vNormal);
  vec3 toEye = cameraPosition - vWorld;
  float away = length(toEye);
  toEye /= away;
  facing = max(0.0, dot(normal, toEye));
  float gloss;
  vec3 base = paint(vCoat, normalize(vRestNormal), gloss);
  vec3 mapColour = texture(colourMap, vec2(vValue, 0.5)).rgb;
  base = mix(base, mapColour * mapColour, mapped);
  opacity = max(opacity, mapped);
  vec2 p = vWorld.xy * causticScale;
  float dapple = texture(caustics, 1.6 * p + 0.02 * time + 0.04 * sin(vec2(6.0, 7.0) * p.yx + time)).r;
  float sun = max(0.0, normal.z * 0.92 + 0.25 * normal.y) * (0.8 + causticStrength * 1.6 * dapple);
  vec3 light = mix(groundLight, skyLight, 0.5 + 0.5 * normal.z) + sunLight * sun;
  vec3 halfway = normalize(toEye + vec3(0.15, 0.3, 0.94));
  float shine = max(0.0, dot(normal, halfway));
  shine *= shine; shine *= shine; shine *= shine; shine *= shine;
  shine *= shine * gloss * (1.0 - mapped);
  float rim = 1.0 - facing;
  rim *= rim * rim;
  vec3 colour = base * light + sunLight * shine * 0.6 + skyLight * rim * 0.22;
  // Active muscle glows through the flank, brighter the more it fires.
  float place = exp(-2.2 * vCoat.y * vCoat.y);
  vec3 side = mix(rightColour, leftColour, smoothstep(-0.12, 0.12, vCoat.z));
  float value = max(0.0, (vValue - rest) / (1.0 - rest));
  float fire = glow * value * value * (3.0 - 2.0 * value);
  colour = mix(colour, side * (0.35 + 1.1 * fire), fire * (0.3 + 0.7 * place));
  // Regions that are switched off are dark and dull; the one pointed at is bright.
  colour = mix(colour, vec3(0.035, 0.03, 0.045) * (1.0 + 2.0 * light), 0.85 * smoothstep(0.3, 0.7, vMark.y));
  colour = mix(colour, vec3(0.95, 1.0, 0.55), 0.55 * smoothstep(0.35, 0.65, vMark.x));
  opacity = max(opacity, 0.9 * max(vMark.x, vMark.y));
  colour = sqrt(colour);
  outColour = vec4(mix(fogColour, colour, exp(-fogDensity * away)), opacity);
}
`;

const flatVertexShader = /* glsl */ `
${placing}
void main() { gl_Position = projectionMatrix * viewMatrix * vec4(place(position), 1.0); }
`;

const flatFragmentShader = /* glsl */ `
precision mediump float;
out vec4 outColour;
void main() { outColour = vec4(1.0); }
`;

export function createMapTexture(map: Uint8Array): DataTexture {
  const texture = new DataTexture(map, map.length / 4, 1);
  texture.minFilter = LinearFilter;
  texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Shaders work in linear light with gamma 2, which is close enough to sRGB and costs one square root. */
function toLinear(rgb: readonly [number, number, number]): Vector3 {
  return new Vector3(...rgb.map((byte) => (byte / 255) * (byte / 255)));
}

export function createSurfaceUniforms(scene: SceneUniforms): SurfaceUniforms {
  return {
    ...scene,
    colourMap: { value: createMapTexture(viridis) },
    leftColour: { value: toLinear(sideColours.left) },
    rightColour: { value: toLinear(sideColours.right) },
    glow: { value: 0 },
    rest: { value: 0 },
    mapped: { value: 0 },
  };
}

/** The visible material, and a flat white one for the shadow. The inside of a closed surface is never seen. */
export function createSurfaceMaterials(
  look: SurfaceSpec['look'],
  uniforms: SurfaceUniforms,
  closed: boolean,
  posed = false,
): { visible: ShaderMaterial; flat: ShaderMaterial } {
  const shared = {
    glslVersion: GLSL3,
    side: closed ? FrontSide : DoubleSide,
    uniforms,
    defines: posed ? { POSED: '' } : {},
  };
  const clear = look === 'water';
  const { paint, translucent } = materials[look];
  return {
    visible: new ShaderMaterial({
      ...shared,
      vertexShader,
      fragmentShader: fragmentShader(paint, clear ? '0.55' : '1.0'),
      transparent: translucent === true,
      depthWrite: !clear,
    }),
    flat: new ShaderMaterial({
      ...shared,
      vertexShader: flatVertexShader,
      fragmentShader: flatFragmentShader,
      depthTest: false,
      depthWrite: false,
    }),
  };
}
