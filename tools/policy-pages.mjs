// Cards of policies and the tables and curves of docs/learning.md, as text made of measurements (policy-cards.mjs).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawCurves } from './policy-curves.mjs';
import { StepError } from './workspace.mjs';

const marks = ['<!-- steering: node tools/policy-cards.mjs -->', '<!-- end of steering -->'];

/** How pushes are measured; results under another name are of other pushes. */
export const pushName = 'by weight';
const pushWords = 'a push of 0.25 to 0.75 of its weight at the head for 0.67 s';

const round = (value, digits) => (typeof value === 'number' && Number.isFinite(value) ? value.toFixed(digits) : '–');
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A measurement of one policy, if it was made with this file. */
function find(measured, animal, policy, task, name, checksum) {
  const result = measured[[animal, policy, task, name].join(' / ')];
  return result === undefined || (checksum !== undefined && result.checksum !== checksum) ? undefined : result;
}

const steerHead = ['policy', 'angle', 'median', 'to 20°', 'speed', 'return', 'episodes'];
const steerCells = (result) =>
  result === undefined
    ? ['not measured', '', '', '', '', '']
    : [
        `${round(result.meanAngle, 2)}°`,
        `${round(result.medianAngle, 2)}°`,
        `${round(result.timeTo20, 2)} s`,
        round(result.speedShare, 3),
        round(result.return, 1),
        `${result.episodes}${result.failed > 0 ? `, ${Math.round(result.failed * result.episodes)} broke` : ''}`,
      ];

/** What was added to the proportional controller, by its name in the policy's provenance. */
const additions = {
  effortForMissingSpeed: (share) =>
    `effort in proportion to the missing speed, ${share} times its reach when all of it is missing`,
  effortForHeightInStep: (share) =>
    `harder strokes in the part of each beat that turns the nose up or down, ${share} of the reach of effort for a target right above. ` +
    'That was found by evolution on `recover` from the proportional controller (`--trainer es --start proportional --config sigma=0.1 --updates 14`, 68 CPU seconds); other weights that it found made no difference and were left out',
};

const changes = ['softer', 'stiffer', 'coarser', 'finer'];

/** Return with each change over that without, on the same seeds. */
function listShares(measured, { animal, short, checksum }) {
  const base = find(measured, animal, short, 'steer', 'as it is', checksum);
  return changes.map((name) => {
    const result = find(measured, animal, short, 'steer', name, checksum);
    return result === undefined || base === undefined ? undefined : result.return / base.return;
  });
}

/** Angle during training, with noise, over three rows; CPU minutes until it was within 1.5 times the last. */
export function summariseCurve(curve) {
  const angles = curve.map((_, i) => {
    const near = curve.slice(Math.max(0, i - 2), i + 1).flatMap(({ angle }) => (Number.isFinite(angle) ? [angle] : []));
    return near.reduce((sum, angle) => sum + angle, 0) / Math.max(1, near.length);
  });
  const last = curve.slice(-Math.max(3, Math.round(curve.length / 8)));
  const final = last.reduce((sum, { angle }) => sum + angle, 0) / last.length;
  // Where it first was and stayed: after the last row that was beyond.
  const early = Math.min(curve.length - 1, angles.findLastIndex((angle) => angle > 1.5 * final) + 1);
  const rate = (from, to) =>
    (4 * (curve[to].decisions - curve[from].decisions)) / (curve[to].cpuSeconds - curve[from].cpuSeconds);
  const quarter = Math.max(1, Math.floor(curve.length / 4));
  return {
    first: angles[0],
    final,
    minutes: curve[early].cpuSeconds / 60,
    total: curve.at(-1).cpuSeconds / 60,
    decisions: curve.at(-1).decisions,
    rates: curve.length < 4 ? undefined : [rate(0, quarter), rate(curve.length - 1 - quarter, curve.length - 1)],
  };
}

const describe = (policy) => {
  const { animal, observation, actions, model, provenance, network, checksum } = policy.file;
  const short = policy.name.slice(animal.length + 1);
  const isNetwork = network.hidden.length > 0;
  const environment = { observation, actions, model };
  return { ...policy, animal, short, checksum, environment, provenance, isNetwork, hidden: network.hidden };
};

function createCard(policy, measured) {
  const { animal, short, environment, provenance, isNetwork, hidden, training, curve, checksum } = policy;
  const { trainer = 'none', seed, start } = provenance;
  const { observation, actions, model } = environment;
  const isProportional = training === undefined && !isNetwork;
  const beyond = Object.entries(additions).flatMap(([name, print]) =>
    provenance[name] === undefined ? [] : [print(provenance[name])],
  );
  const made = isProportional
    ? `The proportional controller that the animal declares, as a linear policy: it turns toward the target in proportion to the angle to it${beyond.map((text) => `; and, beyond that, ${text}`).join('')}.${beyond.length === 0 || provenance.effortForMissingSpeed !== undefined ? ' Nothing was learned.' : ''}`
    : `${isNetwork ? `A network (${hidden.join(' × ')}, tanh) by ${trainer === 'ppo' ? 'PPO' : trainer} from scratch` : `A linear policy by evolution (CMA-ES)${start === undefined ? '' : `, started from the policy \`${start}\``}`}: observation \`${observation}\`, actions \`${actions}\`${model === null ? '' : ` of ${model}`}, seed ${seed}, on the mesh for training.`;
  const rows = [
    [isNetwork ? 'this network' : 'this', find(measured, animal, short, 'steer', 'steer', checksum)],
    ['proportional', find(measured, animal, 'proportional', 'steer', 'steer')],
    ['none', find(measured, animal, 'none', 'steer', 'steer')],
  ];
  const own = rows[0][1];
  const recover = find(measured, animal, short, 'recover', pushName, checksum);
  const shares = listShares(measured, policy);
  const parts = [`# ${animal}, task steer${isNetwork ? ': a network' : ''}`, made];
  if (training !== undefined) {
    const { minutes, total, decisions, first, final } = summariseCurve(curve);
    parts.push(
      `\`${training.command}\``,
      `${decisions} decisions in ${training.updates} updates, ${round(total, 2)} CPU minutes. During training, with exploration noise, the angle at the end of episodes fell from ${round(first, 0)}° to ${round(final, 1)}°; it stayed within 1.5 times the final angle from ${round(minutes, 2)} CPU minutes on. One seed.`,
    );
  }
  parts.push(
    'Default mesh, episodes of 10 s that start from straight swimming, the same targets for all policies:',
    table(
      steerHead,
      rows.map(([name, result]) => [name, ...steerCells(result)]),
    ),
  );
  if (own !== undefined) parts.push(`To repeat it: \`${own.command}\`.`);
  if (recover !== undefined)
    parts.push(
      `Back within 15° of the course 3 s after ${pushWords}: ${Math.round(recover.recovered * recover.episodes)} of ${recover.episodes} (\`--task recover\`).`,
    );
  const others = ['pace', 'current'].flatMap((task) => {
    const result = find(measured, animal, short, task, task, checksum);
    return result === undefined ? [] : [[`\`${task}\``, ...steerCells(result)]];
  });
  if (others.length > 0) parts.push('In other tasks:', table(['task', ...steerHead.slice(1)], others));
  if (shares.some((share) => share !== undefined))
    parts.push(
      `Return in other bodies without further training, relative to its own body (20 episodes each): ${changes
        .map((name, i) => `${name} ${shares[i] === undefined ? 'not measured' : round(shares[i], 3)}`)
        .join(
          ', ',
        )}. Softer and stiffer: the tissue's stiffness changed by 20 %; coarser and finer: the mesh changed by about 20 %.`,
    );
  return `${parts.join('\n\n')}\n`;
}

export function writeCards(folder, policies, measured) {
  for (const policy of policies.map(describe))
    writeFileSync(join(folder, `${policy.name}.md`), createCard(policy, measured));
}

function createTables(policies, measured) {
  const all = policies.map(describe);
  const animals = [...new Set(all.map(({ animal }) => animal))];
  const bold = (name) => `**${name}**`;
  const steer = animals.flatMap((animal) => [
    ...all
      .filter((policy) => policy.animal === animal)
      .map(({ short, isNetwork, checksum }) => [
        animal,
        isNetwork ? 'network' : bold('default'),
        ...steerCells(find(measured, animal, short, 'steer', 'steer', checksum)),
      ]),
    ...['proportional', 'none'].map((word) => [
      animal,
      word,
      ...steerCells(find(measured, animal, word, 'steer', 'steer')),
    ]),
  ]);
  const trained = all.filter(({ curve }) => curve !== undefined);
  const cost = trained.map((policy) => {
    const { minutes, total, decisions, final, rates } = summariseCurve(policy.curve);
    return [
      policy.animal,
      policy.isNetwork ? 'PPO' : 'evolution',
      String(decisions),
      round(total, 2),
      `${round(final, 1)}°`,
      round(minutes, 2),
      rates === undefined ? '–' : `${round(rates[0], 0)} → ${round(rates[1], 0)}`,
    ];
  });
  const countRecovered = (recover) =>
    recover === undefined ? '–' : `${Math.round(recover.recovered * recover.episodes)} of ${recover.episodes}`;
  const robust = animals.flatMap((animal) => [
    ...all
      .filter((policy) => policy.animal === animal)
      .map((policy) => [
        animal,
        policy.isNetwork ? 'network' : 'default',
        countRecovered(find(measured, animal, policy.short, 'recover', pushName, policy.checksum)),
        ...listShares(measured, policy).map((share) => (share === undefined ? '–' : round(share, 3))),
      ]),
    [animal, 'none', countRecovered(find(measured, animal, 'none', 'recover', pushName)), ...changes.map(() => '')],
  ]);
  const others = animals.flatMap((animal) =>
    all
      .filter((policy) => policy.animal === animal)
      .flatMap(({ short, isNetwork, checksum }) =>
        ['pace', 'current'].flatMap((task) => {
          const result = find(measured, animal, short, task, task, checksum);
          return result === undefined ? [] : [[animal, task, isNetwork ? 'network' : 'default', ...steerCells(result)]];
        }),
      ),
  );
  return [
    'Angle to the target, time until it stays below 20°, and speed along the target relative to the speed of the central pattern alone, straight ahead. All policies get the same seeded targets on the default mesh.',
    table(['animal', ...steerHead], steer),
    'Cost of training. The last angle is that at the end of episodes, with exploration noise; the time is that from which the angle stayed within 1.5 times of it. Ticks per CPU second in the first and the last quarter show that noise does not slow the solver.',
    table(['animal', 'trainer', 'decisions', 'CPU min', 'last angle', 'CPU min to 1.5 ×', 'ticks/s'], cost),
    '![Angle over CPU minutes while the networks learned](images/learning-curves.svg)',
    'Other speeds and a current (`--task pace`, `--task current`). Speed is that along the target over the speed asked for, over ground.',
    table(['animal', 'task', ...steerHead], others),
    `Robustness: episodes back within 15° three seconds after ${pushWords}, and the return in other bodies relative to its own, without further training (tissue stiffness changed by 20 %, the mesh by about as much). Each body is measured by its own speed, so that these ratios do not show a body that swims slower. Without a policy (none) a push is recovered from where it hardly turns the animal.`,
    table(['animal', 'policy', 'after a push', ...changes], robust),
  ].join('\n\n');
}

export function writeDocument(file, policies, measured) {
  const text = readFileSync(file, 'utf8');
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new StepError(`${file} has no place between '${marks[0]}' and '${marks[1]}'.`);
  const image = join(dirname(file), 'images/learning-curves.svg');
  mkdirSync(dirname(image), { recursive: true });
  const networks = policies.filter(({ curve, file: { network } }) => curve !== undefined && network.hidden.length > 0);
  if (networks.length > 0) writeFileSync(image, drawCurves(networks));
  writeFileSync(
    file,
    `${text.slice(0, start + marks[0].length)}\n\n${createTables(policies, measured)}\n\n${text.slice(end)}`,
  );
}
