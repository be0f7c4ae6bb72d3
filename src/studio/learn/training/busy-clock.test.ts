import { describe, expect, it } from 'vitest';
import type { RolloutReply } from '../../../learn/rollouts/messages.ts';
import { BusyClock } from './busy-clock.ts';

describe('the clock of busy workers', () => {
  it('counts every worker while it answers, the learner in between, and nothing while it stands still', async () => {
    let now = 0;
    const clock = new BusyClock(() => now);
    const answers: ((reply: RolloutReply) => void)[] = [];
    const peer = clock.watch({ ask: () => new Promise((resolve) => answers.push(resolve)), close: () => undefined });
    now = 5000;
    expect(clock.seconds).toBe(0);
    clock.setRunning(true);
    now = 6000;
    const asked = [peer.ask({ kind: 'describe' }), peer.ask({ kind: 'describe' })];
    now = 8000;
    answers[0]!({ kind: 'start' });
    await asked[0];
    now = 9000;
    answers[1]!({ kind: 'start' });
    await asked[1];
    now = 9500;
    clock.setRunning(false);
    now = 20_000;
    // 1 s of the learner, 2 s of two workers, 1 s of one, half a second of the learner.
    expect(clock.seconds).toBeCloseTo(1 + 4 + 1 + 0.5, 9);
  });
});
