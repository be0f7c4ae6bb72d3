/** Messages about a run that cannot continue as it was, and about what was left out. */
import type { Problem } from '../../engine/model/problem.ts';
import type { RunFailure } from '../data/protocol.ts';

export const silence: RunFailure = {
  message:
    'The simulation has not answered for a while: the browser may have ended it, perhaps because memory ran out.',
  hint: 'It continues by itself if it was only busy; a new start recomputes the run.',
  time: 0,
  step: 0,
  dead: true,
};
export const lostContext = 'The browser lost the WebGL context; the view returns when it is restored.';
export const reducedMotion = 'Paused: this device prefers reduced motion. Press Space to play.';

export function asksForLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function describeFork(seconds: number): string {
  return `Continued differently from ${seconds.toFixed(2)} s; the old run is kept beside the time line.`;
}

export function describeRefused(problems: readonly Problem[]): string {
  const sentences = problems.map(({ path, hint }) => `${shorten(path)} (${shorten(hint)})`);
  return `Ignored in the address: ${sentences.join(' ')}`;
}

/** To a length that can be read at once. */
function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}
