/** What the controls of all kinds share. */
import { describeCondition, findUnmet } from '../../engine/model/conditions.ts';
import { lookUp, parsePath, readAt } from '../../engine/model/field-tree.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { type FormField } from '../data/form-model.ts';
import { readParameter } from '../data/read-parameter.ts';
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

/** Why a parameter has no effect on the animal as it is; undefined where it has one. */
export function useNoEffect(path: string): string | undefined {
  return useStudio(({ info, status }) => {
    if (info === undefined) return undefined;
    const unmet = findUnmet(info.schema, parsePath(path) ?? [], (at) => readParameter(info, status?.controls, at));
    return unmet === undefined ? undefined : `Has an effect only with ${describeCondition(unmet)}`;
  });
}

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
