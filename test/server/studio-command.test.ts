/** The built command as a person runs it: `npm test` builds it first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

function startCommand(...args: string[]): {
  child: ChildProcess;
  ended: Promise<{ code: number | null; errors: string }>;
} {
  const env = { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined };
  const child = spawn(process.execPath, [program, 'studio', ...args], { env });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, errors }));
  });
  return { child, ended };
}

function readLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    child.on('close', (code) => reject(new Error(`Ended with code ${code} before it printed an address.`)));
  });
}

test.each(['SIGINT', 'SIGTERM'] as const)('prints the address, serves, and ends well at %s', async (signal) => {
  const { child, ended } = startCommand('--open');
  const url = await readLine(child);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<!doctype html>');
  child.kill(signal);
  expect(await ended).toMatchObject({ code: 0 });
});

test('with --json prints one document', async () => {
  const { child, ended } = startCommand('--json', '--no-open');
  const { url } = JSON.parse(await readLine(child)) as { url: string };
  expect((await fetch(`${url}health`)).status).toBe(200);
  child.kill('SIGINT');
  expect(await ended).toMatchObject({ code: 0 });
});

test('a port that is taken ends it with a sentence and code 1', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', resolve));
  const { port } = blocker.address() as AddressInfo;
  const { ended } = startCommand('--port', String(port));
  const { code, errors } = await ended;
  blocker.close();
  expect(code).toBe(1);
  expect(errors).toContain(`Port ${port} is already in use.`);
});

test('an invalid port is bad input: code 2', async () => {
  const ports = ['0', '65536', 'http'];
  const ends = await Promise.all(ports.map((port) => startCommand(`--port=${port}`).ended));
  expect(ends.map(({ code }) => code)).toEqual([2, 2, 2]);
  ports.forEach((port, i) => expect(ends[i]!.errors).toContain(`got '${port}'`));
});
