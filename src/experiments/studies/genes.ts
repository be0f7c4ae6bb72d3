/** `vary` of a study: the numbers that the animal itself offers to a search become parameters, beside those that are named. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import type { ParameterSpec, StudySpec } from './spec.ts';

/** Parameters that the study names itself stay as it says. Adds to `problems`. */
export function addGenes(spec: StudySpec, creature: AnimalDesc, problems: Problem[]): StudySpec {
  if (spec.vary.length === 0) return spec;
  const { handles } = new Simulation(creature, { seed: 1 }).system;
  const { genes, followers } = handles.design ?? { genes: [], followers: [] };
  for (const group of spec.vary) {
    if (genes.some((gene) => gene.group === group)) continue;
    const others = [...new Set(genes.map((gene) => gene.group))];
    const hint =
      others.length === 0
        ? 'This animal offers none: name parameters with from and to.'
        : `It offers ${others.join(', ')}.`;
    problems.push({ code: 'inconsistent', path: 'vary', got: `'${group}'`, hint });
  }
  const parameters: Record<string, ParameterSpec> = { ...spec.parameters };
  for (const { group, path, from, to, now, scale } of genes)
    if (spec.vary.includes(group))
      parameters[path] ??= { from, to, start: now, ...(scale === undefined ? {} : { scale }) };
  for (const { group, path, mix, plus } of followers)
    if (spec.vary.includes(group) && Object.keys(mix).every((gene) => Object.hasOwn(parameters, gene)))
      parameters[path] ??= { mix: { ...mix }, plus };
  return { ...spec, parameters };
}
