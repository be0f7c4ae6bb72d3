/**
 * On what footing the four excitation models are compared. [softcon §3.2, §5.2]
 *
 *   ours   as policies are trained here: a pattern under every model, reaches that keep the solver quick. AP-MEM then has little to
 *          change where α₀ = 1, and I-MEM and S-MEM add ±0.25 to a pattern that all segments of a cord get at once.
 *   paper  the paper's reaches; I-MEM and S-MEM have no pattern and the whole range of excitations, so that they can make a travelling
 *          wave; the pattern of AP-MEM and CPG-MEM has α₀ = 0.9 and β₀ = 0.1, so that Δα and Δβ act either way. Actions are held as
 *          long as on our footing: noise in every tick averages out over a stroke.
 */
import type { ExcitationModelName } from '../../../engine/control/excitation/models.ts';
import { applySettings } from '../../../engine/families/descriptions.ts';
import type { SoftDesc } from '../../../engine/families/soft/schema.ts';
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import { createSetup, type SetupSpec } from '../../../learn/environments/setup.ts';

export const footings = ['ours', 'paper'] as const;
export type Footing = (typeof footings)[number];

/** α₀ of the paper's footing; β₀ is the rest. Chosen: near the pattern's own 1, with room above. */
const delivery = 0.9;
/** Ticks for a decision, as on our footing. */
const ticksPerDecision = 4;

/** The environment of a model; the same speed counts as the animal's own under all four. */
export function describeFooting(desc: AnimalDesc, model: ExcitationModelName, footing: Footing): SetupSpec {
  // The paper's episodes differ in their targets alone.
  const plain = { task: 'steer', training: true, conditions: 'plain' } as const;
  if (footing === 'ours') return { ...plain, desc, model };
  const swimmer = applySettings(desc, listDeliveries(desc));
  const spec = { ...plain, actions: 'paper', repeat: ticksPerDecision } as const;
  const { reference } = createSetup({ ...spec, desc: swimmer, model: 'cpg-mem' });
  const hasPattern = model === 'ap-mem' || model === 'cpg-mem';
  return { ...spec, desc: hasPattern ? swimmer : applySettings(desc, ['controller.pattern=none']), model, reference };
}

function listDeliveries(desc: AnimalDesc): string[] {
  const { waves } = (desc as SoftDesc).controller;
  return waves.flatMap((_, i) => [
    `controller.waves[${i}].alpha=${delivery}`,
    `controller.waves[${i}].beta=${(1 - delivery).toFixed(1)}`,
  ]);
}
