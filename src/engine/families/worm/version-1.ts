/** What creature files of version 1 called otherwise. */
import { printGot, throwProblem } from '../../model/problem.ts';
import { type RawDocument, toGroup, type Version1 } from '../../model/version-1.ts';

const autoValues = { recipe: 'auto' };

export const wormVersion1: Version1 = {
  renamed: [
    { from: 'reflex', to: 'drive.reflex' },
    { from: 'noise', to: 'drive.noise' },
    { from: 'momentum.compensation', to: 'drive.compensation' },
    { from: 'friction.model', to: 'friction.model', values: autoValues },
    { from: 'solver.viscosity', to: 'solver.viscosity', values: autoValues },
    { from: 'medium.drag', to: 'medium.kind', values: { recipe: 'auto', on: 'viscous', off: 'none' } },
    { from: 'ground.bumps', to: 'ground.relief.kind' },
    { from: 'ground.bumpHeight', to: 'ground.relief.height' },
    { from: 'ground.bumpSize', to: 'ground.relief.size' },
    { from: 'ground.bumpSeed', to: 'ground.relief.seed' },
  ],
  removed: [
    {
      path: 'preview',
      value: false,
      why: 'The reduced body is gone: mesh.resolution=coarse is the quickest worm.',
    },
  ],
  rewrite,
};

/** A group that lost its only member, and the outlines of patches. */
function rewrite(document: RawDocument): RawDocument {
  refuseUnusedNoise(document);
  const { compensation } = toGroup(document['momentum']);
  delete document['momentum'];
  if (compensation !== undefined) document['drive'] = { ...toGroup(document['drive']), compensation };
  const patches = toGroup(document['friction'])['patches'];
  for (const patch of Array.isArray(patches) ? patches.map(toGroup) : []) {
    patch['shape'] ??= 'circle';
    if (patch['shape'] !== 'circle') continue;
    const { sizeX } = patch;
    delete patch['sizeX'];
    delete patch['sizeY'];
    if (sizeX !== undefined) patch['diameter'] = sizeX;
  }
  return document;
}

/** It had no effect, but drew random numbers, which are part of the state and of its hash. */
function refuseUnusedNoise(document: RawDocument): void {
  const rate = toGroup(document['noise'])['rate'];
  if (toGroup(document['drive'])['kind'] !== 'reflex' || rate === undefined || rate === 0) return;
  throwProblem('other-kind', 'noise.rate', printGot(rate), 'It needs drive.kind=muscle and had no effect: remove it.');
}
