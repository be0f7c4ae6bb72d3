interface Target {
  readonly name: string;
  readonly inputs: readonly string[];
}
export function listTargets(base: string): readonly Target[];
export function computeTargetStamp(base: string, target: Target): string;
