/** The curves that cards of policies are written from. */
import { expect, it } from 'vitest';
import { joinLogs } from '../../tools/policy-cards.mjs';
import { summariseCurve } from '../../tools/policy-pages.mjs';

it('the time of a training is that from which the angle stayed low, not when it was low for the first time', () => {
  const angles = [80, 4, 4, 4, 60, 60, 60, 4, 4, 4, 4, 4];
  const curve = angles.map((angle, i) => ({ angle, cpuSeconds: 60 * (i + 1), decisions: 100 * (i + 1) }));
  // Means of three rows: the last one above 6° is that of minute 9.
  expect(summariseCurve(curve)).toMatchObject({ final: 4, minutes: 10, total: 12, decisions: 1200 });
});

it('logs of trainings that continue one another are one: steps and CPU seconds add up', () => {
  const head = 'step,charts/angle,charts/cpu_seconds';
  const joined = joinLogs([`${head}\n256,50,1.5\n512,40,3\n`, `${head}\n256,30,1\n512,20,2.5\n`]);
  expect(joined).toBe(`${head}\n256,50,1.5\n512,40,3\n768,30,4\n1024,20,5.5\n`);
});
