/**
 * The looks of animals for the lights, shadows, haze and tone mapping of any three.js scene: three's standard material, whose colour
 * and roughness the look paints. Rigid parts are placed as in `surface-material.ts`. For WebGLRenderer.
 */
import {
  DoubleSide,
  FrontSide,
  type Material,
  MeshDepthMaterial,
  MeshDistanceMaterial,
  MeshStandardMaterial,
  RGBADepthPacking,
  type Texture,
} from 'three';
import type { Look } from '../../engine/contract/frame.ts';
import { materials } from './looks.ts';

/** three's own words for attributes and what is handed to the fragment shader; names are kept apart from its own. */
const placing = /* glsl */ `
attribute float part;
uniform highp sampler2D bestiaryPoses;
vec4 readBestiaryPose(int texel) {
  int width = textureSize(bestiaryPoses, 0).x;
  return texelFetch(bestiaryPoses, ivec2(texel % width, texel / width), 0);
}
vec3 turnBestiary(vec3 own) {
  vec4 spin = readBestiaryPose(2 * int(part) + 1);
  return own + 2.0 * cross(spin.xyz, cross(spin.xyz, own) + spin.w * own);
}
vec3 placeBestiary(vec3 own) { return turnBestiary(own) + readBestiaryPose(2 * int(part)).xyz; }
`;

/** The wet shine of a look (0 … 1) as roughness: chosen so that highlights have the size of those in the viewer. */
const roughness = { dull: 0.9, wet: 0.3 };

interface Shader {
  vertexShader: string;
  fragmentShader: string;
  uniforms: Record<string, { value: unknown }>;
}

function addAfter(text: string, chunk: string, added: string): string {
  const include = `#include <${chunk}>`;
  return text.replace(include, `${include}\n${added}`);
}

/** Puts parts where a frame has them; everything else of the material stays three's. */
function placeParts(shader: Shader, poses: Texture): void {
  shader.uniforms['bestiaryPoses'] = { value: poses };
  let text = addAfter(shader.vertexShader, 'common', placing);
  text = addAfter(text, 'beginnormal_vertex', 'objectNormal = turnBestiary(objectNormal);');
  shader.vertexShader = addAfter(text, 'begin_vertex', 'transformed = placeBestiary(transformed);');
}

function paintLook(shader: Shader, look: Look): void {
  const varyings = 'varying vec3 vCoat;\nvarying vec3 vRestNormal;';
  shader.vertexShader = addAfter(
    addAfter(shader.vertexShader, 'common', `attribute vec3 coat;\nattribute vec3 restNormal;\n${varyings}`),
    'begin_vertex',
    'vCoat = coat;\nvRestNormal = restNormal;',
  );
  // `opacity` is a uniform of three's.
  const paint = materials[look].paint.replace(/\bopacity\b/gu, 'coatOpacity');
  const declared = `${varyings}\nfloat facing = 1.0;\nfloat coatOpacity = ${look === 'water' ? '0.55' : '1.0'};\nfloat coatGloss = 0.0;\n${paint}`;
  let text = addAfter(shader.fragmentShader, 'common', declared);
  text = addAfter(
    text,
    'color_fragment',
    `facing = abs(dot(normalize(vNormal), normalize(vViewPosition)));
diffuseColor.rgb = paint(vCoat, normalize(vRestNormal), coatGloss);
diffuseColor.a *= coatOpacity;`,
  );
  shader.fragmentShader = addAfter(
    text,
    'roughnessmap_fragment',
    `roughnessFactor = mix(${roughness.dull.toFixed(2)}, ${roughness.wet.toFixed(2)}, clamp(coatGloss, 0.0, 1.0));`,
  );
}

export interface LitMaterials {
  readonly visible: MeshStandardMaterial;
  /** For shadows of parts, where their places are not those of the geometry. */
  readonly depth?: MeshDepthMaterial;
  readonly distance?: MeshDistanceMaterial;
}

export function createLitMaterials(look: Look, closed: boolean, poses?: Texture): LitMaterials {
  const isWater = look === 'water';
  const visible = new MeshStandardMaterial({
    side: closed ? FrontSide : DoubleSide,
    transparent: materials[look].translucent === true,
    depthWrite: !isWater,
  });
  hook(visible, `bestiary ${look} ${poses === undefined}`, (shader) => {
    paintLook(shader, look);
    if (poses !== undefined) placeParts(shader, poses);
  });
  if (poses === undefined) return { visible };
  const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
  const distance = new MeshDistanceMaterial();
  for (const material of [depth, distance]) hook(material, 'bestiary parts', (shader) => placeParts(shader, poses));
  return { visible, depth, distance };
}

function hook(material: Material, key: string, change: (shader: Shader) => void): void {
  material.onBeforeCompile = (shader) => change(shader);
  material.customProgramCacheKey = () => key;
}
