/** Heap allocations of a piece of code, by function: every allocation is sampled, boxed numbers too. */
import { Session } from 'node:inspector/promises';

export interface Allocations {
  /** Bytes on the heap for each call, of functions under `src/`; the memory behind an array lies elsewhere. */
  readonly bytes: number;
  /** The largest, "bytes function file:line". */
  readonly where: readonly string[];
}

interface ProfileNode {
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly selfSize: number;
  readonly children: readonly ProfileNode[];
}

const samplingInterval = 64;

/** Calls `run` `count` times. Warm it up before: what is not compiled yet boxes every number. */
export async function measureAllocations(run: () => void, count: number): Promise<Allocations> {
  const session = new Session();
  session.connect();
  // The options are newer than the types.
  const options = {
    samplingInterval,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  };
  await session.post('HeapProfiler.startSampling', options);
  for (let i = 0; i < count; i++) run();
  const { profile } = await session.post('HeapProfiler.stopSampling');
  session.disconnect();
  const totals = new Map<string, number>();
  addSizes(totals, profile.head);
  const sorted = [...totals].map(([where, size]) => [where, size / count] as const).sort((a, b) => b[1] - a[1]);
  return {
    bytes: sorted.reduce((sum, [, size]) => sum + size, 0),
    where: sorted.slice(0, 8).map(([where, size]) => `${size.toFixed(0)} ${where}`),
  };
}

/** What a built-in function takes counts for the nearest caller of ours. */
function addSizes(totals: Map<string, number>, { callFrame, selfSize, children }: ProfileNode, caller?: string): void {
  const file = /\/src\/(?!testing)(.*)$/u.exec(callFrame.url)?.[1];
  const where = file === undefined ? caller : `${callFrame.functionName} ${file}:${callFrame.lineNumber + 1}`;
  if (where !== undefined && selfSize > 0) totals.set(where, (totals.get(where) ?? 0) + selfSize);
  for (const child of children) addSizes(totals, child, where);
}
