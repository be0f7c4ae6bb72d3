// What the tools share: the project's folder, running programs, stamps of what is up to date, and one lock.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Progress goes to stderr, so that stdout belongs to what is run.
 * @param {string} text
 */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** A failure that is explained by its sentence; `output` is what the failing program printed. */
export class StepError extends Error {
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/**
 * Runs a program in the project's folder and collects what it prints; a program that is not there has code 127.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program in the foreground and gives its exit code. Ctrl-C reaches it by itself; a polite kill is passed on.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function runInForeground(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const wait = () => {};
    const pass = (signal) => child.kill(signal);
    process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass);
    child.on('error', reject);
    child.on('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 1));
    });
  });
}

/**
 * The hash of the names and contents of files, folders read whole. Missing ones count as missing; tests are left out. By
 * default another Node has another stamp.
 * @param {string} folder
 * @param {readonly string[]} paths
 */
export function computeStamp(folder, paths, begin = `node ${process.versions.node.split('.')[0]}`) {
  const hash = createHash('sha256').update(`${begin}\0`);
  const add = (path) => {
    let bytes;
    try {
      bytes = readFileSync(join(folder, path));
    } catch (error) {
      if (error.code !== 'EISDIR') {
        hash.update(`${path}\0missing\0`);
        return;
      }
      for (const name of readdirSync(join(folder, path)).sort())
        if (!/\.test\.tsx?$/.test(name)) add(`${path}/${name}`);
      return;
    }
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  };
  paths.forEach(add);
  return hash.digest('hex');
}

/** @param {string} path */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Puts a finished folder in the place of an old one: a reader sees the one or the other, never a mixture.
 * @param {string} target
 * @param {string} fresh
 */
export function replaceFolder(target, fresh) {
  const old = `${fresh}-old`;
  try {
    renameSync(target, old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(fresh, target);
  rmSync(old, { recursive: true, force: true });
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Runs `work` while no other process does so with the same lock file; waits for it, and passes over the dead.
 * @template T
 * @param {string} path
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let told = false; ; ) {
    try {
      const file = openSync(path, 'wx');
      writeSync(file, String(process.pid));
      closeSync(file);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(readText(path));
    if (holder > 0 && !isRunning(holder)) rmSync(path, { force: true });
    else if (!told) {
      told = true;
      say(
        `Waiting for another setup of this folder (process ${holder || 'unknown'}; if it has ended, delete ${path}) …`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}
