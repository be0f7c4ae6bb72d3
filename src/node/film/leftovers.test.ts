import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

it('removes what a killed render left, not what somebody may still write or what has another name', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-left-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['old.webm.tmp', 'new.mp4.tmp', 'old.webm']) writeFileSync(path.join(folder, name), 'x');
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of ['old.webm.tmp', 'old.webm']) utimesSync(path.join(folder, name), hourAgo, hourAgo);
  removeLeftovers(folder, /\.(?:mp4|webm)\.tmp$/u);
  expect(readdirSync(folder).sort()).toEqual(['new.mp4.tmp', 'old.webm']);
  removeLeftovers(path.join(folder, 'nowhere'), /./u);
});
