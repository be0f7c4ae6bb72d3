/** Estimates the cost of a study from a timed sample of its jobs. */
import type { Job, JobResult, StudyTask } from '../../experiments/studies/job.ts';
import { JobRunner } from '../../experiments/studies/run-job.ts';
import { startCpuTimer } from '../cpu-timer.ts';
import { ResultStore } from './result-store.ts';

export interface Estimate {
  /** Jobs that were timed, shortened where they are long. */
  readonly sampled: number;
  readonly cpuSecondsPerJob: number;
  readonly cpuHours: number;
  /** Bytes of results and tables on disk. */
  readonly bytes: number;
}

/** The tables repeat what the store holds, once as text and once in binary. */
const tablesPerResult = 1;
const sampleCpuSeconds = 2;
/** A long run is timed by its first so many simulated seconds, warm. */
const shortSeconds = 1;

/** Times jobs of a sample, until about four CPU seconds are spent, and scales up to `jobs` of them. */
export function estimateCost(task: StudyTask, taskHash: string, sample: readonly Job[], jobs: number): Estimate {
  const runner = new JobRunner();
  let [seconds, bytes, sampled] = [0, 0, 0];
  const readTotal = startCpuTimer();
  for (const job of sample) {
    if (sampled > 0 && readTotal() > 2 * sampleCpuSeconds) break;
    const timed = timeJob(runner, task, taskHash, job);
    seconds += timed.seconds;
    bytes += timed.bytes;
    sampled++;
  }
  const cpuSecondsPerJob = seconds / sampled;
  return {
    sampled,
    cpuSecondsPerJob,
    cpuHours: (cpuSecondsPerJob * jobs) / 3600,
    bytes: Math.round((bytes / sampled) * jobs * (1 + tablesPerResult)),
  };
}

function timeJob(runner: JobRunner, task: StudyTask, taskHash: string, job: Job): { seconds: number; bytes: number } {
  const part = Math.min(task.seconds, shortSeconds);
  const short = { ...task, seconds: part };
  // Compiling and warming up are paid once by a worker, not by every job.
  runner.run({ ...task, seconds: part / 10 }, taskHash, job);
  const readCpuSeconds = startCpuTimer();
  const result: JobResult = runner.run(short, taskHash, job);
  const seconds = readCpuSeconds();
  const scale = task.seconds / part;
  const { series, ...rest } = result;
  const recorded = series === undefined ? 0 : ResultStore.measure(result) - ResultStore.measure(rest);
  return { seconds: seconds * scale, bytes: ResultStore.measure(rest) + recorded * scale };
}
