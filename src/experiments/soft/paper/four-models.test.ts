import { describe, expect, it } from 'vitest';
import { fourModels, judgeClaim, type Summary } from './four-models.ts';

const summarise = (model: Summary['model'], share: number, angle: number, seconds = 60): Summary => ({
  ...{ model, return: share, angle, worst: angle, seconds },
  ...{ decisions: 1000, smoothness: -3, symmetry: 1, resemblance: 1 },
});

describe('Figure 10 as printed', () => {
  const rows = new Map(fourModels.flatMap(({ claims }) => claims).map((claim) => [claim.id, claim]));

  it('has AP-MEM third on the lamprey, second on the starfish and first on the octopus', () => {
    expect(rows.get('softcon/fig-10/lamprey/return')!.theirs).toBe('i-mem > s-mem > ap-mem > cpg-mem');
    expect(rows.get('softcon/fig-10/lamprey/return')!.claim).toContain('AP-MEM 798.98, I-MEM 3655.67, S-MEM 937.25');
    expect(rows.get('softcon/fig-10/starfish/return')!.theirs).toBe('i-mem > ap-mem > s-mem > cpg-mem');
    expect(rows.get('softcon/fig-10/return')!.theirs).toBe('ap-mem > s-mem > i-mem');
    for (const { where } of rows.values()) expect(where).toMatch(/^(?:Fig\. 10|§5\.2)$/u);
  });

  it('agrees with that order and with no other', () => {
    const shares = { 'i-mem': 0.9, 's-mem': 0.6, 'ap-mem': 0.5, 'cpg-mem': 0.1 } as const;
    const printed = Object.entries(shares).map(([model, share]) => summarise(model as Summary['model'], share, 20));
    expect(judgeClaim('x/lamprey/return', printed).holds).toBe(true);
    expect(judgeClaim('x/starfish/return', printed).holds).toBe(false);
  });
});

describe('the order of the four models', () => {
  it('is told where at least one of them steers', () => {
    const summaries = [
      summarise('ap-mem', 0.6, 25, 40),
      summarise('cpg-mem', 0.7, 26, 30),
      summarise('s-mem', 0.5, 45),
      summarise('i-mem', 0.6, 45),
    ];
    expect(judgeClaim('x/lamprey/return', summaries).holds).toBe(false);
    expect(judgeClaim('x/time', summaries)).toEqual({ ours: 'cpg-mem first', holds: false });
    expect(judgeClaim('x/simple-y', summaries)).toMatchObject({ ours: '0.86 of the best', holds: true });
    expect(judgeClaim('x/cpg', summaries)).toMatchObject({ holds: false });
  });

  it('gives no model credit for a reward that its noise alone brings', () => {
    const summaries = [
      summarise('ap-mem', 0.56, 35, 47),
      summarise('cpg-mem', 0.53, 51, 29),
      summarise('s-mem', 0.38, 72, 30),
      summarise('i-mem', 0.2, 89, 24),
    ];
    expect(judgeClaim('x/time', summaries)).toEqual({ ours: 'cpg-mem first', holds: false });
    // The octopus, as printed: ap-mem, s-mem, i-mem; cpg-mem has no number there.
    expect(judgeClaim('x/return', summaries)).toEqual({ ours: 'ap-mem > cpg-mem > s-mem > i-mem', holds: true });
  });

  it('is not told where none has learned anything, whoever was luckiest', () => {
    const summaries = [
      summarise('ap-mem', 0.38, 89, 33),
      summarise('cpg-mem', 0.35, 89, 38),
      summarise('s-mem', 0.24, 78),
      summarise('i-mem', 0.2, 82),
    ];
    for (const id of ['x/return', 'x/time', 'x/cpg', 'x/simple']) {
      const finding = judgeClaim(id, summaries);
      expect(finding.holds).toBeUndefined();
      expect(finding.why).toContain('78° off');
    }
  });
});
