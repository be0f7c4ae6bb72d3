/** The pendulum for the simulation contract. */
import { createArraysScratch, defineSolver } from '../../../engine/contract/define.ts';
import { createFamily, type Family } from '../../../engine/contract/types.ts';
import { sin } from '../../../engine/math/portable.ts';
import { compilePendulum } from './compile.ts';
import * as outputs from './outputs.ts';
import { type PendulumDesc, pendulumDescriptions, pendulumSchema } from './schema.ts';

const solver = defineSolver<PendulumDesc, outputs.PendulumSystem, outputs.PendulumScratch, outputs.PendulumMeters>({
  compile: compilePendulum,
  createScratch: createArraysScratch,
  init({ desc }, _state, { arrays }) {
    arrays.swing[0] = desc.start;
  },
  /** m l² φ̈ = τ − m g l sin φ − c m l² φ̇, semi-implicit. */
  step({ desc, damping, isStuck, dt, controlIndex }, { controls }, { arrays: { swing } }) {
    const { length, mass } = desc.body;
    const torque = controls[controlIndex['push.torque']]!;
    const pull = torque / (mass * length * length) - (9.81 / length) * sin(swing[0]!) - damping * swing[1]!;
    swing[1] = isStuck ? 0 : swing[1]! + dt * pull;
    swing[0] = swing[0]! + dt * swing[1];
  },
  writeFrame(out, { frameOffsets, desc }, _state, { arrays }) {
    outputs.setParts(out, frameOffsets.parts, desc.body.length, arrays.swing[0]!);
  },
  listMetrics: outputs.listMetrics,
  createMeters: outputs.createMeters,
});

const about = 'A bob on a rod, the first thing whose swing was computed. Push it, jam it, put it into water.';
const tryFirst = [{ label: 'Let it swing in water', set: ['place=water'] }, { label: 'Press on it to jam its pivot' }];
const kinds = { body: { kind: 'rod' }, controller: { kind: 'torque' } };
const example = (): PendulumDesc => pendulumSchema().parse({ schemaVersion: 2, about, tryFirst, ...kinds });

export const pendulumFamily: Family = createFamily(pendulumDescriptions, { solver, example });
