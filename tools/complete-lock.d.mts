interface LockEntry {
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function listMissing(packages: Readonly<Record<string, LockEntry>>): readonly { name: string; version: string }[];
export function createEntry(name: string, version: string): Record<string, unknown> | undefined;
