import { describe, expect, it } from 'vitest';
import { LearnError } from '../learn-error.ts';
import { decodeNamedArrays, encodeNamedArrays } from '../named-arrays.ts';
import { createLocalPeer, createRolloutSource, type RolloutSource } from '../rollouts/rollouts.ts';
import { createSubjectEnv, type Subject } from '../subjects/subject.ts';
import type { Executor } from '../../jobs/executor.ts';
import type { RolloutJob, RolloutResult, RolloutTask } from './rollout-job.ts';
import { openRollouts, RolloutsStopped } from './rollout-peers.ts';
import { RolloutRunner } from './run-rollout.ts';
import { createSmallPolicy } from '../../testing/small-policy.ts';

const subject: Subject = { kind: 'toy', name: 'pendulum' };

/** As through a wire: text, and arrays as bytes. */
function send<T extends RolloutJob | RolloutResult>({ arrays, ...rest }: T): T {
  const bytes = encodeNamedArrays('BSTTEST1', null, arrays);
  return { ...JSON.parse(JSON.stringify(rest)), arrays: decodeNamedArrays('BSTTEST1', bytes, 'test').arrays };
}

/** Workers that take jobs in turn, the last job first, so that a share is hardly ever with the same one twice. */
class TurningExecutor implements Executor {
  readonly runners = [new RolloutRunner(), new RolloutRunner(), new RolloutRunner()];
  readonly lots: number[] = [];
  /** What happens to the next jobs instead. */
  fault: 'lost' | 'broken' | 'stopped' | undefined;
  #turn = 0;

  run: Executor['run'] = (task, jobs, events) => {
    this.lots.push(jobs.length);
    if (this.fault === 'broken') return Promise.reject(new Error('no Redis any more'));
    if (this.fault === 'stopped') return Promise.resolve();
    for (const job of [...jobs].reverse()) {
      const runner = this.runners[this.#turn++ % this.runners.length]!;
      if (this.fault === 'lost')
        events.onLoss({ key: job.key, reason: { code: 'worker-died', message: 'it stalled' } });
      else
        events.onResult(
          // The test's jobs are all rollouts.
          send(runner.run(task as RolloutTask, 'task', send(job as RolloutJob))) as unknown as Parameters<
            typeof events.onResult
          >[0],
        );
    }
    return Promise.resolve();
  };

  close = () => Promise.resolve();
}

function open(executor: Executor, workers: number, lanes = 5, of = subject): Promise<RolloutSource> {
  const { signal } = new AbortController();
  return openRollouts({ executor, version: 'v', subject: of, lanes, workers, signal, onMessage: () => undefined });
}

async function runAll(source: RolloutSource) {
  const policy = createSmallPolicy(source);
  const plan = { policy, seeds: [3, 4, 5], maxSteps: 40 };
  const before = await source.evaluate(plan);
  await source.start(4);
  const first = await source.collect(policy, 130);
  const during = await source.evaluate(plan);
  const saved = await source.save();
  const second = await source.collect(policy, 130);
  await source.load(saved);
  return { before, first, during, second, again: await source.collect(policy, 130), saved };
}

describe('rollouts by an executor', () => {
  it('are bit for bit those of lanes that stay where they are, whoever does a share', async () => {
    const wanted = await runAll(
      await createRolloutSource([2, 3].map((lanes) => createLocalPeer(createSubjectEnv(subject, lanes)))),
    );
    const executor = new TurningExecutor();
    const got = await runAll(await open(executor, 2));
    expect(got).toEqual(wanted);
    expect(got.again).toEqual(got.second);
    expect(got.second).not.toEqual(got.first);
    // One environment for each number of lanes, in every worker, however many jobs there were.
    expect(executor.runners.map(({ made }) => made)).toEqual([2, 2, 2]);
    // All shares of a request go out together; `save` needs nobody.
    expect(executor.lots).toEqual(new Array(8).fill(2));
  });

  it('asks once where shares ask the same', async () => {
    const executor = new TurningExecutor();
    const source = await open(executor, 8, 4);
    expect(source).toMatchObject({ workers: 4, lanes: 4 });
    expect(executor.lots).toEqual([1]);
  });

  it('fails with the reason of a lost job, of a broken executor, or because it was stopped', async () => {
    const executor = new TurningExecutor();
    const source = await open(executor, 2);
    executor.fault = 'lost';
    await expect(source.start(1)).rejects.toThrow(LearnError);
    await expect(source.start(1)).rejects.toThrow(/worker: got it stalled/u);
    executor.fault = 'broken';
    await expect(source.start(1)).rejects.toThrow('no Redis any more');
    executor.fault = 'stopped';
    await expect(source.start(1)).rejects.toThrow(RolloutsStopped);
    executor.fault = undefined;
    await source.start(1);
  });

  it('tells of an environment that cannot be made and of a state that does not fit', async () => {
    const executor = new TurningExecutor();
    await expect(open(executor, 2, 2, { kind: 'toy', name: 'no-such' })).rejects.toThrow(LearnError);
    const source = await open(executor, 1, 2);
    await source.start(1);
    const saved = await source.save();
    await expect(source.load({ ...saved, 'worker-0/noise': new Uint32Array(3) })).rejects.toThrow(/noise/u);
    // What was there is there still.
    expect(await source.save()).toEqual(saved);
  });
});
