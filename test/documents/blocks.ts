/**
 * Runs the code blocks of a document in order, in one folder, as a reader would who does only what the text says:
 *
 *   ```sh                         is run by bash; `npx bestiary` is the built program
 *   ```json title="study.json"    becomes a file (any language)
 *   ```js, ```python              without a title are run
 *   ```text                       after one of these is what it must print; `…` stands for anything
 *   ```sh elsewhere               needs a machine or program that a test has not: read, not run
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export interface Block {
  readonly language: string;
  readonly title: string | undefined;
  readonly elsewhere: boolean;
  readonly text: string;
  /** Line of the document on which it starts. */
  readonly line: number;
}

/** All fenced blocks of a document. */
export function listBlocks(markdown: string): Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const open = /^(\s*)```(\w*)(.*)$/u.exec(lines[at]!);
    if (open === null) continue;
    const [, indent, language, info] = open as unknown as [string, string, string, string];
    const end = lines.findIndex((line, i) => i > at && line.trim() === '```');
    const text = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    blocks.push({
      language,
      title: /title="([^"]+)"/u.exec(info)?.[1],
      elsewhere: /\belsewhere\b/u.test(info),
      text: text.join('\n'),
      line: at + 1,
    });
    at = end;
  }
  return blocks;
}

const escapeExpression = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');

/** The first line of `expected` that is not in `printed` after the lines before it; undefined if all are there, in order. */
export function findMissingLine(expected: string, printed: string): string | undefined {
  const lines = printed.split('\n').map((line) => line.trimEnd());
  let from = 0;
  for (const wanted of expected.split('\n').map((line) => line.trimEnd())) {
    if (wanted === '' || wanted.trim() === '…') continue;
    const pattern = new RegExp(`^${wanted.split('…').map(escapeExpression).join('.*')}$`, 'u');
    const found = lines.findIndex((line, i) => i >= from && pattern.test(line));
    if (found < 0) return wanted;
    from = found + 1;
  }
  return undefined;
}

interface Printed {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder in which the programs and packages that documents name are found; examples/ is that of the project. */
export function prepareFolder(folder: string): NodeJS.ProcessEnv {
  const bin = path.join(folder, '.bin');
  mkdirSync(bin);
  const program = `"${process.execPath}" "${path.join(root, 'tools/bestiary.cjs')}"`;
  const script = (name: string, text: string): void => {
    writeFileSync(path.join(bin, name), `#!/usr/bin/env bash\n${text}\n`);
    chmodSync(path.join(bin, name), 0o755);
  };
  script('bestiary', `exec ${program} "$@"`);
  const vite = `"${process.execPath}" "${path.join(root, 'node_modules/vite/bin/vite.js')}"`;
  script(
    'npx',
    `tool=$1; shift\ncase $tool in bestiary) exec ${program} "$@";; vite) exec ${vite} "$@";; esac\necho "a document runs npx $tool" >&2; exit 1`,
  );
  script('npm', `[ "$1" = start ] || { echo "a document runs npm $1" >&2; exit 1; }\nexec ${program} studio`);
  symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'));
  mkdirSync(path.join(folder, 'node_modules'));
  for (const name of ['three', 'zod'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
  symlinkSync(root, path.join(folder, 'node_modules/bestiary'));
  return {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    PYTHONPATH: path.join(root, 'python'),
    BESTIARY: program,
    NO_COLOR: '1',
  };
}

/** Commands that serve until they are stopped: such a block is run until it says where. */
const isServer = (text: string): boolean => /^(?:npm start|npx bestiary studio)\b/mu.test(text);

function execute(
  program: string,
  args: readonly string[],
  text: string,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<Printed> {
  const child = spawn(program, args, { cwd: folder, env, detached: true });
  const printed = { out: '', err: '' };
  const stop = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
  };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.out += chunk;
    if (isServer(text) && printed.out.includes('http://')) stop();
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.err += chunk;
  });
  child.stdin.end(text);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({ ...printed, code: isServer(text) && printed.out.includes('http://') ? 0 : code });
    });
  });
}

const isPlain = ({ language }: Block): boolean => ['text', 'csv', 'json', ''].includes(language);

/** Runs all blocks of a document; a block that fails, or prints something else, is an error that names its line. */
export async function runDocument(file: string, folder: string, env: NodeJS.ProcessEnv): Promise<{ ran: number }> {
  let last: Printed | undefined;
  let ran = 0;
  for (const block of listBlocks(readFileSync(file, 'utf8'))) {
    const { language, title, text, elsewhere } = block;
    const place = `${path.relative(root, file)}:${block.line}`;
    if (elsewhere) {
      last = undefined;
    } else if (title !== undefined) {
      mkdirSync(path.dirname(path.join(folder, title)), { recursive: true });
      writeFileSync(path.join(folder, title), `${text}\n`);
    } else if (isPlain(block)) {
      if (last === undefined) continue;
      const missing = findMissingLine(text, last.out);
      if (missing !== undefined)
        throw new Error(`${place} shows a line that was not printed:\n${missing}\nPrinted:\n${last.out}`);
      last = undefined;
    } else if (['sh', 'js', 'python'].includes(language)) {
      const [program, args] = {
        sh: ['bash', ['-euo', 'pipefail', '-s']],
        js: [process.execPath, ['--input-type=module', '-']],
        python: ['python3', ['-']],
      }[language] as [string, string[]];
      last = await execute(program, args, `${text}\n`, folder, env);
      ran += 1;
      if (last.code !== 0) throw new Error(`${place} ended with code ${last.code}:\n${text}\n${last.out}${last.err}`);
    } else {
      throw new Error(`${place}: a block of language '${language}' is neither run nor a file. Give it a title.`);
    }
  }
  return { ran };
}
