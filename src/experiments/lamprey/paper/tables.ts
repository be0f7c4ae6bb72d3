/** [lamprey Tables 1 and 2, §2.2]: are the numbers that run those that are printed? */
import { readAt } from '../../../engine/model/field-tree.ts';
import type { Claim, ClaimFinding, Experiment, ExperimentContext } from '../../kinds/claim.ts';
import { createRun } from '../../reproduce/observe.ts';

/** From, to, side, weight, reach toward the head, reach toward the tail: Table 1, left half. */
const connections: readonly (readonly [string, string, string, number, number, number])[] = [
  ['EIN', 'EIN', 'same', 0.4, 2, 2],
  ['EIN', 'CIN', 'same', 3, 2, 2],
  ['EIN', 'LIN', 'same', 13, 5, 5],
  ['EIN', 'MN', 'same', 1, 5, 5],
  ['LIN', 'CIN', 'same', -1, 5, 5],
  ['CIN', 'EIN', 'opposite', -2, 1, 10],
  ['CIN', 'CIN', 'opposite', -2, 1, 10],
  ['CIN', 'LIN', 'opposite', -1, 1, 10],
  ['CIN', 'MN', 'opposite', -2, 5, 5],
];
const brainstem: Readonly<Record<string, number>> = { EIN: 2, CIN: 7, LIN: 5, MN: 5 };

/** Θ, Γ, τ_D in s, µ, τ_A in s: Table 2; null where the paper has a dash. */
const neurons: Readonly<Record<string, readonly [number, number, number, number, number | null]>> = {
  EIN: [-0.2, 1.8, 0.03, 0.3, 0.4],
  CIN: [0.5, 1, 0.02, 0.3, 0.2],
  LIN: [8, 0.5, 0.05, 0, null],
  MN: [0.1, 0.3, 0.02, 0, null],
};
const neuronFields = ['threshold', 'gain', 'tauDendrite', 'adaptation', 'tauAdaptation'] as const;

/** Of §2.2, SI: α, β, γ, δ; length and height of a link, greatest width. */
const body: Readonly<Record<string, number>> = {
  'body.muscle.alpha': 3e-3,
  'body.muscle.beta': 0.3e-3,
  'body.muscle.gamma': 10,
  'body.muscle.delta': 30e-6,
};

const everyNumber = 'every number equal';
const claims: readonly Claim[] = [
  {
    id: 'lamprey/table-1',
    where: 'Table 1',
    claim: 'Weights and extents of the connections, weights of the brain stem',
    theirs: 22,
    unit: 'entries',
    tolerance: everyNumber,
    kind: 'input',
  },
  {
    id: 'lamprey/table-2',
    where: 'Table 2',
    claim: 'Constants of the neurons',
    theirs: 18,
    unit: 'entries',
    tolerance: everyNumber,
    kind: 'input',
  },
  {
    id: 'lamprey/body',
    where: '§2.2',
    claim: 'Ten links of 30 × 30 mm, at most 20 mm wide and narrower toward the tail; α, β, γ, δ of the muscles',
    theirs: '10 links, 4 constants',
    tolerance: everyNumber,
    kind: 'input',
  },
  {
    id: 'lamprey/equations',
    where: '§5',
    claim: '"24 DEs per neural segment compared with 3 per body link", 24s + 3b for s segments and b links',
    theirs: '24 and 3',
    tolerance: 'the same numbers for a segment and for a link',
    kind: 'input',
    why: 'Motion in one plane takes place and speed for each coordinate. Minimal coordinates have an angle for each link and a place for all of them, so that the joints need no equations of their own; neurons that do not adapt have no third one.',
  },
  {
    id: 'lamprey/link-table',
    where: '§2.2',
    claim:
      '"Physical parameter values of the links are the same as those of [2]", a thesis that was not found; λ⊥ and λ∥ are those of [5]',
    theirs: 'not printed',
    tolerance: 'needs the tables of the thesis and of [5]',
    kind: 'fitted',
    needs:
      'The numbers are not in the paper. Mass and inertia are derived here, taper and drag along the body are fitted.',
  },
];

interface Connection {
  readonly from: string;
  readonly to: string;
  readonly side: string;
  readonly weight: number;
  readonly headward: number;
  readonly tailward: number;
}

function compare(pairs: readonly (readonly [number, unknown])[]): ClaimFinding {
  const equal = pairs.filter(([theirs, ours]) => theirs === ours).length;
  return { ours: equal, holds: equal === pairs.length };
}

/** Numbers of the state for a segment, and for a link. */
function countEquations(context: ExperimentContext): ClaimFinding {
  const { state } = createRun(context, { animal: 'lamprey', seconds: 0 });
  const [segment, body] = [state.arrays['neurons']!.length / 100, state.arrays['body']!.length];
  return {
    ours: `${segment} and ${body / 10}`,
    holds: segment === 24 && body === 30,
    note: `${100 * segment + body} in all; 24s + 3b is 2430.`,
  };
}

export const tables: Experiment = {
  id: 'lamprey/tables',
  title: 'Tables 1 and 2 and the body, as used',
  claims,
  cost: [0.1, 0.1],
  run: (context) => {
    const { describe } = context;
    const desc = describe('lamprey');
    const found = readAt(desc, 'controller.connections') as readonly Connection[];
    const entries = connections.flatMap(([from, to, side, ...numbers]) => {
      const match = found.find((one) => one.from === from && one.to === to && one.side === side);
      const ours = [match?.weight, match?.headward, match?.tailward];
      // A weight and its extents are one entry of the printed table.
      return [[1, numbers.every((number, i) => number === ours[i]) ? 1 : 0] as const];
    });
    const drive = Object.entries(brainstem).map(
      ([name, weight]) => [weight, readAt(desc, `controller.brainstemWeights.${name}`)] as const,
    );
    const table1 = compare([...entries, ...drive]);
    const constants = Object.entries(neurons).flatMap(([name, values]) =>
      values.flatMap((value, i) =>
        // A neuron of kind steady has no adaptation.
        value === null ? [] : [[value, readAt(desc, `controller.neurons.${name}.${neuronFields[i]!}`) ?? 0] as const],
      ),
    );
    const links = readAt(desc, 'body.links') as readonly { length: number; height: number; width: number }[];
    const isTapering = links.every(({ width }, i) => width <= (links[i - 1]?.width ?? 0.02));
    const isSized = links.length === 10 && links.every(({ length, height }) => length === 0.03 && height === 0.03);
    const muscles = compare(Object.entries(body).map(([path, value]) => [value, readAt(desc, path)] as const));
    return {
      findings: {
        // The right half is the mirror image of the left one by construction.
        'lamprey/table-1': {
          ours:
            2 * entries.filter(([, ours]) => ours === 1).length +
            drive.filter(([weight, ours]) => weight === ours).length,
          holds: table1.holds! && found.length === connections.length,
        },
        'lamprey/equations': countEquations(context),
        'lamprey/table-2': compare(constants),
        'lamprey/body': {
          ours: `${links.length} links, ${String(muscles.ours)} constants`,
          holds: isTapering && isSized && muscles.holds!,
        },
      },
      tables: [],
      plots: [],
      runs: [],
    };
  },
};
