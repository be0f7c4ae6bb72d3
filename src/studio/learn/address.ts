/** Addresses of what is done with an animal besides watching it: `#/ANIMAL/learn?path=value` and `#/ANIMAL/study?path=value`. */
import { formatPermalink, parsePermalink, type Permalink } from '../../engine/record/permalink.ts';

export interface Workshop {
  readonly kind: 'learn' | 'study';
  readonly link: Permalink;
}

/** Whose trainings these are: a drawn animal goes by its own name, though another one lends it its address. */
export function findLearner({ animal, settings }: Permalink): string {
  const called = settings.find(([path]) => path === 'animal')?.[1];
  return typeof called === 'string' ? called : animal;
}

export function findWorkshop(hash: string): Workshop | undefined {
  const [, animal, kind, rest] = /^(#\/[a-z][a-z0-9-]*)\/(learn|study)(\?.*)?$/u.exec(hash) ?? [];
  const link = animal === undefined ? undefined : parsePermalink(`${animal}${rest ?? ''}`);
  return link === undefined ? undefined : { kind: kind as Workshop['kind'], link };
}

export function formatWorkshop({ kind, link }: Workshop): string {
  return formatPermalink(link).replace(/^#\/[^?]*/u, (animal) => `${animal}/${kind}`);
}
