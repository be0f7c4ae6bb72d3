/** Marks beside a parameter: that it changed, and why a value was refused. */
import { formatProblem, type Problem } from '../../engine/model/problem.ts';

export function ChangedDot() {
  return (
    <span className="size-1.5 rounded-full bg-accent" title="Changed">
      <span className="sr-only">changed</span>
    </span>
  );
}

export function FieldProblems({ path, problems }: { readonly path: string; readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="mt-1 text-[12px] text-bad" role="alert">
      {problems.slice(0, 4).map((problem) => (
        <li key={`${problem.path} ${problem.code}`}>
          {problem.path === path ? formatProblem({ ...problem, path: '' }) : formatProblem(problem)}
        </li>
      ))}
    </ul>
  );
}
