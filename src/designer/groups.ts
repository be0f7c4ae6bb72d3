/** Assigns waves to groups of muscles; ready patterns to start from. */
import { matchesPattern } from '../engine/model/pattern.ts';
import { type Drawing, type Group, maxGroups, type Muscle, defaultWave, type Wave } from './drawing.ts';

const maxPatternLength = 64;

interface NamedCords {
  readonly names: readonly string[];
  /** One for each group. */
  readonly patterns: readonly string[];
}

/**
 * A pattern for each group, such that the first one that matches a muscle is that of its group; muscles are renamed only where no
 * pattern can tell them apart.
 */
export function nameCords(muscles: readonly Pick<Muscle, 'name' | 'group'>[], groups: readonly Group[]): NamedCords {
  const names = muscles.map(({ name }) => name);
  const patterns = findPatterns(names, muscles, groups);
  if (patterns !== undefined) return { names, patterns };
  const renamed = muscles.map(({ name, group }, i) => `${group + 1}·${i + 1} ${name}`.slice(0, maxPatternLength));
  return {
    names: renamed,
    patterns: groups.map((_, g) => (muscles.some(({ group }) => group === g) ? `${g + 1}·*` : '')),
  };
}

function findPatterns(
  names: readonly string[],
  muscles: readonly Pick<Muscle, 'group'>[],
  groups: readonly Group[],
): string[] | undefined {
  const open = new Set(names.keys());
  const patterns: string[] = [];
  for (const [g, { cords }] of groups.entries()) {
    const members = [...open].filter((i) => muscles[i]!.group === g);
    if (members.length === 0) {
      patterns.push('');
      continue;
    }
    const found = listCandidates(
      members.map((i) => names[i]!),
      cords,
    ).find(
      (pattern) =>
        pattern.length <= maxPatternLength &&
        [...open].every((i) => matchesPattern(pattern, names[i]!) === (muscles[i]!.group === g)),
    );
    if (found === undefined) return undefined;
    patterns.push(found);
    for (const i of members) open.delete(i);
  }
  return open.size === 0 ? patterns : undefined;
}

function listCandidates(names: readonly string[], stored: string | undefined): string[] {
  const [first] = names as [string];
  let [start, end] = [first.length, first.length];
  for (const name of names) {
    while (!name.startsWith(first.slice(0, start))) start -= 1;
    while (!name.endsWith(first.slice(first.length - end))) end -= 1;
  }
  return [
    ...(stored === undefined || stored === '' ? [] : [stored]),
    ...(names.length === 1 ? [first] : []),
    '*',
    ...(start > 0 ? [`${first.slice(0, start)}*`] : []),
    ...(end > 0 ? [`*${first.slice(first.length - end)}`] : []),
  ];
}

/** Moves a muscle into a group of its own, unless there are already four. */
export function splitGroup(drawing: Drawing, muscle: number): Drawing {
  const { muscles, groups } = drawing;
  const one = muscles[muscle];
  if (one === undefined || groups.length >= maxGroups) return drawing;
  const group: Group = { name: one.name, cords: undefined, wave: groups[one.group]!.wave };
  return {
    ...drawing,
    groups: [...groups, group],
    muscles: muscles.map((other, i) => (i === muscle ? { ...other, group: groups.length } : other)),
  };
}

export function setGroup(drawing: Drawing, muscle: number, group: number): Drawing {
  const muscles = drawing.muscles.map((one, i) => (i === muscle ? { ...one, group } : one));
  return dropEmptyGroups({ ...drawing, muscles });
}

/** Removes empty groups; one always stays. */
export function dropEmptyGroups(drawing: Drawing): Drawing {
  if (drawing.kind === 'form') return drawing;
  const used = drawing.groups.flatMap((_, g) => (drawing.muscles.some(({ group }) => group === g) ? [g] : []));
  if (used.length === drawing.groups.length) return drawing;
  const kept = used.length === 0 ? [0] : used;
  return {
    ...drawing,
    groups: kept.map((g) => drawing.groups[g]!),
    muscles: drawing.muscles.map((one) => ({ ...one, group: Math.max(0, kept.indexOf(one.group)) })),
  };
}

export function setWave(drawing: Drawing, group: number, change: Partial<Wave>): Drawing {
  const groups = drawing.groups.map((one, g) => (g === group ? { ...one, wave: { ...one.wave, ...change } } : one));
  return { ...drawing, groups };
}

export const patternNames = ['travelling wave', 'left and right in turn', 'stroke and recovery', 'jet'] as const;
export type PatternName = (typeof patternNames)[number];

/** Sentences for people. */
export const patternAbout: Readonly<Record<PatternName, string>> = {
  'travelling wave': 'All groups together; the wave runs from the start of each muscle to its end.',
  'left and right in turn': 'Groups take turns, evenly spaced: a body that winds.',
  'stroke and recovery': 'The second group pulls hard and briefly, the first brings the limb back.',
  jet: 'All groups at once, short and hard, with a long rest.',
};

/** Waves for the groups there are. */
export function applyPattern(drawing: Drawing, name: PatternName): Drawing {
  const count = drawing.groups.length;
  const create = (g: number, before: Wave): Wave => {
    const { turn, back, climb } = before;
    const common = { ...defaultWave, turn, back, climb };
    if (name === 'travelling wave') return { ...common, height: 0.6, phase: 0 };
    if (name === 'left and right in turn')
      return { ...common, height: 0.6, alpha: 0.9, beta: 0.1, kappa: 4, phase: g / count };
    if (name === 'stroke and recovery')
      return g % 2 === 0
        ? { ...common, width: 0.38, height: 0.6, alpha: 1, beta: 0, kappa: 4.5, phase: 0.5 }
        : { ...common, width: 0.46, height: 0.8, alpha: 1, beta: 0, kappa: 4.5, phase: 0 };
    return { ...common, period: 0.8, width: 0.35, height: 0.9, alpha: 1, beta: 0, kappa: 8, phase: 0 };
  };
  return { ...drawing, groups: drawing.groups.map((group, g) => ({ ...group, wave: create(g, group.wave) })) };
}
