import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { nameOwner, removeLeftovers } from './leftovers.ts';

const films = /\.(?:mp4|webm)(?:\.(\d+@[^/]+))?\.tmp$/u;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bestiary-left-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(...names: string[]): void {
  for (const name of names) writeFileSync(path.join(folder, name), 'x');
}

it('removes what a killed render left, not what somebody may still write or what has another name', () => {
  write('old.webm.tmp', 'new.mp4.tmp', 'old.webm');
  const hourAgo = Date.now() / 1000 - 3600;
  for (const name of ['old.webm.tmp', 'old.webm']) utimesSync(path.join(folder, name), hourAgo, hourAgo);
  removeLeftovers(folder, films);
  expect(readdirSync(folder).sort()).toEqual(['new.mp4.tmp', 'old.webm']);
  removeLeftovers(path.join(folder, 'nowhere'), /./u);
});

it('removes at once what a process left that has ended here, and leaves that of another machine', () => {
  const ended = spawnSync(process.execPath, ['-e', '']).pid;
  const kept = [`a.webm.${nameOwner()}.tmp`, `a.webm.${process.ppid}@${hostname()}.tmp`, `a.webm.${ended}@other.tmp`];
  write(...kept, `a.webm.${ended}@${hostname()}.tmp`);
  removeLeftovers(folder, films);
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});
