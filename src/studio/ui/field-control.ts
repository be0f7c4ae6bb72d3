/** What the controls of all kinds share. */
import { lookUp, parsePath } from '../../engine/model/field-tree.ts';
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
  // The animal's own file may be of another kind, without this field.
  const original = useStudio(
    ({ info }) =>
      readAt(info?.defaults, path) ?? (info === undefined ? undefined : lookUp(info.schema, parsePath(path)!)?.default),
  );
  const problems = useStudio((state) => state.problems[path] ?? noProblems);
  return { value, original, problems };
}
