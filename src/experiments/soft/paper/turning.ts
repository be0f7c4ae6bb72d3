/** [softcon Fig. 9]: the octopus turns by its shipped policy; what the two long muscles of its arms do on either side of the turn. */
import { loadShippedPolicy } from '../../../animals/policies.ts';
import type { SoftSystem } from '../../../engine/families/soft/system.ts';
import { applySettings } from '../../../engine/families/descriptions.ts';
import { acos } from '../../../engine/math/portable.ts';
import type { Simulation } from '../../../engine/sim/simulation.ts';
import { createSimulation } from '../../../learn/environments/setup.ts';
import { decodePolicyFile, type PolicyFile } from '../../../learn/policies/file.ts';
import { openPolicy } from '../../../learn/policies/open-policy.ts';
import { createPolicyDriver } from '../../../learn/policies/policy-driver.ts';
import type { Claim, Experiment, ExperimentContext, ExperimentResult, RunRecord } from '../../kinds/claim.ts';
import { column, createSeries } from '../../reproduce/series.ts';

const animal = 'octopus';
const claims: readonly Claim[] = [
  {
    id: 'softcon/fig-9/outer',
    where: 'Fig. 9',
    claim:
      'In a turn the arms outside of it make the strong thrusts: excitation of their inner muscles over that of the arms inside',
    theirs: 'outer arms thrust more',
    tolerance: { low: 1.1, high: Infinity },
    kind: 'predicted',
  },
  {
    id: 'softcon/fig-9/inner',
    where: 'Fig. 9',
    claim:
      'The arms inside of the turn brake: excitation of their outer muscles over that of the arms outside, and over that of going straight',
    theirs: 'inner arms brake',
    tolerance: { low: 1.1, high: Infinity },
    kind: 'predicted',
  },
];

/** s of a run; the policy starts after the run-up, and the target is at a right angle to the side. */
const runSeconds = 9;
const runUpSeconds = 4;
const sampleInterval = 1 / 30;
/**
 * s at which the pattern has reached full strength; ° to the target at which the turn is over; least lateral position of an arm
 * that counts as outer or inner.
 */
const fullPatternSeconds = 2;
const turnedDegrees = 20;
const sideArmShare = 0.3;

/** Mean excitations at one time: of the muscles that thrust and of those that brake, of the arms outside and inside of the turn. */
interface Sample {
  readonly time: number;
  /** ° that are left to turn. */
  readonly left: number;
  readonly thrust: readonly [outside: number, inside: number];
  readonly brake: readonly [outside: number, inside: number];
}

function turn(context: ExperimentContext, policy: PolicyFile, side: 1 | -1, runs: RunRecord[]): Sample[] {
  const heading = `target.heading=${side * 1.5708}`;
  const spec = { desc: applySettings(context.describe(animal), [heading]), task: 'steer' };
  const open = openPolicy(spec, policy);
  const simulation = createSimulation(open.setup, 1);
  const driver = createPolicyDriver(simulation, open);
  const stride = Math.round(sampleInterval / simulation.system.dt);
  const pose = new Float64Array(15);
  const samples: Sample[] = [];
  while (simulation.time < runSeconds - 1e-9) {
    driver.decide();
    simulation.step();
    if (simulation.stepCount % stride !== 0) continue;
    simulation.writePose(pose);
    samples.push(look(simulation, side, (180 / Math.PI) * acos(Math.max(-1, Math.min(1, side * pose[4]!)))));
  }
  const command = `bestiary run ${animal} --policy default --seconds ${runSeconds} --set ${heading}`;
  runs.push({ command, seed: 1, seconds: simulation.time, hash: simulation.hash() });
  return samples;
}

function look({ state, system, time }: Simulation, side: 1 | -1, left: number): Sample {
  const { plan, body } = system as SoftSystem;
  const excitations = state.arrays['excitations']!;
  const mean = (kind: 'inner' | 'outer', at: 1 | -1): number => {
    let [sum, count] = [0, 0];
    for (const [cord, { name }] of body.cords.entries()) {
      if (!name.endsWith(kind) || plan.sides[cord]! * at < sideArmShare) continue;
      const { first, segments } = plan.cords[cord]!;
      for (let i = first; i < first + segments; i++) sum += excitations[i]!;
      count += segments;
    }
    return sum / count;
  };
  const of = (kind: 'inner' | 'outer') => [mean(kind, side === 1 ? -1 : 1), mean(kind, side)] as const;
  return { time, left, thrust: of('inner'), brake: of('outer') };
}

function average(samples: readonly Sample[], read: (sample: Sample) => number): number {
  return samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
}

async function run(context: ExperimentContext): Promise<ExperimentResult> {
  const policy = decodePolicyFile((await loadShippedPolicy('default', animal, 'steer'))!);
  const runs: RunRecord[] = [];
  const sides = context.quick ? ([1] as const) : ([1, -1] as const);
  const all = sides.map((side) => turn(context, policy, side, runs));
  const straight = all.flat().filter(({ time }) => time > fullPatternSeconds && time <= runUpSeconds);
  const turning = all.flatMap((samples) => {
    const last = samples.findIndex(({ time, left }) => time > runUpSeconds && left < turnedDegrees);
    return samples.slice(0, last < 0 ? samples.length : last).filter(({ time }) => time > runUpSeconds);
  });
  const [outside, inside] = [average(turning, ({ thrust }) => thrust[0]), average(turning, ({ thrust }) => thrust[1])];
  const [brakeOutside, brakeInside] = [
    average(turning, ({ brake }) => brake[0]),
    average(turning, ({ brake }) => brake[1]),
  ];
  const before = {
    thrust: average(straight, ({ thrust }) => thrust[0]),
    brake: average(straight, ({ brake }) => brake[1]),
  };
  const print = (value: number): string => value.toFixed(3);
  const [shown] = all;
  return {
    findings: {
      'softcon/fig-9/outer': {
        ours: outside / inside,
        note: `Thrusting muscles: outside ${print(outside)}, inside ${print(inside)}, going straight ${print(before.thrust)}.`,
      },
      'softcon/fig-9/inner': {
        ours: Math.min(brakeInside / brakeOutside, brakeInside / before.brake),
        note: `Braking muscles: inside ${print(brakeInside)}, outside ${print(brakeOutside)}, going straight ${print(before.brake)}.`,
      },
    },
    tables: [createTurnTable(shown!)],
    plots: [
      createPlot(
        'Fig. 9: muscles that thrust, in a turn from 4 s on',
        ['thrust outside', 'thrust inside'],
        'excitation',
        '',
      ),
      createPlot('Fig. 9: muscles that brake', ['brake outside', 'brake inside'], 'excitation', ''),
      createPlot('Fig. 9: the turn', ['left to turn'], 'left to turn', '°'),
    ],
    runs,
  };
}

function createTurnTable(shown: readonly Sample[]) {
  return createSeries('softcon-turning', [
    column('time', 's', 'Simulated time; the turn to the left begins at 4 s.', shown, ({ time }) => time),
    column('left to turn', '°', 'Between the body’s axis and the target.', shown, ({ left }) => left),
    column(
      'thrust outside',
      '',
      'Inner muscles of the arms outside of the turn, mean excitation.',
      shown,
      ({ thrust }) => thrust[0],
    ),
    column('thrust inside', '', 'Inner muscles of the arms inside of the turn.', shown, ({ thrust }) => thrust[1]),
    column('brake outside', '', 'Outer muscles of the arms outside of the turn.', shown, ({ brake }) => brake[0]),
    column('brake inside', '', 'Outer muscles of the arms inside of the turn.', shown, ({ brake }) => brake[1]),
  ]);
}

function createPlot(title: string, ys: readonly string[], name: string, unit: string) {
  return { kind: 'lines' as const, title, table: 'softcon-turning', x: 'time', ys, y: { name, unit } };
}

export const turning: Experiment = {
  id: 'softcon/turning',
  title: 'The octopus turns',
  claims,
  cost: [6, 10],
  run,
};
