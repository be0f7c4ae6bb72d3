interface Lines {
  readonly covered: number;
  readonly total: number;
}
interface Share extends Lines {
  readonly share: number;
}
export const groups: readonly string[];
export function summariseCoverage(
  summary: Readonly<Record<string, { readonly lines: Lines }>>,
  base: string,
  names?: readonly string[],
): {
  readonly shares: readonly (Share & { readonly name: string; readonly files: number })[];
  readonly worst: readonly (Share & { readonly path: string })[];
  readonly failed: readonly string[];
};
