/** How deep the tips of swinging legs are drawn in the ground. */
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import { setDistance, type SignedDistance } from '../../engine/world/distance/signed-distance.ts';
import { states, unit } from './centipede-run.ts';

export interface SwingingTips {
  /** Looks at all legs as they are drawn now. */
  observe(): void;
  /** Tips seen, and the share of them more than a millimetre inside. */
  read(): { readonly seen: number; readonly deep: number };
}

const maxDepth = 1e-3;

export function watchSwingingTips(simulation: Simulation): SwingingTips {
  const { frame: layout, ground } = simulation.system as typeof simulation.system & {
    ground: { terrain: SignedDistance };
  };
  const offsets = computeFrameOffsets(layout);
  const tips = layout.parts.flatMap(({ name, size }, i) =>
    name.endsWith('lower') ? [{ at: offsets.parts + 7 * i, half: (size[0] - size[1]) / 2 }] : [],
  );
  const frame = new Float32Array(simulation.frameLength);
  const sample = new Float64Array(4);
  let [seen, deep] = [0, 0];
  return {
    observe() {
      simulation.writeFrame(frame);
      const legs = simulation.state.arrays['legStates']!;
      tips.forEach(({ at, half }, leg) => {
        if (legs[leg] === states.STANCE) return;
        const [x, y, z, w] = [frame[at + 3]!, frame[at + 4]!, frame[at + 5]!, frame[at + 6]!];
        const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
        const tip = axis.map((value, k) => (frame[at + k]! + half * value) / unit);
        setDistance(sample, ground.terrain, tip[0]!, tip[1]!, tip[2]!);
        seen += 1;
        if (unit * sample[0]! < -maxDepth) deep += 1;
      });
    },
    read: () => ({ seen, deep: deep / seen }),
  };
}
