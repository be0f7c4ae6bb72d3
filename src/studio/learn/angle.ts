/** How far an animal's way is off its target. */
import type { SignalHistory } from '../data/signal-history.ts';

/** s over which the way is measured: a body sways with every stroke. */
const window = 1;

/** Degrees between the way up to a step and the target; undefined where there is none yet. */
export function computeAngle(
  history: Pick<SignalHistory, 'places' | 'dt' | 'read'> | undefined,
  step: number,
  { heading, elevation }: { readonly heading: number; readonly elevation: number },
): number | undefined {
  const before = step - Math.round(window / (history?.dt ?? 1));
  if (history === undefined || before < 0) return undefined;
  const moved = ['position.x', 'position.y', 'position.z'].map((name) => {
    const place = history.places.get(name);
    return place === undefined ? 0 : history.read(place, step) - history.read(place, before);
  });
  const length = Math.hypot(...moved);
  const [c, s] = [Math.cos(elevation), Math.sin(elevation)];
  const aim = [c * Math.cos(heading), c * Math.sin(heading), s];
  const along = moved.reduce((sum, part, k) => sum + part * aim[k]!, 0);
  const angle = (Math.acos(Math.min(1, Math.max(-1, along / length))) * 180) / Math.PI;
  return Number.isFinite(angle) ? angle : undefined;
}
