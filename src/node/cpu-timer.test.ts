import { fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startCpuTimer } from './cpu-timer.ts';

it('counts the time in the system as well as the time in the program', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-cpu-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = openSync(path.join(folder, 'x'), 'w');
  const read = startCpuTimer();
  const before = process.cpuUsage();
  // Until the system has worked for a while: writing is its work.
  const piece = new Uint8Array(1 << 20);
  for (let i = 0; i < 400 && process.cpuUsage(before).system < 50_000; i++) writeSync(file, piece, 0, piece.length, 0);
  fsyncSync(file);
  const { user, system } = process.cpuUsage(before);
  const seconds = read();
  expect(seconds).toBeGreaterThanOrEqual((user + system) / 1e6);
  expect(seconds).toBeLessThan((user + system) / 1e6 + 0.04);
});
