/**
 * What each look is made of: a GLSL function that paints a point of the skin from its coat coordinates
 * (place 0 front … 1 rear, height −1 belly … 1 back, side −1 right … 1 left). Colours are linear; `gloss` is the strength
 * of the wet shine.
 */
import type { ChitinLook, SoftLook } from '../../engine/model/looks.ts';
import type { Look } from '../../engine/contract/frame.ts';

const noise = /* glsl */ `
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1.0, 0.0)), f.x), mix(hash(i + vec2(0.0, 1.0)), hash(i + vec2(1.0, 1.0)), f.x), f.y);
}
`;

/** A wet fish: olive back with dark marbling, pale belly, a golden eye, seven gill openings, brownish fins. */
const fish = /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  float height = coat.y;
  float up = clamp(0.6 * height + 0.5 * restNormal.z, -1.0, 1.0);
  float cells = noise(vec2(coat.x * 70.0, height * 3.2 + sign(coat.z) * 9.0));
  float fine = noise(vec2(coat.x * 210.0, height * 9.0 + sign(coat.z) * 5.0));
  float marble = smoothstep(0.42, 0.75, 0.65 * cells + 0.35 * fine);
  vec3 back = mix(vec3(0.115, 0.112, 0.058), vec3(0.034, 0.038, 0.026), marble);
  vec3 flank = mix(vec3(0.30, 0.27, 0.145), vec3(0.13, 0.122, 0.07), marble * 0.8);
  vec3 belly = vec3(0.78, 0.73, 0.58);
  float edge = up + 0.22 * (cells - 0.5);
  vec3 colour = mix(belly, flank, smoothstep(-0.55, -0.18, edge));
  colour = mix(colour, back, smoothstep(-0.05, 0.5, edge));
  gloss = 0.55;
  // Fins thin out toward their rim and show more brown than olive.
  float fin = smoothstep(0.42, 0.6, coat.x) * smoothstep(0.45, 0.85, abs(height));
  float rays = 0.85 + 0.15 * sin(coat.x * 900.0 - height * 6.0);
  colour = mix(colour, vec3(0.25, 0.19, 0.105) * rays, fin * 0.75);
  // Snout: a little paler and warmer toward the mouth.
  colour = mix(colour, vec3(0.34, 0.25, 0.17), (1.0 - smoothstep(0.0, 0.045, coat.x)) * smoothstep(0.6, -0.4, height));
  // The head's drawing is skipped for the rest of the body.
  if (coat.x < 0.22) {
    // Lengths below are in body lengths; a section is about 0.031 of it high, half.
    vec2 flat2 = vec2(coat.x, height * 0.031);
    float lateral = smoothstep(0.25, 0.5, abs(coat.z) + 0.12);
    for (int i = 0; i < 7; i++) {
      vec2 d = (flat2 - vec2(0.098 + 0.0155 * float(i), -0.0015)) / vec2(0.0042, 0.0062);
      float r = length(d);
      colour = mix(colour, vec3(0.016, 0.012, 0.01), (1.0 - smoothstep(0.55, 1.0, r)) * lateral);
      colour += vec3(0.06, 0.05, 0.03) * smoothstep(0.9, 1.15, r) * (1.0 - smoothstep(1.15, 1.6, r)) * lateral;
    }
    float eye = length(flat2 - vec2(0.066, 0.0095));
    vec3 iris = vec3(0.62, 0.46, 0.16);
    colour = mix(colour, vec3(0.03), 1.0 - smoothstep(0.0098, 0.0108, eye));
    colour = mix(colour, iris, 1.0 - smoothstep(0.0084, 0.0094, eye));
    colour = mix(colour, vec3(0.004), 1.0 - smoothstep(0.0050, 0.0058, eye));
    float spark = length(flat2 - vec2(0.0645, 0.0125));
    colour = mix(colour, vec3(1.0), 1.0 - smoothstep(0.0012, 0.0020, spark));
  }
  return colour;
}
`;

const simple = (back: string, belly: string, gloss: string): string => /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  float cells = noise(coat.xy * vec2(40.0, 4.0) + coat.z * 3.0);
  gloss = ${gloss};
  return mix(${belly}, ${back}, smoothstep(-0.6, 0.6, coat.y + 0.3 * (cells - 0.5))) * (0.9 + 0.2 * cells);
}
`;

/**
 * A nematode as under a microscope: a clear wall around the two bulbs of the pharynx and a granular gut. How far from the
 * axis the line of sight passes follows from how squarely the skin is seen, so that the inside stays inside.
 */
const cuticle = /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  float aside = sqrt(max(0.0, 1.0 - facing * facing));
  float x = coat.x;
  float grain = 0.6 * noise(vec2(x * 230.0, coat.y * 5.0 + coat.z * 3.0)) + 0.4 * noise(vec2(x * 90.0, 2.0 * coat.y - coat.z));
  vec3 wall = vec3(0.56, 0.54, 0.43);
  vec3 gut = mix(vec3(0.26, 0.18, 0.075), vec3(0.07, 0.045, 0.02), grain);
  float width = 0.62 + 0.16 * sin(x * 75.0) * (grain - 0.2);
  float within = (1.0 - smoothstep(width - 0.22, width + 0.12, aside)) * smoothstep(0.185, 0.225, x) * (1.0 - smoothstep(0.9, 0.95, x));
  vec3 colour = mix(wall, gut, 0.9 * within);
  // Corpus, isthmus and the two bulbs.
  float first = length(vec2((x - 0.085) / 0.021, aside / 0.6));
  float second = length(vec2((x - 0.158) / 0.024, aside / 0.68));
  float tube = (1.0 - smoothstep(0.16, 0.30, aside)) * smoothstep(0.015, 0.03, x) * (1.0 - smoothstep(0.17, 0.19, x));
  float bulbs = max(1.0 - smoothstep(0.85, 1.05, first), 1.0 - smoothstep(0.85, 1.05, second));
  colour = mix(colour, vec3(0.34, 0.27, 0.17), 0.8 * max(bulbs, 0.7 * tube));
  colour = mix(colour, vec3(0.09, 0.06, 0.04), 0.7 * (1.0 - smoothstep(0.2, 0.45, second)));
  // Rings of the cuticle, only just seen.
  colour *= 0.97 + 0.03 * sin(x * 1100.0);
  gloss = 1.3;
  opacity = mix(0.48, 0.95, max(within, smoothstep(0.15, 0.8, facing) * 0.55 + 0.45 * bulbs));
  return colour;
}
`;

/**
 * Plates of an armoured body: dark and glossy on the back, with a paler rear rim; legs and belly ochre. Limbs lie below −1.5.
 * `mark` darkens the back (0 … 1), `bands` the limbs.
 */
interface Armour {
  readonly dark: string;
  readonly light: string;
  readonly belly: string;
  readonly limb: string;
  readonly rim: string;
  readonly mark: string;
  readonly bands: string;
  readonly gloss: string;
}

const armour = ({ dark, light, belly, limb, rim, mark, bands, gloss }: Armour): string => /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  gloss = ${gloss};
  float cells = noise(coat.xz * vec2(17.0, 6.0) + coat.y * 5.0);
  if (coat.y < -1.5) return mix(vec3(${limb}), 0.35 * vec3(${limb}), ${bands}) * (0.9 + 0.2 * cells);
  vec3 back = mix(mix(vec3(${light}), vec3(${dark}), ${mark}), vec3(${light}), 0.25 * cells);
  vec3 colour = mix(vec3(${belly}) * (0.9 + 0.2 * cells), back, smoothstep(-0.75, -0.1, coat.y));
  colour = mix(colour, vec3(${rim}), 0.65 * smoothstep(1.2, 1.55, coat.x) * step(-0.4, coat.y));
  return colour;
}
`;

const armours: Readonly<Record<ChitinLook, Armour>> = {
  chitin: {
    dark: '0.085, 0.026, 0.012',
    light: '0.27, 0.075, 0.022',
    belly: '0.60, 0.32, 0.10',
    limb: '0.72, 0.40, 0.10',
    rim: '0.05, 0.018, 0.01',
    mark: '0.55 + 0.45 * smoothstep(0.35, 1.1, coat.x)',
    bands: '0.75 * smoothstep(0.55, 0.0, abs(coat.x - 0.02) * 4.0)',
    gloss: '1.1',
  },
  banded: {
    dark: '0.022, 0.013, 0.016',
    light: '0.56, 0.40, 0.16',
    belly: '0.52, 0.40, 0.20',
    limb: '0.74, 0.54, 0.22',
    rim: '0.42, 0.28, 0.10',
    // A stripe along the middle and one on either side.
    mark: '1.0 - smoothstep(0.13, 0.20, min(abs(coat.z), abs(abs(coat.z) - 0.70)))',
    bands: '1.2 * smoothstep(0.1, 0.4, sin(coat.x * 19.0))',
    // Dull, or the shine would hide the stripes.
    gloss: '0.22',
  },
  ringed: {
    dark: '0.028, 0.018, 0.014',
    light: '0.10, 0.052, 0.03',
    belly: '0.13, 0.085, 0.06',
    limb: '0.46, 0.20, 0.10',
    rim: '0.46, 0.25, 0.10',
    mark: '0.5 + 0.5 * smoothstep(0.2, 0.8, coat.x)',
    bands: '0.0',
    gloss: '1.1',
  },
};

interface Coat {
  /** Colours of the back at the front and at the rear, of the belly, of the marks, and of light that comes through. */
  readonly front: string;
  readonly rear: string;
  readonly belly: string;
  readonly marks: string;
  readonly glow: string;
  /** GLSL from p (place on the skin), cells (noise there) and coat to how much of a mark is here, 0 … 1. */
  readonly pattern: string;
  /** GLSL for how far up the skin faces (−1 … 1), where that is not the rest normal's z: what has arms is pale inside them. */
  readonly up?: string;
  /** GLSL that changes `colour`, after everything else. */
  readonly also?: string;
}

const patches = 'smoothstep(0.56, 0.7, 0.7 * noise(2.6 * p) + 0.3 * cells)';
const dots = '1.0 - smoothstep(0.16, 0.24, length(fract(p * 1.1 + 0.3 * cells) - 0.5))';
const stripes = 'smoothstep(0.5, 0.62, 0.5 + 0.5 * sin(coat.x * 95.0 + 5.0 * noise(0.7 * p)) * (0.6 + 0.4 * cells))';

/**
 * Soft animals: dark and marked above, pale below, and clear toward the rim, where little flesh lies in the line of sight and
 * light comes through. Only what faces well down is pale, so that the rims of plates are of one colour.
 */
const soft = ({
  front,
  rear,
  belly,
  marks,
  glow,
  pattern,
  up = 'restNormal.z',
  also = '',
}: Coat): string => /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  vec2 p = vec2(coat.x * 22.0, coat.y * 3.0 + coat.z * 7.0);
  float cells = noise(p);
  float mark = ${pattern};
  float up = ${up} + 0.25 * (cells - 0.5);
  vec3 back = mix(vec3(${front}), vec3(${rear}), coat.x);
  vec3 colour = mix(vec3(${belly}), back, smoothstep(-0.98, -0.45, up));
  colour = mix(colour, vec3(${marks}), 0.65 * mark * smoothstep(-0.3, 0.4, up));
  float thin = 1.0 - facing;
  thin *= thin;
  colour = mix(colour, vec3(${glow}), 0.5 * thin);
  gloss = 0.85;
  opacity = mix(0.55, 0.97, smoothstep(0.02, 0.6, facing));
  ${also}
  return colour;
}
`;

const softCoats: Readonly<Record<SoftLook, Coat>> = {
  jelly: {
    front: '0.56, 0.145, 0.105',
    rear: '0.42, 0.10, 0.17',
    belly: '0.88, 0.60, 0.47',
    marks: '0.22, 0.055, 0.055',
    glow: '1.0, 0.62, 0.50',
    pattern: patches,
  },
  mottle: {
    front: '0.58, 0.17, 0.085',
    rear: '0.40, 0.10, 0.12',
    belly: '0.86, 0.56, 0.42',
    marks: '0.19, 0.04, 0.035',
    glow: '1.0, 0.60, 0.44',
    pattern: patches,
    up: '0.2 + 1.6 * restNormal.x',
    // Papillae: small bright points with a shade below.
    also: 'float bump = noise(5.0 * p); colour *= 0.86 + 0.3 * smoothstep(0.3, 0.8, bump);',
  },
  ribbon: {
    front: '0.012, 0.075, 0.62',
    rear: '0.01, 0.11, 0.72',
    belly: '0.02, 0.16, 0.70',
    marks: '0.005, 0.03, 0.30',
    glow: '0.20, 0.42, 1.0',
    pattern: '0.6 * smoothstep(0.5, 0.8, cells)',
    // Yellow along the back and on the snout, with a dark line between.
    also: `float fin = smoothstep(0.90, 0.96, coat.y);
  colour = mix(colour, vec3(0.004, 0.012, 0.07), 0.8 * smoothstep(0.78, 0.86, coat.y) * (1.0 - fin));
  colour = mix(colour, vec3(0.95, 0.70, 0.03), fin);
  colour = mix(colour, vec3(0.95, 0.72, 0.05), (1.0 - smoothstep(0.018, 0.045, coat.x)) );`,
  },
  fin: {
    front: '0.95, 0.66, 0.03',
    rear: '0.98, 0.74, 0.04',
    belly: '0.95, 0.66, 0.03',
    marks: '0.80, 0.40, 0.02',
    glow: '1.0, 0.86, 0.30',
    // Rays.
    pattern: '0.5 * smoothstep(0.2, 0.9, sin(coat.x * 520.0))',
    up: '1.0',
    also: 'opacity = 0.96; colour *= 1.25;',
  },
  cloak: {
    front: '0.03, 0.042, 0.062',
    rear: '0.018, 0.028, 0.045',
    belly: '0.86, 0.88, 0.88',
    marks: '0.055, 0.075, 0.105',
    glow: '0.30, 0.42, 0.56',
    pattern: patches,
    // A pale bar over either shoulder, broad inside and pointed outward, and a pale hind edge of the wings.
    also: `float outward = abs(coat.z);
  float bar = abs(coat.x - 0.30 - 0.22 * outward) / (0.02 + 0.16 * max(0.0, 0.52 - outward));
  float white = (1.0 - smoothstep(0.55, 1.0, bar + 0.3 * (cells - 0.5))) * smoothstep(0.13, 0.20, outward) * (1.0 - smoothstep(0.36, 0.5, outward)) * step(0.0, restNormal.z);
  colour = mix(colour, vec3(0.66, 0.70, 0.72), 0.9 * white);`,
  },
  ray: {
    front: '0.36, 0.235, 0.09',
    rear: '0.24, 0.16, 0.08',
    belly: '0.82, 0.76, 0.66',
    marks: '0.02, 0.22, 0.62',
    glow: '0.80, 0.66, 0.42',
    pattern: dots,
  },
  sepia: {
    front: '0.40, 0.27, 0.16',
    rear: '0.30, 0.20, 0.16',
    belly: '0.80, 0.70, 0.58',
    marks: '0.075, 0.038, 0.025',
    glow: '0.92, 0.74, 0.55',
    pattern: stripes,
  },
  star: {
    front: '0.80, 0.22, 0.035',
    rear: '0.62, 0.09, 0.04',
    belly: '0.96, 0.52, 0.22',
    marks: '0.97, 0.70, 0.34',
    glow: '1.0, 0.60, 0.28',
    pattern: dots,
    // Arms hang from the middle: their upper side looks ahead and outward, the lower one back and inward.
    up: '1.3 * (restNormal.x + dot(restNormal.yz, normalize(coat.zy + 1e-4)))',
    // Coarse skin above; the mouth below.
    also: `float grain = noise(34.0 * coat.zy);
  float lower = 1.0 - smoothstep(-0.7, -0.2, up);
  colour *= mix(0.80 + 0.40 * smoothstep(0.3, 0.8, grain), 0.88 + 0.2 * grain, lower);
  float mouth = length(coat.zy) + 0.02 * (grain - 0.5);
  colour = mix(colour, vec3(0.80, 0.34, 0.12), 0.8 * lower * (1.0 - smoothstep(0.07, 0.12, mouth)));
  colour = mix(colour, vec3(0.10, 0.02, 0.012), lower * (1.0 - smoothstep(0.03, 0.055, mouth)));`,
  },
  ink: {
    front: '0.025, 0.045, 0.10',
    rear: '0.02, 0.07, 0.16',
    belly: '0.80, 0.84, 0.86',
    marks: '0.25, 0.42, 0.55',
    glow: '0.30, 0.50, 0.66',
    pattern: patches,
  },
  orchid: {
    front: '0.30, 0.08, 0.42',
    rear: '0.05, 0.28, 0.45',
    belly: '0.80, 0.66, 0.84',
    marks: '0.90, 0.62, 0.20',
    glow: '0.80, 0.56, 0.95',
    pattern: dots,
  },
  ember: {
    front: '0.62, 0.34, 0.04',
    rear: '0.50, 0.06, 0.10',
    belly: '0.92, 0.80, 0.50',
    marks: '0.30, 0.03, 0.03',
    glow: '1.0, 0.75, 0.35',
    pattern: stripes,
  },
};

/** Stone and other things that are no animal: mottled, dull, the same from all sides. */
const stone = /* glsl */ `
${noise}
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  vec2 p = vec2(coat.x * 5.0 + coat.z * 2.0, coat.y * 4.0 - coat.z * 3.0);
  float mottle = 0.55 * noise(p) + 0.3 * noise(2.7 * p + 4.0) + 0.15 * noise(9.0 * p);
  gloss = 0.12;
  return mix(vec3(0.27, 0.245, 0.21), vec3(0.47, 0.44, 0.385), mottle);
}
`;

/** Of an eye: dark rim, golden iris, a level pupil, a spark. Its place along runs from what looks out to what is inside. */
const eye = /* glsl */ `
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  gloss = 1.6;
  float outward = coat.x;
  vec3 colour = mix(vec3(0.78, 0.56, 0.16), vec3(0.36, 0.20, 0.05), smoothstep(0.1, 0.4, outward));
  colour = mix(colour, vec3(0.02), smoothstep(0.36, 0.42, outward));
  float pupil = max(abs(coat.y) / 0.26, abs(coat.z) / 0.62);
  colour = mix(vec3(0.003), colour, smoothstep(0.85, 1.0, pupil + step(0.4, outward)));
  float spark = length(vec2(coat.y - 0.3, coat.z - 0.2));
  return mix(vec3(1.0), colour, max(step(0.4, outward), smoothstep(0.10, 0.16, spark)));
}
`;

/** Claws and simple eyes: nearly black, and wet. */
const horn = /* glsl */ `
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  gloss = 1.8;
  return mix(vec3(0.05, 0.018, 0.008), vec3(0.008, 0.006, 0.006), coat.x);
}
`;

/** A cup with a pale rim. */
const sucker = /* glsl */ `
vec3 paint(vec3 coat, vec3 restNormal, out float gloss) {
  gloss = 0.7;
  return mix(vec3(0.42, 0.19, 0.15), vec3(0.90, 0.70, 0.58), smoothstep(0.05, 0.5, coat.x));
}
`;

export interface LookMaterial {
  /** The GLSL function that paints a point. */
  readonly paint: string;
  /** Light comes through it. */
  readonly translucent?: true;
  /** In water, shafts of light fall on it. */
  readonly inShafts?: true;
  /** Hard: what happens inside does not show. */
  readonly armour?: true;
}

const createSoft = (coat: Coat): LookMaterial => ({ paint: soft(coat), translucent: true, inShafts: true });

/** What the viewer knows of each look. */
export const materials: Readonly<Record<Look, LookMaterial>> = {
  fish: { paint: fish },
  jelly: createSoft(softCoats.jelly),
  mottle: createSoft(softCoats.mottle),
  ribbon: createSoft(softCoats.ribbon),
  cloak: createSoft(softCoats.cloak),
  fin: createSoft(softCoats.fin),
  ray: createSoft(softCoats.ray),
  sepia: createSoft(softCoats.sepia),
  star: createSoft(softCoats.star),
  ink: createSoft(softCoats.ink),
  orchid: createSoft(softCoats.orchid),
  ember: createSoft(softCoats.ember),
  chitin: { paint: armour(armours.chitin), armour: true },
  banded: { paint: armour(armours.banded), armour: true },
  ringed: { paint: armour(armours.ringed), armour: true },
  eye: { paint: eye },
  horn: { paint: horn },
  sucker: { paint: sucker },
  cuticle: { paint: cuticle, translucent: true },
  water: { paint: simple('vec3(0.10, 0.30, 0.36)', 'vec3(0.14, 0.36, 0.42)', '1.0'), translucent: true },
  plain: { paint: stone },
};
