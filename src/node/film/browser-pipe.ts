/**
 * A headless Chrome or Chromium, controlled through a pipe (the DevTools protocol: JSON messages that end in a zero byte), so
 * that no port is opened and no package is needed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { nameOwner, removeLeftovers } from './leftovers.ts';

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  // Without a graphics card it renders in software.
  '--enable-unsafe-swiftshader',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--mute-audio',
];

type Answer = Readonly<Record<string, unknown>>;

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Answer;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

/** The browser ended, or never began: a sentence. */
export class BrowserError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BrowserError';
  }
}

export class BrowserPipe {
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, (params: Answer) => void>();
  /** Its last output on standard error, for the error message. */
  #said = '';
  #rest: Buffer[] = [];
  #lastId = 0;
  #ended: BrowserError | undefined;

  constructor(program: string) {
    removeLeftovers(tmpdir(), /^bestiary-browser-(?:(\d+@.+)-)?/u);
    this.#folder = mkdtempSync(join(tmpdir(), `bestiary-browser-${nameOwner()}-`));
    // Chrome refuses to use its sandbox as root.
    const own = [`--user-data-dir=${this.#folder}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    this.#process = spawn(program, [...flags, ...own, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.#process.on('error', (error) => {
      this.#end(`could not be started: ${error.message}`);
    });
    this.#process.on('exit', (code) => {
      this.#end(`ended (${code ?? 'killed'}) before the work was done. ${this.#said}`);
    });
    this.#process.stderr!.on('data', (data: Buffer) => {
      this.#said = `${this.#said}${data.toString()}`.slice(-300);
    });
    const [, , , input, output] = this.#process.stdio as unknown as [null, null, null, Writable, Readable];
    // Write errors are reported by the end of the process.
    input.on('error', () => undefined);
    output.on('error', () => undefined);
    output.on('data', (data: Buffer) => {
      this.#read(data);
    });
  }

  send(method: string, params: Answer = {}, sessionId?: string): Promise<Answer> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    const input = this.#process.stdio[3] as Writable;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      const session = sessionId === undefined ? {} : { sessionId };
      input.write(`${JSON.stringify({ id, method, params, ...session })}\0`);
    });
  }

  /** One listener for each kind of event. */
  listen(method: string, act: (params: Answer) => void): void {
    this.#listeners.set(method, act);
  }

  async close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null || this.#process.pid === undefined)
        resolve();
      else this.#process.once('exit', () => resolve());
    });
    this.#process.kill('SIGKILL');
    await gone;
    await removeLater(this.#folder);
  }

  #end(what: string): void {
    this.#ended ??= new BrowserError(`The browser ${what.trim()}`);
    for (const waiting of this.#pending.values()) waiting.reject(this.#ended);
    this.#pending.clear();
  }

  #read(data: Buffer): void {
    let from = 0;
    for (let at = data.indexOf(0); at >= 0; at = data.indexOf(0, from)) {
      const text = Buffer.concat([...this.#rest, data.subarray(from, at)]).toString();
      this.#rest = [];
      from = at + 1;
      this.#receive(JSON.parse(text) as Message);
    }
    if (from < data.length) this.#rest.push(data.subarray(from));
  }

  #receive({ id, method, params, result, error }: Message): void {
    if (method !== undefined) this.#listeners.get(method)?.(params ?? {});
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || pending === undefined) return;
    this.#pending.delete(id);
    if (error === undefined) pending.resolve(result ?? {});
    else pending.reject(new BrowserError(`The browser refused: ${error.message}`));
  }
}

/** Children of a browser write a moment longer; what is left after that the system clears, and no film is lost for it. */
async function removeLater(folder: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch {
      await delay(100);
    }
  }
}
