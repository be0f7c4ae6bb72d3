/** What is wrong with the numbers of a network or with its lesions: found before anything is allocated. */
import { type Problem, printGot } from '../../model/problem.ts';
import { neuronTypes, type SpinalLesions, type SpinalParameters } from './tables.ts';

const outOfRange = (path: string, value: unknown, hint: string): Problem => ({
  code: 'out-of-range',
  path,
  got: printGot(value),
  hint,
});

const isCount = (value: number, low: number): boolean => Number.isInteger(value) && value >= low && value <= 1e6;

export function findNetworkProblems(parameters: SpinalParameters): Problem[] {
  const { segments, links, neurons, connections } = parameters;
  const problems: Problem[] = [];
  if (!isCount(links, 2)) problems.push(outOfRange('links', links, 'Give a whole number of links, at least 2.'));
  if (!isCount(segments, 1) || segments % links !== 0) {
    problems.push(outOfRange('segments', segments, `Give a positive multiple of the ${links} links.`));
  }
  for (const type of neuronTypes) {
    const neuron = neurons[type];
    for (const [name, value] of Object.entries(neuron)) {
      if (!Number.isFinite(value)) problems.push(outOfRange(`neurons.${type}.${name}`, value, 'Give a finite number.'));
    }
    if (!(neuron.delay > 0))
      problems.push(outOfRange(`neurons.${type}.delay`, neuron.delay, 'Give a time above 0 ms.'));
    if (neuron.adaptation !== 0 && !(neuron.adaptationTime > 0)) {
      problems.push(outOfRange(`neurons.${type}.adaptationTime`, neuron.adaptationTime, 'Give a time above 0 ms.'));
    }
  }
  connections.forEach(({ weight, headward, tailward }, c) => {
    const path = `connections[${c}]`;
    if (!Number.isFinite(weight)) problems.push(outOfRange(`${path}.weight`, weight, 'Give a finite number.'));
    if (!isCount(headward, 0))
      problems.push(outOfRange(`${path}.headward`, headward, 'Give a whole number, 0 or more.'));
    if (!isCount(tailward, 0))
      problems.push(outOfRange(`${path}.tailward`, tailward, 'Give a whole number, 0 or more.'));
  });
  return problems;
}

export function findLesionProblems(lesions: SpinalLesions, segments: number): Problem[] {
  const problems: Problem[] = [];
  lesions.silenced.forEach(({ first, last }, i) => {
    if (!isCount(first, 0) || !isCount(last, first) || last >= segments) {
      const hint = `Give 0 ≤ first ≤ last ≤ ${segments - 1}.`;
      problems.push(outOfRange(`lesions.silenced[${i}]`, [first, last], hint));
    }
  });
  lesions.cuts.forEach((cut, i) => {
    if (!isCount(cut, 1) || cut >= segments) {
      problems.push(outOfRange(`lesions.cuts[${i}]`, cut, `Give a whole number from 1 to ${segments - 1}.`));
    }
  });
  if (!(lesions.driveBehindCut >= 0 && lesions.driveBehindCut <= 1)) {
    problems.push(outOfRange('lesions.driveBehindCut', lesions.driveBehindCut, 'Give a share from 0 to 1.'));
  }
  return problems;
}
