/** What the controls of all kinds share. */
import type { Problem } from '../../engine/model/problem.ts';
import { type FormField, readAt } from '../data/form-model.ts';
import { readParameter } from '../session/studio-controller.ts';
import { useStudio } from '../session/store.ts';

export interface ControlProps {
  readonly id: string;
  readonly field: FormField;
  readonly value: unknown;
  readonly problems: readonly Problem[];
  readonly describedBy: string;
  readonly onSet: (value: unknown) => void;
}

const noProblems: readonly Problem[] = [];

/** A parameter's present value, the animal's own, and why the last value given was refused. */
export function useParameter(path: string): { value: unknown; original: unknown; problems: readonly Problem[] } {
  const value = useStudio(({ info, status }) => readParameter(info, status?.controls, path));
  const original = useStudio(({ info }) => readAt(info?.defaults, path));
  const problems = useStudio((state) => state.problems[path] ?? noProblems);
  return { value, original, problems };
}
