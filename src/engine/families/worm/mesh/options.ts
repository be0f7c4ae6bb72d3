/** Options of the worm mesh, their defaults and the refusal of those that make no worm. */
import { ModelError, printGot, type Problem } from '../../../model/problem.ts';
import {
  anatomicalAngles,
  anatomicalRings,
  computeSectorWidth,
  createEvenAngles,
  createMirroredAngles,
  createSectorRows,
  isMuscleLayer,
  rowCount,
  type WormSplit,
  wormQuadrants,
  wormRows,
  wormSplits,
} from './cross-section.ts';
import { createMusclePlaces, listMissingMuscles, type MusclePlacement, musclePlacements } from './muscles.ts';

/**
 * `straight`: the axis is level and the thickest section touches the ground z = 0. `flat-belly`: every section touches
 * it, and the axis is an arc.
 */
export const wormPoses = ['straight', 'flat-belly'] as const;
export type WormPose = (typeof wormPoses)[number];

export interface WormMeshSettings {
  /** mm. */
  readonly length: number;
  /** mm, at mid-body. */
  readonly maxRadius: number;
  readonly sections: number;
  /** Rays of the cross-section in degrees, ascending: 0 dorsal, 90 right, 180 ventral, 270 left. */
  readonly angles: readonly number[];
  /** Rings of the cross-section as fractions of the radius, from 1 inwards; the centre is not listed. */
  readonly rings: readonly number[];
  readonly musclePlacement: MusclePlacement;
  readonly pose: WormPose;
  readonly split: WormSplit;
  /** Degrees about the body axis, from dorsal towards right, before the worm is laid down. */
  readonly roll: number;
  /** Degrees about the vertical, anticlockwise seen from above. */
  readonly yaw: number;
}

export type WormMeshOptions = Partial<WormMeshSettings>;

/**
 * 50 sections of 37 nodes are 1,850 nodes and 8,820 tets. The published mesh has 1,842 nodes and 10,386 tets, a ratio
 * that no mesh made of slabs between equal sections reaches: S sections of v nodes, b of them on the rim, give
 * 6Sv − 6v − (S − 1)(3b + 6) tets, fewer than 10,100 at 1,850 nodes even with b = 6. `paper-tets` matches the tets (2,183
 * nodes, 10,440 tets), `paper-nodes` the nodes.
 */
export const wormResolutions = {
  coarse: { sections: 30 },
  'paper-nodes': { sections: 50 },
  'paper-tets': { sections: 59 },
  fine: {
    sections: 99,
    angles: createMirroredAngles([10, 26, 42, 58.5, 75, 85, 95, 105, 121.5, 138, 154, 170]),
    rings: [1, 0.925, 0.85, 0.7, 0.55, 0.275],
  },
  /** Quarter turns map the mesh onto itself: if `lateral` is made of what `cuticle` is, bending modes come in pairs. */
  'four-fold': { angles: createEvenAngles(12, 15), split: 'rotational' },
  /** Eighth turns do, without a lateral strip: all sectors are muscle. */
  'eight-fold': { angles: createEvenAngles(8, 0), split: 'rotational' },
} as const satisfies Record<string, WormMeshOptions>;

export const defaultWormMesh: WormMeshSettings = {
  length: 1,
  maxRadius: 0.04,
  sections: wormResolutions['paper-nodes'].sections,
  angles: anatomicalAngles,
  rings: anatomicalRings,
  musclePlacement: 'even',
  pose: 'straight',
  split: 'lowest-index',
  roll: 0,
  yaw: 0,
};

const ranges = {
  length: [0.05, 10],
  maxRadius: [0.001, 1],
  sections: [4, 1000],
  roll: [-360, 360],
  yaw: [-360, 360],
} as const;

const maxNodes = 200_000;

/** Fills in defaults. Throws a ModelError that lists every problem; `path` is where the options stand. */
export function createWormMeshSettings(options: WormMeshOptions, path = 'mesh'): WormMeshSettings {
  const settings = { ...defaultWormMesh, ...options };
  const problems = [
    ...listNumberProblems(settings),
    ...listChoiceProblems(settings),
    ...listAngleProblems(settings.angles),
    ...listRingProblems(settings.rings),
  ];
  if (problems.length === 0) problems.push(...listResolutionProblems(settings));
  if (problems.length > 0)
    throw new ModelError(problems.map((problem) => ({ ...problem, path: `${path}.${problem.path}` })));
  return settings;
}

function listNumberProblems(settings: WormMeshSettings): Problem[] {
  const problems: Problem[] = [];
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const value = settings[name as keyof typeof ranges];
    const whole = name !== 'sections' || Number.isInteger(value);
    if (value >= min && value <= max && whole) continue;
    problems.push({
      code: Number.isFinite(value) ? 'out-of-range' : 'not-finite',
      path: name,
      got: printGot(value),
      hint: `Use a ${name === 'sections' ? 'whole number' : 'number'} from ${min} to ${max}.`,
    });
  }
  if (problems.length === 0 && settings.maxRadius > settings.length / 4) {
    problems.push({
      code: 'inconsistent',
      path: 'maxRadius',
      got: printGot(settings.maxRadius),
      hint: `A worm is slender: use at most a quarter of the length, ${settings.length / 4}.`,
    });
  }
  return problems;
}

function listChoiceProblems(settings: WormMeshSettings): Problem[] {
  const choices = { musclePlacement: musclePlacements, pose: wormPoses, split: wormSplits } as const;
  return Object.entries(choices).flatMap(([name, allowed]) => {
    const value: string = settings[name as keyof typeof choices];
    if ((allowed as readonly string[]).includes(value)) return [];
    return [
      { code: 'not-allowed', path: name, got: printGot(value), hint: `Use one of ${allowed.join(', ')}.` } as const,
    ];
  });
}

function listAngleProblems(angles: readonly number[]): Problem[] {
  if (angles.length < 8 || angles.length > 96) {
    return [{ code: 'out-of-range', path: 'angles', got: `${angles.length} angles`, hint: 'Use from 8 to 96 angles.' }];
  }
  for (const [i, angle] of angles.entries()) {
    const ascending = angle >= 0 && angle < 360 && (i === 0 || angle > angles[i - 1]!);
    if (!ascending) {
      return [
        {
          code: 'out-of-range',
          path: `angles[${i}]`,
          got: printGot(angle),
          hint: 'Use ascending degrees from 0 to below 360.',
        },
      ];
    }
  }
  const widest = angles.findIndex((_, i) => computeSectorWidth(angles, i) > 90);
  if (widest >= 0) {
    return [
      {
        code: 'out-of-range',
        path: `angles[${widest}]`,
        got: `a sector of ${computeSectorWidth(angles, widest)}°`,
        hint: 'Use sectors of at most 90°.',
      },
    ];
  }
  return listRowProblems(angles);
}

function listRowProblems(angles: readonly number[]): Problem[] {
  const present = new Set(createSectorRows(angles));
  const missing = Array.from({ length: rowCount }, (_, row) => row).filter((row) => !present.has(row));
  if (missing.length === 0) return [];
  const names = missing.map((row) => `${wormQuadrants[row >> 1]!} ${wormRows[row & 1]!}`);
  return [
    {
      code: 'inconsistent',
      path: 'angles',
      got: `${angles.length} angles without a sector for ${names.join(', ')}`,
      hint: 'Give every quadrant a sector with its middle 10° to 42° and one with its middle 42° to 75° from the cord.',
    },
  ];
}

function listRingProblems(rings: readonly number[]): Problem[] {
  if (rings.length < 2 || rings.length > 16) {
    return [{ code: 'out-of-range', path: 'rings', got: `${rings.length} rings`, hint: 'Use from 2 to 16 rings.' }];
  }
  for (const [i, ring] of rings.entries()) {
    const descending = i === 0 ? ring === 1 : ring > 0 && ring < rings[i - 1]!;
    if (!descending) {
      return [
        {
          code: 'out-of-range',
          path: `rings[${i}]`,
          got: printGot(ring),
          hint: 'Start with 1 and descend to above 0.',
        },
      ];
    }
  }
  if (rings.some((_, layer) => isMuscleLayer(rings, layer))) return [];
  return [
    {
      code: 'inconsistent',
      path: 'rings',
      got: rings.join(', '),
      hint: 'Put the middle of a layer between 0.55 and 0.85 of the radius, for the muscles.',
    },
  ];
}

function listResolutionProblems(settings: WormMeshSettings): Problem[] {
  const nodes = settings.sections * (settings.angles.length * settings.rings.length + 1);
  if (nodes > maxNodes) {
    return [
      {
        code: 'too-large',
        path: 'sections',
        got: `${nodes} nodes`,
        hint: `Use fewer sections, angles or rings: at most ${maxNodes} nodes.`,
      },
    ];
  }
  const places = createMusclePlaces(settings.musclePlacement);
  const missing = listMissingMuscles(places, settings.sections - 1);
  if (missing.length === 0) return [];
  let sections = settings.sections;
  while (listMissingMuscles(places, sections - 1).length > 0) sections++;
  return [
    {
      code: 'out-of-range',
      path: 'sections',
      got: `${settings.sections}, too coarse for ${missing.join(', ')}`,
      hint: `Use ${sections} sections, so that each of the 95 muscle cells has a tet.`,
    },
  ];
}
