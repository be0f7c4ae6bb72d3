/** What can be done to a soft animal: steered, aimed in space, pulled at, put into a place, its cords paralysed. */
import type { DesignHandle, Gene, GeneFollower } from '../../contract/design.ts';
import type { Handles } from '../../contract/handles.ts';
import type { LearnHandle } from '../../contract/learning.ts';
import type { WaveDesc } from '../../control/excitation/fields.ts';
import type { BodyOf } from './body/fields.ts';
import { completeMaterial } from './body/material-fields.ts';
import type { SoftDesc } from './schema.ts';

/** Faster waves at a full stick. Chosen: the muscles still follow. */
const fastestTempo = 1.5;
/** Backward is another way to swim: it takes more than a touch of the stick. */
const backward = { beyond: 0.5, value: -1 };

export function createSoftHandles(desc: SoftDesc, cords: readonly string[], learn: LearnHandle | undefined): Handles {
  return {
    steer: [
      { path: 'control.turn', base: 0, plus: { left: 1, right: -1 } },
      { path: 'control.tempo', times: { ahead: fastestTempo } },
      { path: 'control.direction', base: 1, pulledBack: backward },
    ],
    aim: { follow: 'target.follow', heading: 'target.heading', elevation: 'target.elevation' },
    poke: { node: 'poke.node', force: ['poke.x', 'poke.y', 'poke.z'] },
    lesions: [
      {
        kind: 'cord',
        verbs: ['paralyse', 'heal'],
        path: 'lesions.paralyse',
        patterns: true,
        items: cords.map((name) => ({ name, entries: [name] })),
      },
    ],
    place: { path: 'scene.kind', titles: { open: 'Open water' } },
    grasp: { path: 'control.grasp' },
    ...(learn === undefined ? {} : { learn }),
    design: listSoftGenes(desc),
    front: ['control', 'target'],
  };
}

/** Stations along a plate. Bounds are chosen: wide enough for another animal, narrow enough that most can be meshed. */
const stations = 8;
/** Of what it is now. */
const narrowestShare = 0.3;
const widestShare = 2.2;
const materialFactor = 4;
/** Share of the length below which a half width is part of the axis. */
const onAxis = 1e-3;

const waveRanges = { width: [0.15, 0.85], height: [0.1, 1], kappa: [1, 9.5] } as const;
const periodRange = [0.2, 1.2] as const;
const phaseRange = [-0.5, 0.5] as const;

/** Sizes that the built-in shapes take; lengths along the body stay, so that speeds in body lengths compare. */
const sizesOf: Readonly<Partial<Record<SoftDesc['body']['shape'], readonly string[]>>> = {
  eel: ['halfWidth', 'halfHeight', 'taper'],
  octopus: ['halfWidth', 'halfHeight', 'armLength', 'armHalfWidth', 'armHalfThickness', 'taper', 'droop'],
  starfish: ['halfWidth', 'halfHeight', 'armLength', 'armHalfWidth', 'armHalfThickness', 'taper', 'droop'],
  cuttlefish: ['halfWidth', 'halfHeight', 'armLength', 'finWidth', 'taper'],
};
const maxSizes: Readonly<Record<string, number>> = { taper: 1, droop: Math.PI / 2 };

/**
 * What a search may change. Widths of a plate are chosen at a few stations along it and change evenly from one to the next, both
 * sides alike; its muscles ride along, so that they stay inside.
 */
function listSoftGenes(desc: SoftDesc): DesignHandle {
  const parts = [listPattern(desc), listShape(desc), { genes: listMaterial(desc), followers: [] }];
  return { genes: parts.flatMap(({ genes }) => genes), followers: parts.flatMap(({ followers }) => followers) };
}

/** A wave with its index. */
interface UsedWave {
  readonly wave: WaveDesc;
  readonly at: number;
}

function listPattern({ controller }: SoftDesc): DesignHandle {
  if (controller.pattern !== 'waves') return { genes: [], followers: [] };
  const used = controller.waves.flatMap((wave, at) => (wave.cords !== '' && wave.height > 0 ? [{ wave, at }] : []));
  const [leader] = used;
  if (leader === undefined) return { genes: [], followers: [] };
  const path = ({ at }: UsedWave, key: string): string => `controller.waves[${at}].${key}`;
  const gene = (used: UsedWave, key: keyof typeof waveRanges | 'period' | 'phase'): Gene => {
    const [from, to] = key === 'period' ? periodRange : key === 'phase' ? phaseRange : waveRanges[key];
    const now = used.wave[key];
    return { group: 'pattern', path: path(used, key), now, from: Math.min(from, now), to: Math.max(to, now) };
  };
  return {
    genes: [
      gene(leader, 'period'),
      ...used.flatMap((one) => (['width', 'height', 'kappa'] as const).map((key) => gene(one, key))),
      ...used.slice(1).map((one) => gene(one, 'phase')),
    ],
    // Groups stay in step.
    followers: used.slice(1).map((one) => ({
      group: 'pattern',
      path: path(one, 'period'),
      mix: { [path(leader, 'period')]: one.wave.period / leader.wave.period },
      plus: 0,
    })),
  };
}

function listShape(desc: SoftDesc): DesignHandle {
  const { body } = desc;
  if (body.shape === 'plate') return listPlate(body);
  if (body.shape === 'drawn') return listDrawn(body);
  const sizes: Readonly<Record<string, number>> = 'sizes' in body ? body.sizes : {};
  const genes = (sizesOf[body.shape] ?? []).map((key): Gene => {
    const now = sizes[key]!;
    const to = Math.min(widestShare * now, maxSizes[key] ?? Infinity);
    return { group: 'shape', path: `body.sizes.${key}`, now, from: Math.max(0.05, narrowestShare) * now, to };
  });
  return { genes: genes.filter(({ from, to }) => to > from), followers: [] };
}

/** Half widths at the outline's points nearest to the stations are the genes; all other points are between two of them. */
function listPlate({ outline, cords }: BodyOf<'plate'>): DesignHandle {
  const xs = outline.map(([x]) => x!);
  const [rear, front] = [Math.min(...xs), Math.max(...xs)];
  const half = Math.max(...outline.map(([, y]) => Math.abs(y!)));
  const leaders = chooseLeaders(outline, rear, front, onAxis * (front - rear));
  const genes = leaders.map((point): Gene => {
    const now = outline[point]![1]!;
    return {
      group: 'shape',
      path: `body.outline[${point}][1]`,
      now,
      from: narrowestShare * now,
      to: widestShare * half,
    };
  });
  const follow = (path: string, x: number, y: number): GeneFollower[] => {
    const mix = mixStations(outline, leaders, x, y);
    return mix === undefined ? [] : [{ group: 'shape', path, mix, plus: 0 }];
  };
  const followers = [
    ...outline.flatMap(([x, y], i) => (leaders.includes(i) ? [] : follow(`body.outline[${i}][1]`, x!, y!))),
    ...cords.flatMap(({ points }, c) =>
      points.flatMap(([x, y], p) => follow(`body.cords[${c}].points[${p}][1]`, x!, y!)),
    ),
  ];
  return { genes, followers };
}

/** Points of the left side, one nearest to each station, from the rear on; none on the axis and none twice. */
function chooseLeaders(outline: readonly (readonly number[])[], rear: number, front: number, least: number): number[] {
  const left = outline.map((_, i) => i).filter((i) => outline[i]![1]! > least);
  if (left.length === 0) return [];
  const nearest = Array.from({ length: stations }, (_, k) => {
    const x = rear + ((k + 0.5) * (front - rear)) / stations;
    return left.reduce((best, i) => (Math.abs(outline[i]![0]! - x) < Math.abs(outline[best]![0]! - x) ? i : best));
  });
  return [...new Set(nearest)].sort((a, b) => outline[a]![0]! - outline[b]![0]!);
}

/** y as a sum of the half widths at the stations around x; undefined on the axis. */
function mixStations(
  outline: readonly (readonly number[])[],
  leaders: readonly number[],
  x: number,
  y: number,
): Record<string, number> | undefined {
  if (y === 0 || leaders.length === 0) return undefined;
  const name = (leader: number): string => `body.outline[${leader}][1]`;
  const place = (leader: number): number => outline[leader]![0]!;
  const width = (leader: number): number => outline[leader]![1]!;
  const after = leaders.findIndex((leader) => place(leader) >= x);
  if (after <= 0) {
    const end = leaders[after === 0 ? 0 : leaders.length - 1]!;
    return { [name(end)]: y / width(end) };
  }
  const [one, other] = [leaders[after - 1]!, leaders[after]!];
  const share = (x - place(one)) / (place(other) - place(one));
  return { [name(one)]: ((1 - share) * y) / width(one), [name(other)]: (share * y) / width(other) };
}

/** The thickness of every shape, by its largest radius; a mirrored or turned copy, which has the same radii, goes with the first. */
function listDrawn({ drawn }: BodyOf<'drawn'>): DesignHandle {
  const genes: Gene[] = [];
  const followers: GeneFollower[] = [];
  const leaderOf = new Map<string, { path: string; radius: number }>();
  drawn.shapes.forEach(({ radii, kind }, i) => {
    const alike = JSON.stringify([kind, radii]);
    const largest = radii.indexOf(Math.max(...radii));
    const path = `body.drawn.shapes[${i}].radii[${largest}]`;
    let leader = leaderOf.get(alike);
    if (leader === undefined) {
      const now = radii[largest]!;
      leaderOf.set(alike, (leader = { path, radius: now }));
      genes.push({ group: 'shape', path, now, from: 0.5 * now, to: widestShare * now });
    }
    const { path: followed, radius } = leader;
    radii.forEach((own, r) => {
      const member = `body.drawn.shapes[${i}].radii[${r}]`;
      if (member !== followed)
        followers.push({ group: 'shape', path: member, mix: { [followed]: own / radius }, plus: 0 });
    });
  });
  return { genes, followers };
}

function listMaterial({ body: { shape, material } }: SoftDesc): Gene[] {
  const keys = shape === 'plate' ? (['bend', 'stretch'] as const) : (['shape', 'volume', 'muscle'] as const);
  const numbers = completeMaterial(material);
  return keys
    .filter((key) => numbers[key] > 0)
    .map((key): Gene => {
      const now = numbers[key];
      const path = `body.material.${key}`;
      return { group: 'material', path, now, from: now / materialFactor, to: now * materialFactor, scale: 'log' };
    });
}
