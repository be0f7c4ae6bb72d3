import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findChrome } from '../../tools/find-chrome.mjs';
import { createFolder, run, runJson } from './program.ts';

const quick = ['--config', 'hidden=8', '--config', 'transitionsPerUpdate=64', '--config', 'minibatch=32', '--quiet'];

describe('plot', () => {
  it('draws one training beside its log, and compares several on a page', async () => {
    const [one, two] = [createFolder(), createFolder()];
    for (const [out, seed] of [[one, '1'] as const, [two, '2'] as const])
      await runJson('train', 'toy:identity', '--out', out, ...quick, '--updates', '10', '--seed', seed);
    const { json } = await runJson('plot', one);
    expect(json).toMatchObject({ out: path.join(one, 'curves.svg'), over: 'transitions' });
    const svg = readFileSync(path.join(one, 'curves.svg'), 'utf8');
    expect(svg).toMatch(/^<svg .*<\/svg>\n$/su);
    expect(svg).toContain('return, judged without noise');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/u);
    const page = path.join(two, 'both.html');
    await runJson('plot', one, two, '--over', 'minutes', '--out', page);
    const html = readFileSync(page, 'utf8');
    expect(html).toMatch(/^<!doctype html>/u);
    expect(html.match(/<polyline/gu)!.length).toBeGreaterThanOrEqual(4);
    expect(html).toContain('CPU minutes');
    const picture = path.join(one, 'curves.png');
    if (findChrome() === undefined) return;
    await runJson('plot', one, '--out', picture);
    const bytes = readFileSync(picture);
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    // Twice the size of the svg.
    expect(bytes.readUInt32BE(16)).toBe(2 * Number(/width="(\d+)" height/u.exec(svg)![1]));
  });

  it('refuses a folder without a log, and a format that it does not write', async () => {
    const empty = createFolder();
    const { code, err } = await run('plot', empty);
    expect(code).toBe(2);
    expect(err).toMatch(/has no log of a training/u);
    expect(existsSync(path.join(empty, 'curves.svg'))).toBe(false);
    expect((await run('plot', empty, '--out', 'curves.gif')).err).toMatch(/a \.svg, \.png or \.html file/u);
  });
});
