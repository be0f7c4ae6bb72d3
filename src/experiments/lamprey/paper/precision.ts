/** [lamprey §3]: the error limit of the integration. */
import { hypot } from '../../../engine/math/portable.ts';
import type { Experiment, ExperimentContext, RunRecord } from '../../kinds/claim.ts';
import { observeRun } from '../../reproduce/observe.ts';

const limits = [1e-2, 1e-3, 1e-6] as const;
/** Of the way swum: what counts as acceptable. The paper does not say what it accepts. */
const acceptable = 0.01;

function swim(context: ExperimentContext, limit: number, runs: RunRecord[]) {
  const place = { x: 0, y: 0 };
  const { record } = observeRun(context, {
    animal: 'lamprey',
    seconds: context.quick ? 10 : 100,
    settings: ['integration.method=reference', `integration.tolerance=${limit}`],
    onSample: (_, signals) => Object.assign(place, { x: signals.read('position.x'), y: signals.read('position.y') }),
  });
  runs.push(record);
  return place;
}

export const precision: Experiment = {
  id: 'lamprey/precision',
  title: 'The error limit',
  claims: [
    {
      id: 'lamprey/error-limit',
      where: '§3',
      claim:
        'An error limit of 1e-3 "is the largest error rate resulting in acceptable precision for simulations of 100000 ms": place at the end, against 1e-6',
      theirs: '1e-3 and no more',
      tolerance: 'off by at most 1 % of the way with 1e-3, by more with 1e-2',
      kind: 'predicted',
      why: 'By this measure a limit of 1e-2 is as good; the paper does not say what it accepts, and the sense of the limit depends on the units (here g, mm, ms).',
    },
  ],
  cost: [4, 40],
  run: (context) => {
    const runs: RunRecord[] = [];
    const [coarse, own, fine] = limits.map((limit) => swim(context, limit, runs));
    const way = hypot(fine!.x, fine!.y);
    const measure = (place: { x: number; y: number }): number => hypot(place.x - fine!.x, place.y - fine!.y) / way;
    const [coarseShare, ownShare] = [measure(coarse!), measure(own!)];
    const print = (share: number): string => `${(100 * share).toPrecision(2)} %`;
    return {
      findings: {
        'lamprey/error-limit': {
          ours: `1e-3: ${print(ownShare)}, 1e-2: ${print(coarseShare)}`,
          holds: ownShare <= acceptable && coarseShare > acceptable,
          note: `After ${context.quick ? 10 : 100} s.`,
        },
      },
      tables: [],
      plots: [],
      runs,
    };
  },
};
