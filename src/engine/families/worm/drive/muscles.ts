/** Muscles of a worm at work: a wave that is sent along them, or reflexes; without those that are paralysed. */
import { stepReflex } from '../../../control/worm/reflex.ts';
import { stepNoise } from '../../../control/worm/noise.ts';
import { setMuscleWave } from '../../../control/worm/muscle-wave.ts';
import { setBend } from '../../../mesh/tets/centre-line.ts';
import { listPatternProblems, matchesAny } from '../../../model/pattern.ts';
import { ModelError } from '../../../model/problem.ts';
import type { WormDesc, WormDrive } from '../schema.ts';
import { getControl, wormTrackPlaces, type WormScratch, type WormSystem } from '../system.ts';

/**
 * Sets the activations of the muscles in a substep, from the wave or from the reflexes, and the stresses of their tets; the centre
 * line must be set.
 */
export function driveMuscles(system: WormSystem, worm: WormScratch, drive: WormDrive<'muscle' | 'reflex'>): void {
  const { activations } = worm.arrays;
  const { actives } = worm.tets;
  const dt = worm.settings.timeStep;
  const active = worm.time + 1e-9 - system.parameters.delay;
  if (active < 0) return;
  const { ramp } = drive;
  updateNoise(worm, drive, dt);
  const grown = ramp > 0 ? Math.min(1, (active + dt) / ramp) : 1;
  const stress = drive.kind === 'muscle' ? sendWave(system, worm, drive, grown) : reflect(system, worm, drive, grown);
  relax(activations, system.muscleMask, grown);
  const { tetMuscles } = system.mesh;
  for (let t = 0; t < tetMuscles.length; t++) {
    const muscle = tetMuscles[t]!;
    if (muscle >= 0) actives[t] = stress * activations[muscle]!;
  }
}

/** Noise of the bias and of the frequency, if there is any. */
function updateNoise({ arrays }: WormScratch, drive: WormDrive<'muscle' | 'reflex'>, dt: number): void {
  const { noise } = drive;
  const isNoisy = noise.turn > 0 || (drive.kind === 'muscle' && drive.noise.rate > 0);
  if (isNoisy) stepNoise(arrays.noise, arrays.random, noise.memory, dt);
}

/** Activation added on the dorsal side and taken off the ventral side. */
function computeBias(system: WormSystem, worm: WormScratch, turn: number): number {
  return getControl(system, worm, 'drive.bias') + turn * worm.arrays.noise[0]!;
}

/**
 * A paralysed cell loses its tone, from which activation is counted: a living one that is wholly relaxed has −1. So its
 * partners on the other side bend the body, as they do in life.
 */
function relax(activations: Float64Array, mask: Float64Array, grown: number): void {
  for (let i = 0; i < activations.length; i++) if (mask[i] === 0) activations[i] = -grown;
}

function sendWave(system: WormSystem, worm: WormScratch, drive: WormDrive<'muscle'>, grown: number): number {
  const { wave, gait, arrays, settings } = worm;
  const { track, activations } = arrays;
  const pace = Math.max(0, 1 + drive.noise.rate * arrays.noise[1]!);
  track[wormTrackPlaces.phase]! += pace * gait.frequency * settings.timeStep;
  wave.phase = track[wormTrackPlaces.phase]!;
  wave.wavelength = gait.wavelength;
  wave.direction = getControl(system, worm, 'drive.direction');
  wave.bias = computeBias(system, worm, drive.noise.turn);
  wave.ramp = grown;
  setMuscleWave(activations, wave, system.musclePlaces, system.muscleSides);
  const ease = drive.waterEase * getControl(system, worm, 'medium.water');
  return getControl(system, worm, 'drive.strength') * (1 - ease);
}

function reflect(system: WormSystem, worm: WormScratch, drive: WormDrive<'reflex'>, grown: number): number {
  const { line, bends, reflex, arrays, settings } = worm;
  const { activations } = arrays;
  setBend(line);
  for (let i = 0; i < bends.length; i++) bends[i] = line.curvatures[i]! * system.mesh.settings.length;
  const { musclePlaces, muscleSides } = system;
  const bias = computeBias(system, worm, drive.noise.turn);
  stepReflex(activations, reflex, drive.reflex, bends, musclePlaces, muscleSides, bias, settings.timeStep);
  for (let i = 0; i < activations.length; i++) activations[i]! *= grown;
  return getControl(system, worm, 'drive.strength');
}

/** 1 for each muscle, 0 for those that are paralysed. Throws a ModelError when a pattern names no muscle, or none of them drives the worm. */
export function createLesions({ lesions, drive }: WormDesc, names: readonly string[]): Float64Array {
  if (lesions.paralyse.length > 0 && (drive.kind === 'modal' || drive.kind === 'two-mode'))
    throw new ModelError([
      {
        code: 'inconsistent',
        path: 'lesions.paralyse',
        got: `muscles with drive.kind ${drive.kind}`,
        hint: 'Modal forces act on the whole body and not through muscles: take drive.kind muscle or reflex, or leave the muscles alone.',
      },
    ]);
  const problems = listPatternProblems(lesions.paralyse, names, 'lesions.paralyse', 'muscle');
  if (problems.length > 0)
    throw new ModelError(problems.map((problem) => ({ ...problem, hint: `${problem.hint} ${sayNames(names)}` })));
  return Float64Array.from(names, (name) => (matchesAny(lesions.paralyse, name) ? 0 : 1));
}

/** "Muscles are MDL01 to MDL24, …": the first and last of each quadrant. */
function sayNames(names: readonly string[]): string {
  const starts = names.filter((name, i) => name.slice(0, 3) !== names[i - 1]?.slice(0, 3));
  const ranges = starts.map((first) => `${first} to ${names.findLast((name) => name.startsWith(first.slice(0, 3)))!}`);
  return `Muscles are ${ranges.join(', ')}.`;
}
