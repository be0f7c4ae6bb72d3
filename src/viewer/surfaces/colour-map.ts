/** Colours for numbers: a perceptually even map that colour-blind people can read, and one colour for each body side. */

type Rgb = readonly [number, number, number];

/** Stops of viridis (CC0, matplotlib), dark to light, as sRGB bytes. */
const viridisStops: readonly Rgb[] = [
  [68, 1, 84],
  [72, 36, 117],
  [65, 68, 135],
  [53, 95, 141],
  [42, 120, 142],
  [33, 145, 140],
  [34, 168, 132],
  [68, 191, 112],
  [122, 209, 81],
  [189, 223, 38],
  [253, 231, 37],
];

/** Stops of RdBu turned round (ColorBrewer, Apache 2.0): blue, white, red, told apart by the colour-blind. */
const divergingStops: readonly Rgb[] = [
  [5, 48, 97],
  [33, 102, 172],
  [67, 147, 195],
  [146, 197, 222],
  [209, 229, 240],
  [247, 247, 247],
  [253, 219, 199],
  [244, 165, 130],
  [214, 96, 77],
  [178, 24, 43],
  [103, 0, 31],
];

/** Left blue, right orange: told apart under all common kinds of colour blindness. Used on the body, strips and raster. */
export const sideColours = {
  left: [74, 178, 240],
  right: [255, 158, 54],
} as const satisfies Record<string, Rgb>;

const steps = 256;

function createMap(stops: readonly Rgb[]): Uint8Array {
  const map = new Uint8Array(4 * steps);
  for (let i = 0; i < steps; i++) {
    const at = (i / (steps - 1)) * (stops.length - 1);
    const from = Math.min(Math.floor(at), stops.length - 2);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [stops[from]![k]!, stops[from + 1]![k]!];
      map[4 * i + k] = Math.round(a + (b - a) * (at - from));
    }
    map[4 * i + 3] = 255;
  }
  return map;
}

/** 256 RGBA entries. */
export const viridis: Uint8Array = createMap(viridisStops);

/** 256 RGBA entries; white is the middle. */
export const diverging: Uint8Array = createMap(divergingStops);

/** 256 RGBA entries from a background through a hue to nearly white (or nearly black on a light background). */
export function createSideMap(side: keyof typeof sideColours, theme: 'light' | 'dark'): Uint8Array {
  const hue = sideColours[side];
  const mix = (a: Rgb, b: Rgb, t: number): Rgb => [
    a[0] + (b[0] - a[0]) * t,
    a[1] + (b[1] - a[1]) * t,
    a[2] + (b[2] - a[2]) * t,
  ];
  const [ground, far]: [Rgb, Rgb] =
    theme === 'dark'
      ? [
          [9, 18, 24],
          [255, 252, 240],
        ]
      : [
          [250, 252, 252],
          [24, 30, 48],
        ];
  return createMap([ground, mix(ground, hue, 0.5), hue, mix(hue, far, 0.7)]);
}
