/** Marks beside a parameter: that it changed, and why a value was refused. */
import { describeAllowed } from '../../engine/model/field-tree.ts';
import { describeRange, type FormField } from '../data/form-model.ts';
import { formatProblem, type Problem } from '../../engine/model/problem.ts';

export function ChangedDot() {
  return (
    <span className="size-1.5 rounded-full bg-accent" title="Changed">
      <span className="sr-only">changed</span>
    </span>
  );
}

interface FieldProblemsProps {
  readonly field: FormField;
  readonly problems: readonly Problem[];
}

export function FieldProblems({ field: { path, schema }, problems }: FieldProblemsProps) {
  if (problems.length === 0) return null;
  // The engine speaks of SI, the field of degrees and millimetres.
  const translate = (text: string): string => text.replace(describeAllowed(schema), describeRange(schema));
  return (
    <ul className="mt-1 text-[12px] text-bad" role="alert">
      {problems.slice(0, 4).map((problem) => (
        <li key={`${problem.path} ${problem.code}`}>
          {problem.path === path ? translate(formatProblem({ ...problem, path: '' })) : formatProblem(problem)}
        </li>
      ))}
    </ul>
  );
}
