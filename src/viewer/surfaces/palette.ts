/** Colours of the surroundings, by theme and by whether the animal lives in water. sRGB, except the lights (linear). */
import { Color, LinearSRGBColorSpace } from 'three';
import type { GroundLook } from '../../engine/contract/frame.ts';

export type Theme = 'light' | 'dark';

export interface Palette {
  /** Haze at the horizon, which everything fades into. */
  readonly fog: Color;
  readonly zenith: Color;
  readonly floor: Color;
  readonly grid: Color;
  readonly gridStrength: number;
  readonly trail: Color;
  readonly particle: Color;
  readonly shadow: number;
  readonly skyLight: Color;
  readonly groundLight: Color;
  readonly sunLight: Color;
  readonly causticStrength: number;
  /** Haze per metre, for an animal one metre long. */
  readonly haze: number;
}

/** Shaders get the numbers as written, without conversion. */
const rgb = (hex: number): Color => new Color().setHex(hex, LinearSRGBColorSpace);
const light = (r: number, g: number, b: number): Color => new Color(r, g, b);

const waters: Readonly<Record<Theme, Palette>> = {
  dark: {
    fog: rgb(0x0b3440),
    zenith: rgb(0x2a8092),
    floor: rgb(0x33686a),
    grid: rgb(0x8fd0d4),
    gridStrength: 0.42,
    trail: rgb(0xbdf3f0),
    particle: rgb(0xbfe6e4),
    shadow: 0.5,
    skyLight: light(0.78, 1.02, 1.08),
    groundLight: light(0.16, 0.26, 0.28),
    sunLight: light(1.15, 1.2, 1.05),
    causticStrength: 0.5,
    haze: 0.16,
  },
  light: {
    fog: rgb(0xb9dde2),
    zenith: rgb(0xe9f7f8),
    floor: rgb(0xdfe6d8),
    grid: rgb(0x3f7780),
    gridStrength: 0.4,
    trail: rgb(0x14606e),
    particle: rgb(0xffffff),
    shadow: 0.34,
    skyLight: light(0.95, 1.04, 1.06),
    groundLight: light(0.42, 0.44, 0.4),
    sunLight: light(1.1, 1.08, 1.0),
    causticStrength: 0.21,
    haze: 0.12,
  },
};

const lands: Readonly<Record<Theme, Palette>> = {
  dark: {
    ...waters.dark,
    fog: rgb(0x1a1d20),
    zenith: rgb(0x3a4046),
    floor: rgb(0x5a4a38),
    grid: rgb(0xb9b2a4),
    gridStrength: 0.26,
    trail: rgb(0xe9dfc8),
    skyLight: light(0.9, 0.92, 0.98),
    groundLight: light(0.24, 0.22, 0.19),
    causticStrength: 0,
    haze: 0.1,
  },
  light: {
    ...waters.light,
    fog: rgb(0xe6e4df),
    zenith: rgb(0xf8f8f6),
    floor: rgb(0xc9b697),
    grid: rgb(0x7a705c),
    gridStrength: 0.3,
    trail: rgb(0x5a4a2a),
    causticStrength: 0,
    haze: 0.08,
  },
};

/** The trunk of a fallen tree in a wood. */
const barks: Readonly<Record<Theme, Palette>> = {
  dark: { ...lands.dark, fog: rgb(0x171b18), zenith: rgb(0x38423b), floor: rgb(0x7d7365), gridStrength: 0.2 },
  light: { ...lands.light, fog: rgb(0xe3e6de), zenith: rgb(0xf7f9f4), floor: rgb(0xc4b7a3), gridStrength: 0.24 },
};

/** A plate of agar on a microscope: light from below, warm and even. */
const agars: Readonly<Record<Theme, Palette>> = {
  dark: {
    ...lands.dark,
    fog: rgb(0x14130f),
    zenith: rgb(0x38342a),
    floor: rgb(0x544c3d),
    grid: rgb(0xd8cfa8),
    gridStrength: 0.2,
    trail: rgb(0xf2e8c0),
    shadow: 0.42,
    haze: 0.2,
  },
  light: {
    ...lands.light,
    fog: rgb(0xf1ead9),
    zenith: rgb(0xfbf8f0),
    floor: rgb(0xefe2c4),
    grid: rgb(0x8c7440),
    gridStrength: 0.22,
    trail: rgb(0x7a5b1e),
    shadow: 0.26,
    haze: 0.1,
  },
};

export type Scenery = 'water' | 'land' | GroundLook;

const sceneries: Readonly<Record<Scenery, Readonly<Record<Theme, Palette>>>> = {
  water: waters,
  land: lands,
  agar: agars,
  bark: barks,
};

export function getPalette(theme: Theme, scenery: Scenery): Palette {
  return sceneries[scenery][theme];
}
