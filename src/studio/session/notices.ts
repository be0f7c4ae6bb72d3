/** What the studio says of a run that cannot go on as it was, and of what it has left out. */
import type { Problem } from '../../engine/model/problem.ts';
import type { Failure } from '../data/protocol.ts';

export const silence: Failure = {
  message: 'The simulation has not answered for a while: the browser may have ended it, for want of memory perhaps.',
  hint: 'It goes on by itself if it was only busy; a new start makes the run again.',
  time: 0,
  step: 0,
  dead: true,
};
export const lostContext = 'The browser took the graphics card away; the picture comes back when it is given again.';
export const stillness = 'Standing still, as this device asks for less motion. Space lets it go.';

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

/** As much as one can read at once. */
function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}
