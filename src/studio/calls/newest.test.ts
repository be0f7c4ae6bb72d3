import { describe, expect, it } from 'vitest';
import { NewestWins } from './newest.ts';

describe('the newest wins', () => {
  it('leaves out what came between, also after a failure', async () => {
    const asked: number[] = [];
    const answers: string[] = [];
    const settle: ((isFine: boolean) => void)[] = [];
    const requests = new NewestWins<number, string>(
      (value) => {
        asked.push(value);
        return new Promise((resolve, reject) => {
          settle.push((isFine) => {
            if (isFine) resolve(`${value}!`);
            else reject(new Error('No.'));
          });
        });
      },
      (answer, value) => answers.push(`${answer} ${value} ${requests.busy}`),
    );
    const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    for (const value of [1, 2, 3]) requests.send(value);
    expect([asked, requests.busy]).toEqual([[1], true]);
    settle[0]!(false);
    await rest();
    expect(asked).toEqual([1, 3]);
    for (const value of [4, 5]) requests.send(value);
    settle[1]!(true);
    await rest();
    settle[2]!(true);
    await rest();
    expect(answers).toEqual(['3! 3 true', '5! 5 false']);
    expect(requests.busy).toBe(false);
  });
});
