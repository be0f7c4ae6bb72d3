/** Colours for numbers: a perceptually even map that colour-blind people can read, and one colour for each body side. */

type Rgb = readonly [number, number, number];

/** Colours as rrggbb. */
function readStops(text: string): Rgb[] {
  return text
    .split(' ')
    .map((colour) => [0, 2, 4].map((at) => parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb);
}

/** Stops of viridis (CC0, matplotlib), dark to light, in sRGB. */
const viridisStops = readStops('440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725');

/** Stops of RdBu turned round (ColorBrewer, Apache 2.0): blue, white, red, told apart by the colour-blind. */
const divergingStops = readStops('053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f');

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
  const [ground, far] = readStops(theme === 'dark' ? '091218 fffcf0' : 'fafcfc 181e30') as [Rgb, Rgb];
  return createMap([ground, mix(ground, hue, 0.5), hue, mix(hue, far, 0.7)]);
}
