/** A pendulum's description → what the solver needs. */
import { defineSystem } from '../../../engine/contract/define.ts';
import { listPatternProblems } from '../../../engine/model/pattern.ts';
import { ModelError } from '../../../engine/model/problem.ts';
import { createFrame, fields, listMetrics, type PendulumSystem, signals } from './outputs.ts';
import { type PendulumDesc, pendulumDescriptions } from './schema.ts';

/** Damping of what it swings in, 1/s. */
const dampings = { air: 0.02, water: 1.5 } as const;
const items = ['pivot'].map((name) => ({ name, entries: [name], parts: [0, 1] }));
const jam = { kind: 'joint', verbs: ['jam', 'free'], path: 'lesions.stuck', patterns: true, items } as const;
const steer = [{ path: 'push.torque', base: 0, plus: { left: -0.2, right: 0.2 } }];
const handles = { steer, lesions: [jam], place: { path: 'place' }, front: ['push'] };

export function compilePendulum(desc: PendulumDesc): PendulumSystem {
  const problems = listPatternProblems(desc.lesions.stuck, ['pivot'], jam.path, jam.kind);
  if (problems.length > 0) throw new ModelError(problems);
  const size = { bodyLength: desc.body.length, mass: desc.body.mass };
  const outputs = { signals, metrics: listMetrics(), frame: () => createFrame(desc) };
  const listed = { desc, dt: 0.005, fields, handles, ...size, ...outputs };
  const own = { damping: dampings[desc.place], isStuck: desc.lesions.stuck.length > 0 };
  return defineSystem(pendulumDescriptions, ['push.torque'], listed, own);
}
