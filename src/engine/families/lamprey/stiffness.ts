/**
 * How many explicit steps network and body need, whatever the time between two states.
 *
 * The network's method extrapolates potentials, so a step must be short against the time constants, and against the time in
 * which the exponent Γ ξ of a neuron can change by about 1: its inputs add up to at most its weights.
 *
 * The body: springs, dampers and water pull it back at a rate that the links' inertia sets; a
 * Runge–Kutta step must stay well below the inverse of the largest. Units g, mm, ms.
 *
 * Bounds: joints only take freedom away, so a joint's angle answers a torque by at most 1/I + 1/I₊, and by Gershgorin's
 * theorem the whole chain by twice the largest of these. Drag grows with speed: that of a swimmer, or the speed at which the
 * water balances the muscles if it is higher.
 */
import type { LinkParameters } from '../../bodies/links/chain.ts';
import { neuronTypes, type SpinalParameters } from '../../control/spinal/tables.ts';
import type { MuscleParameters } from '../../forces/joint-muscle.ts';
import { ModelError, printGot } from '../../model/problem.ts';

/** ms; and as shares of time constants and of the time in which an exponent changes by 1. With these 10 s end within 0.3 mm. */
const longestNetworkStep = 2.5;
const largestDelayShare = 1 / 8;
const largestExponentShare = 1.25;
/** Of two network steps, in 5 ms: a hundred times the work of the paper's animal. */
const mostBlocks = 100;

/** Blocks of two network steps in `stepTime`, at least one. Throws ModelError where they would be too many. */
export function computeBlocks(stepTime: number, { neurons, connections }: SpinalParameters): number {
  let [longest, worst] = [longestNetworkStep, 'EIN'];
  for (const type of neuronTypes) {
    const { gain, delay, adaptation, adaptationTime, drive } = neurons[type];
    const inputs = connections.filter(({ to, weight }) => to === type && weight > 0);
    const input = inputs.reduce((sum, { weight }) => sum + weight, drive);
    const own = Math.min(
      largestDelayShare * (adaptation === 0 ? delay : Math.min(delay, adaptationTime)),
      (largestExponentShare * delay) / (gain * input),
    );
    if (own < longest) [longest, worst] = [own, type];
  }
  if (longest < longestNetworkStep / mostBlocks)
    throw new ModelError([
      {
        code: 'inconsistent',
        path: `controller.neurons.${worst}`,
        got: `changes within ${longest.toExponential(1)} ms`,
        hint: 'Give it longer time constants, a smaller gain, or weaker inputs.',
      },
    ]);
  return Math.max(1, Math.ceil(stepTime / (2 * longest) - 1e-9));
}

/** Step times rate; RK4 is stable to 2.78. */
const largestShare = 2;
const leastSteps = 2;
/** In a block of two network steps: a hundred times the work of the paper's animal. */
const mostSteps = 200;
/** mm/ms */
const swimmingSpeed = 1;
/** Of both sides together: firing is at most 1, the live gain at most 3. */
const largestActivity = 6;

interface Rate {
  /** 1/ms */
  readonly rate: number;
  /** The parameter to change. */
  readonly path: string;
  readonly value: number;
}

/** Steps of the body in `blockTime`. Throws ModelError for a body that would need too many. */
export function computeBodySteps(
  blockTime: number,
  links: readonly Readonly<LinkParameters>[],
  muscle: Readonly<MuscleParameters>,
  gain: number,
): number {
  const rates = listRates(links, muscle, gain);
  const spring = rates.spring.rate;
  const damper = rates.damper.rate + rates.water.rate;
  const steps = Math.max(leastSteps, Math.ceil((blockTime * Math.max(spring, damper)) / largestShare - 1e-9));
  if (steps <= mostSteps) return steps;
  const worst = [rates.spring, rates.damper, rates.water].reduce((a, b) => (b.rate > a.rate ? b : a));
  throw new ModelError([
    {
      code: 'inconsistent',
      path: worst.path,
      got: printGot(worst.value),
      hint: `This body would answer within ${(1 / worst.rate).toExponential(1)} ms: give a smaller value, or heavier and longer links.`,
    },
  ]);
}

function listRates(
  links: readonly Readonly<LinkParameters>[],
  { strength, stiffness, tonus, damping }: Readonly<MuscleParameters>,
  gain: number,
): Record<'spring' | 'damper' | 'water', Rate> {
  let answer = 0;
  let water: Rate = { rate: 0, path: 'medium.density', value: 0 };
  links.forEach(({ mass, inertia, length, normalDrag, axialDrag }, i) => {
    const next = links[i + 1];
    if (next !== undefined) answer = Math.max(answer, 2 * (1 / inertia + 1 / next.inertia));
    for (const [name, drag] of [
      ['dragAcross', normalDrag],
      ['dragAlong', axialDrag],
    ] as const) {
      // λ v² = 2 α gain / (l / 2) at the speed where water and muscles balance.
      const balanced = Math.sqrt((drag * 4 * strength * gain) / length);
      const rate = (2 * Math.max(drag * swimmingSpeed, balanced)) / mass;
      if (rate > water.rate) water = { rate, path: `body.links[${i}].${name}`, value: drag };
    }
  });
  const k = stiffness * (largestActivity + tonus);
  return {
    spring: { rate: Math.sqrt(k * answer), path: 'body.muscle.beta', value: stiffness * 1e-3 },
    damper: { rate: damping * answer, path: 'body.muscle.delta', value: damping * 1e-6 },
    water,
  };
}
