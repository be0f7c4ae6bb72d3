/** What there is to draw of a lamprey: its links, and a skin over them that shows the motoneurons. SI. */
import { setLinkCentres } from '../../bodies/links/chain.ts';
import type { FrameLayout, SurfaceSpec } from '../../contract/frame.ts';
import type { State } from '../../contract/types.ts';
import { setNeuralOutputs } from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { cos, sin } from '../../math/portable.ts';
import type { LampreyDesc } from './schema.ts';
import type { LampreyScratch } from './scratch.ts';
import type { LampreySystem } from './system.ts';

/** m in a mm */
const mm = 1e-3;

export function createLampreyFrame(desc: LampreyDesc): FrameLayout {
  const { links } = desc.body;
  const { segments } = desc;
  return {
    parts: links.map(({ length, width, height }, i) => ({
      name: `link ${i + 1}`,
      shape: 'elliptic-cylinder',
      size: [length, width, height],
      ...(i > 0 ? { parent: i - 1 } : {}),
    })),
    surfaces: [createFishSkin(desc)],
    lines: [],
    markers: [],
    channels: [
      {
        name: 'motoneuron',
        unit: '1',
        range: [0, 1],
        slots: 2 * segments,
        about: 'Motoneuron activity: segment by segment, left then right.',
      },
    ],
    water: { level: Infinity },
    extent: links.reduce((sum, link) => sum + link.length, 0),
  };
}

export function writeLampreyFrame(
  out: Float32Array,
  system: LampreySystem,
  _state: State,
  { arrays, body, work, network, centres, outputs }: LampreyScratch,
): void {
  const { segments } = system.desc;
  setLinkCentres(centres, work.axes, body, arrays.body);
  for (let link = 0; link < body.links; link++) {
    const at = system.frameOffsets.parts + 7 * link;
    const half = arrays.body[body.angleAt + link]! / 2;
    out[at] = -mm * centres[2 * link]!;
    out[at + 1] = -mm * centres[2 * link + 1]!;
    out[at + 2] = 0;
    out[at + 3] = 0;
    out[at + 4] = 0;
    out[at + 5] = sin(half);
    out[at + 6] = cos(half);
  }
  setNeuralOutputs(outputs, network, arrays.neurons);
  const from = 2 * neuronTypes.indexOf('MN') * segments;
  const to = system.frameOffsets.channels['motoneuron']!;
  for (let i = 0; i < 2 * segments; i++) out[to + i] = outputs[from + i]!;
}

const ringCount = 84;
const sideCount = 20;

type Links = LampreyDesc['body']['links'];

/**
 * A fish's skin over a chain of links: rings of an elliptic section, each riding on the two nearest links, that show the
 * motoneurons. Rest pose in metres: head link at the origin, body along −x, z up.
 */
function createFishSkin({ body: { links }, segments }: LampreyDesc): SurfaceSpec {
  const centres = computeRestCentres(links);
  const bodyLength = links.reduce((sum, link) => sum + link.length, 0);
  const front = links[0]!.length / 2;
  const vertexCount = ringCount * sideCount + 2;
  const restPositions = new Float32Array(3 * vertexCount);
  const partIndices = new Uint16Array(4 * vertexCount);
  const partWeights = new Float32Array(4 * vertexCount);
  const slots = new Uint32Array(vertexCount);
  // Every vertex of a ring rides on the same two links.
  const setRing = (start: number, place: number, ys: ArrayLike<number>, zs: ArrayLike<number>): void => {
    const x = front - place * bodyLength;
    const { first, second, share } = findLinks(centres, x);
    for (let i = 0; i < ys.length; i++) {
      const vertex = start + i;
      restPositions[3 * vertex] = x;
      restPositions[3 * vertex + 1] = ys[i]!;
      restPositions[3 * vertex + 2] = zs[i]!;
      partIndices[4 * vertex] = first;
      partIndices[4 * vertex + 1] = second;
      partWeights[4 * vertex] = 1 - share;
      partWeights[4 * vertex + 1] = share;
      slots[vertex] = 2 * Math.min(segments - 1, Math.floor(place * segments)) + (ys[i]! >= 0 ? 0 : 1);
    }
  };
  const sines = Float64Array.from({ length: sideCount }, (_, i) => sin((2 * Math.PI * i) / sideCount));
  const cosines = Float64Array.from({ length: sideCount }, (_, i) => cos((2 * Math.PI * i) / sideCount));
  for (let ring = 0; ring < ringCount; ring++) {
    const place = computeRingPlace(ring);
    const { halfWidth, top, bottom } = computeSection(links, centres, place, front - place * bodyLength);
    setRing(
      ring * sideCount,
      place,
      sines.map((y) => halfWidth * y),
      cosines.map((up) => (up > 0 ? top : bottom) * up),
    );
  }
  setRing(vertexCount - 2, 0, [0], [-0.1 * links[0]!.height]);
  setRing(vertexCount - 1, 1, [0], [0]);
  const partRestPositions = new Float32Array(3 * links.length);
  centres.forEach((x, i) => (partRestPositions[3 * i] = x));
  return {
    name: 'skin',
    kind: 'skin',
    look: 'fish',
    vertexCount,
    triangles: createTriangles(),
    restPositions,
    partIndices,
    partWeights,
    partRestPositions,
    channels: [{ channel: 'motoneuron', slots }],
  };
}

/** Rings are denser toward both tips, where the outline is round. */
function computeRingPlace(ring: number): number {
  const u = (ring + 0.5) / ringCount;
  return 0.5 - 0.5 * cos(Math.PI * u) * (0.55 + 0.45 * cos(Math.PI * u) * cos(Math.PI * u));
}

function computeRestCentres(links: Links): number[] {
  const centres = [0];
  for (let i = 1; i < links.length; i++) centres.push(centres[i - 1]! - (links[i - 1]!.length + links[i]!.length) / 2);
  return centres;
}

/** The two links a place rides on. The smooth step makes the midline leave each link along its axis. */
function findLinks(centres: readonly number[], x: number): { first: number; second: number; share: number } {
  let first = 0;
  while (first < centres.length - 2 && x < centres[first + 1]!) first += 1;
  const t = Math.min(1, Math.max(0, (centres[first]! - x) / (centres[first]! - centres[first + 1]!)));
  return { first, second: first + 1, share: t * t * (3 - 2 * t) };
}

/** Half axes of the section: the links' own, rounded at the snout, drawn out into a tail fin at the end. */
function computeSection(links: Links, centres: readonly number[], place: number, x: number) {
  const { first, second, share } = findLinks(centres, x);
  const mix = (a: number, b: number): number => a + (b - a) * share;
  const width = mix(links[first]!.width, links[second]!.width);
  const height = mix(links[first]!.height, links[second]!.height);
  const snout = computeRound(place / 0.09);
  const tip = computeRound((1 - place) / 0.1);
  const trunk = 0.62 * snout * (0.35 + 0.65 * tip);
  // Dorsal fin: a low ridge over the rear half; tail fin: a leaf around the tip.
  const dorsal = 0.22 * computeHump((place - 0.52) / 0.2) + 0.16 * computeHump((place - 0.72) / 0.14);
  const leaf = 0.3 * computeHump((place - 0.9) / 0.13);
  return {
    halfWidth: (width / 2) * snout * tip,
    top: (height / 2) * (trunk + dorsal + leaf),
    bottom: (height / 2) * (trunk + 0.9 * leaf),
  };
}

/** Quarter of a circle: 0 at 0, 1 from 1 on. */
function computeRound(t: number): number {
  if (t >= 1) return 1;
  const u = 1 - Math.max(0, t);
  return Math.sqrt(1 - u * u);
}

/** A smooth bump of height 1 between −1 and 1. */
function computeHump(t: number): number {
  const u = 1 - t * t;
  return u > 0 ? u * u : 0;
}

function createTriangles(): Uint32Array {
  const triangles: number[] = [];
  const at = (ring: number, i: number): number => ring * sideCount + (i % sideCount);
  for (let i = 0; i < sideCount; i++) {
    triangles.push(ringCount * sideCount, at(0, i), at(0, i + 1));
    for (let ring = 0; ring < ringCount - 1; ring++) {
      triangles.push(
        at(ring, i),
        at(ring + 1, i),
        at(ring + 1, i + 1),
        at(ring, i),
        at(ring + 1, i + 1),
        at(ring, i + 1),
      );
    }
    triangles.push(ringCount * sideCount + 1, at(ringCount - 1, i + 1), at(ringCount - 1, i));
  }
  return Uint32Array.from(triangles);
}
