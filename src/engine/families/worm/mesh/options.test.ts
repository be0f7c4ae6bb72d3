import { describe, expect, test } from 'vitest';
import { ModelError, type Problem } from '../../../model/problem.ts';
import { createEvenAngles } from './cross-section.ts';
import { createWormMeshSettings, defaultWormMesh, type WormMeshOptions } from './options.ts';

function findProblems(options: WormMeshOptions): readonly Problem[] {
  try {
    createWormMeshSettings(options, 'body.mesh');
  } catch (error) {
    if (error instanceof ModelError) return error.problems;
    throw error;
  }
  return [];
}

describe('worm mesh options', () => {
  test('fill in the defaults', () => {
    expect(createWormMeshSettings({ sections: 60 })).toEqual({ ...defaultWormMesh, sections: 60 });
  });

  test.each<[WormMeshOptions, Partial<Problem>]>([
    [
      { sections: 3 },
      { code: 'out-of-range', path: 'body.mesh.sections', got: '3', hint: 'Use a whole number from 4 to 1000.' },
    ],
    [{ sections: 50.5 }, { code: 'out-of-range', path: 'body.mesh.sections', got: '50.5' }],
    [{ sections: Number.NaN }, { code: 'not-finite', path: 'body.mesh.sections', got: 'NaN' }],
    [{ length: 0 }, { code: 'out-of-range', path: 'body.mesh.length', hint: 'Use a number from 0.05 to 10.' }],
    [{ length: Infinity }, { code: 'not-finite', path: 'body.mesh.length', got: 'Infinity' }],
    [{ maxRadius: -0.04 }, { code: 'out-of-range', path: 'body.mesh.maxRadius', got: '-0.04' }],
    [{ maxRadius: 0.3 }, { code: 'inconsistent', path: 'body.mesh.maxRadius', got: '0.3' }],
    [{ roll: 400 }, { code: 'out-of-range', path: 'body.mesh.roll' }],
    [{ yaw: Number.NaN }, { code: 'not-finite', path: 'body.mesh.yaw' }],
    [
      { pose: 'curled' as 'straight' },
      { code: 'not-allowed', path: 'body.mesh.pose', got: '"curled"', hint: 'Use one of straight, flat-belly.' },
    ],
    [{ musclePlacement: 'odd' as 'even' }, { code: 'not-allowed', path: 'body.mesh.musclePlacement' }],
    [{ split: 'random' as 'mirrored' }, { code: 'not-allowed', path: 'body.mesh.split' }],
    [{ angles: createEvenAngles(4, 45) }, { code: 'out-of-range', path: 'body.mesh.angles', got: '4 angles' }],
    [{ angles: [0, 45, 90, 80, 180, 225, 270, 315] }, { code: 'out-of-range', path: 'body.mesh.angles[3]', got: '80' }],
    [
      { angles: [0, 45, 90, 135, 180, 225, 270, Number.NaN] },
      { code: 'out-of-range', path: 'body.mesh.angles[7]', got: 'NaN' },
    ],
    [{ angles: [0, 10, 20, 30, 40, 50, 60, 70] }, { path: 'body.mesh.angles[7]', got: 'a sector of 290°' }],
    [
      { angles: createEvenAngles(8, 22.5) },
      {
        code: 'inconsistent',
        path: 'body.mesh.angles',
        got: '8 angles without a sector for DL medial, DR medial, VL medial, VR medial',
      },
    ],
    [{ rings: [1] }, { code: 'out-of-range', path: 'body.mesh.rings', got: '1 rings' }],
    [{ rings: [0.9, 0.5] }, { code: 'out-of-range', path: 'body.mesh.rings[0]', got: '0.9' }],
    [{ rings: [1, 0.85, 0.85] }, { code: 'out-of-range', path: 'body.mesh.rings[2]', got: '0.85' }],
    [{ rings: [1, 0.85, 0] }, { code: 'out-of-range', path: 'body.mesh.rings[2]', got: '0' }],
    [{ rings: [1, 0.9] }, { code: 'inconsistent', path: 'body.mesh.rings', got: '1, 0.9' }],
    [
      { sections: 1000, angles: createEvenAngles(96, 0) },
      { code: 'too-large', path: 'body.mesh.sections', got: '289000 nodes' },
    ],
  ])('refuse %j', (options, expected) => {
    const problems = findProblems(options);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject(expected);
    expect(problems[0]!.hint).not.toBe('');
  });

  test('report all problems at once', () => {
    expect(findProblems({ sections: 0, roll: Number.NaN, rings: [] }).map((p) => p.path)).toEqual([
      'body.mesh.sections',
      'body.mesh.roll',
      'body.mesh.rings',
    ]);
  });
});
