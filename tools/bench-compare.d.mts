type Speeds = ReadonlyMap<string, number>;
interface Pair {
  readonly old: Speeds;
  readonly new: Speeds;
}
interface Comparison {
  readonly name: string;
  readonly old: number;
  readonly new: number;
  readonly ratio: number;
  readonly least: number;
  readonly greatest: number;
  readonly noise: number;
}
export function readArguments(
  args: readonly string[],
): { ref: string; filter: string; rounds: number; tolerance: number } | undefined;
export function measureRounds(
  measureOld: () => Speeds | Promise<Speeds>,
  measureNew: () => Speeds | Promise<Speeds>,
  rounds: number,
): Promise<Pair[]>;
export function compareRows(pairs: readonly Pair[]): {
  readonly rows: readonly Comparison[];
  readonly alone: readonly { readonly name: string; readonly side: 'old' | 'new' }[];
};
export function findSlower(rows: readonly Comparison[], tolerance: number): Comparison[];
export function formatRows(rows: readonly Comparison[]): string;
