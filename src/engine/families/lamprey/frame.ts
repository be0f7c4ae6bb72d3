/** What there is to draw of a lamprey: its links, and a skin over them that shows the motoneurons. SI. */
import { setLinkCentres } from '../../bodies/links/chain.ts';
import type { FrameLayout } from '../../contract/frame.ts';
import type { State } from '../../contract/types.ts';
import { setNeuralOutputs } from '../../control/spinal/network.ts';
import { neuronTypes } from '../../control/spinal/tables.ts';
import { cos, sin } from '../../math/portable.ts';
import type { LampreySystem } from './system.ts';
import type { LampreyDesc } from './schema.ts';
import type { LampreyScratch } from './scratch.ts';
import { createFishSkin } from './skin.ts';

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
    surfaces: [
      createFishSkin(
        links,
        'motoneuron',
        (place, side) => 2 * Math.min(segments - 1, Math.floor(place * segments)) + side,
      ),
    ],
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
  { arrays, body, network, centres, outputs }: LampreyScratch,
): void {
  const { segments } = system.desc;
  setLinkCentres(centres, body, arrays.body);
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
