import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFolder, run, runJson } from './program.ts';

/** A recording of a body of 1 mm in micrometres: a wave at 0.5 Hz on agar, 0.2 mm/s, one posture lost. */
function createRecording(): string {
  const times = Array.from({ length: 160 }, (_, i) => i / 20);
  const lines = times.map((t) => {
    const [xs, ys] = [[200 * t], [0]];
    for (let i = 1; i < 40; i++) {
      const angle = 0.8 * Math.sin(2 * Math.PI * (0.5 * t - (1.5 * i) / 40));
      xs.push(xs[i - 1]! - 25.6 * Math.cos(angle));
      ys.push(ys[i - 1]! - 25.6 * Math.sin(angle));
    }
    return { xs, ys };
  });
  const x = lines.map(({ xs }, i) => (i === 3 ? xs.map(() => null) : xs));
  return JSON.stringify({
    units: { t: 's', x: 'um', y: 'um' },
    data: [{ id: 'mine', t: times, x, y: lines.map(({ ys }) => ys) }],
  });
}

describe('report', () => {
  it('has a card with marks and a page with plots', async () => {
    const file = path.join(createFolder(), 'card.html');
    const { code, out } = await run('report', 'lamprey', '--seconds', '4', '--quiet', '--out', file);
    expect(code).toBe(0);
    expect(out).toMatch(/MARK/u);
    // The words of the columns are explained below the table, and in the help.
    const help = (await run('help', 'report')).out;
    for (const text of [out, help]) {
      expect(text).toMatch(/^Kinds: input was set from the literature/mu);
      expect(text).toMatch(/^Verdicts: within or outside the published range/mu);
      expect(text).toMatch(/^Marks: READ, .*SECONDARY, .*NOT\s+FOUND,\s+in\s+neither/msu);
    }
    expect(out).toMatch(/wavelength .* outside .* READ/u);
    expect(out).toMatch(/swimming number .* unknown .* NOT FOUND/u);
    expect(out).toMatch(/cost of transport .* outside .* READ/u);
    expect(out).toMatch(/power +\d\.\d+ +W\/kg of body .* unknown/u);
    const page = readFileSync(file, 'utf8');
    expect(page.match(/<svg/gu)!.length).toBe(2);
    expect(page).not.toMatch(/<script|https?:/u);
  });

  it('measures a recording with the same code as the run', async () => {
    const folder = createFolder();
    const file = path.join(folder, 'mine.wcon');
    writeFileSync(file, createRecording());
    const basis = path.join(folder, 'basis.csv');
    writeFileSync(basis, `${Array.from({ length: 48 }, (_, k) => Math.sin((3 * Math.PI * k) / 47)).join(',')}\n`);
    const short = ['--set', 'mesh.resolution=coarse', '--seconds', '4', '--quiet'];
    const { code, json } = await runJson('report', 'worm', '--wcon', file, '--basis', basis, ...short);
    expect(code).toBe(0);
    const [simulation, mine] = json.recordings;
    expect(simulation.id).toBe('simulation');
    expect(mine).toMatchObject({ id: 'mine', gaps: 1 });
    expect(mine.frequency).toBeCloseTo(0.5, 2);
    expect(mine.length).toBeCloseTo(0.0009984, 6);
    expect(json.basis[1].shares[0]).toBeGreaterThan(0.2);
  });

  it('refuses what it cannot read, with the place', async () => {
    const file = path.join(createFolder(), 'bad.wcon');
    writeFileSync(file, '{"units":{"t":"s","x":"mm","y":"furlong"},"data":[]}');
    const bad = await runJson('report', 'worm', '--wcon', file);
    expect(bad.code).toBe(2);
    expect(bad.out).toContain('units.y');
    const other = await run('report', 'lamprey', '--wcon', file);
    expect(other.code).toBe(2);
    expect(other.err).toMatch(/takes no recordings/u);
  });
});
