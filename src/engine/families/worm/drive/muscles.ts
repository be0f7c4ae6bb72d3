/** Muscles of a worm at work: a wave that is sent along them, or reflexes; without those that are paralysed. */
import { stepReflex } from '../../../control/worm/reflex.ts';
import { setMuscleWave } from '../../../control/worm/muscle-wave.ts';
import { setBend } from '../../../mesh/tets/centre-line.ts';
import { ModelError } from '../../../model/problem.ts';
import { trackPlaces } from '../arrays.ts';
import { getControl, type WormBody } from '../body.ts';
import type { WormSystem } from '../compile.ts';
import type { WormDesc } from '../schema.ts';

/**
 * Sets the activations of the muscles at a time, from the wave or from the reflexes; the centre line must be set. Returns
 * the muscle stress at full activation.
 */
export function driveMuscles(system: WormSystem, body: WormBody, time: number, dt: number): number {
  const { activations } = body.arrays;
  const active = time + 1e-9 - system.recipe.delay;
  if (active < 0) return 0;
  const { ramp, kind } = system.desc.drive;
  const grown = ramp > 0 ? Math.min(1, (active + dt) / ramp) : 1;
  const stress = kind === 'muscle' ? sendWave(system, body, grown, dt) : reflect(system, body, grown, dt);
  const { muscleMask } = system;
  for (let i = 0; i < activations.length; i++) activations[i]! *= muscleMask[i]!;
  return stress;
}

function sendWave(system: WormSystem, body: WormBody, grown: number, dt: number): number {
  const { wave, gait, arrays } = body;
  const { track, activations } = arrays;
  track[trackPlaces.phase]! += gait.frequency * dt;
  wave.phase = track[trackPlaces.phase]!;
  wave.wavelength = gait.wavelength;
  wave.direction = getControl(system, body, 'drive.direction');
  wave.bias = getControl(system, body, 'drive.bias');
  wave.ramp = grown;
  setMuscleWave(activations, wave, system.musclePlaces, system.muscleSides);
  const ease = system.desc.drive.waterEase * getControl(system, body, 'medium.water');
  return getControl(system, body, 'drive.strength') * (1 - ease);
}

function reflect(system: WormSystem, body: WormBody, grown: number, dt: number): number {
  const { line, bends, reflex, arrays } = body;
  const { activations } = arrays;
  setBend(line);
  for (let i = 0; i < bends.length; i++) bends[i] = line.curvatures[i]! * system.mesh.settings.length;
  const bias = getControl(system, body, 'drive.bias');
  stepReflex(activations, reflex, system.desc.reflex, bends, system.musclePlaces, system.muscleSides, bias, dt);
  for (let i = 0; i < activations.length; i++) activations[i]! *= grown;
  return getControl(system, body, 'drive.strength');
}

/** 0 for each muscle that is paralysed, 1 for the others. Throws a ModelError when a pattern names none. */
export function createMuscleMask({ lesions }: WormDesc, names: readonly string[]): Float64Array {
  const mask = new Float64Array(names.length).fill(1);
  lesions.paralyse.forEach((pattern, i) => {
    const test = createPattern(pattern);
    const hit = names.map((name) => test.test(name));
    if (!hit.includes(true))
      throw new ModelError([
        {
          code: 'not-allowed',
          path: `lesions.paralyse[${i}]`,
          got: `'${pattern}'`,
          hint: 'No muscle has this name. Muscles are MDL01 to MDL24, MDR01 to MDR24, MVL01 to MVL23 and MVR01 to MVR24; * and ? stand for any text and any character.',
        },
      ]);
    hit.forEach((yes, muscle) => {
      if (yes) mask[muscle] = 0;
    });
  });
  return mask;
}

/** * stands for any text, ? for one character. */
function createPattern(pattern: string): RegExp {
  const escaped = pattern
    .replace(/[.+^${}()|[\]\\]/gu, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`, 'iu');
}
