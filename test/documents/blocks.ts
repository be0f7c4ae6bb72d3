/**
 * Runs the code blocks of a document in order, in one shell, as a reader would who does only what the text says:
 *
 *   ```sh                         is run by bash; `npx bestiary` is the built program
 *   ```json title="study.json"    becomes a file (any language)
 *   ```js, ```python              without a title are run
 *   ```text                       after one of these is what it must print; `…` stands for anything
 *   ```sh elsewhere               needs a machine or program that a test has not: read, not run
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
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

/** Stands for a clone in `place`: the programs and packages that documents name are found there, and examples/ is that of the project. */
export function prepareFolder(place: string): { readonly folder: string; readonly env: NodeJS.ProcessEnv } {
  const folder = path.join(place, 'bestiary');
  const bin = path.join(place, '.bin');
  for (const made of [folder, bin]) mkdirSync(made);
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
  // Above the folder, so that one beside it finds them, too.
  mkdirSync(path.join(place, 'node_modules'));
  for (const name of ['three', 'zod'])
    symlinkSync(path.join(root, 'node_modules', name), path.join(place, 'node_modules', name));
  symlinkSync(root, path.join(place, 'node_modules/bestiary'));
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    PYTHONPATH: path.join(root, 'python'),
    BESTIARY: program,
    NO_COLOR: '1',
  };
  return { folder, env };
}

/** Commands that serve until they are stopped: such a block is run until it says where. */
const isServer = (text: string): boolean => /^(?:npm start|npx bestiary studio)\b/mu.test(text);

const isPlain = ({ language }: Block): boolean => ['text', 'csv', 'json', ''].includes(language);

const endOfFile = 'END-OF-THIS-BLOCK';
const heredoc = (start: string, text: string): string => `${start} <<'${endOfFile}'\n${text}\n${endOfFile}`;

function createCommand({ language, title, text }: Block): string {
  if (title !== undefined) return heredoc(`mkdir -p "$(dirname '${title}')"\ncat > '${title}'`, text);
  if (language === 'js') return heredoc(`'${process.execPath}' --input-type=module -`, text);
  if (language === 'python') return heredoc('python3 -', text);
  if (!isServer(text)) return text;
  return `set -m; ( ${text}\n) > served & served=$!; set +m
until grep -q http:// served; do kill -0 $served; sleep 0.2; done
kill -- -$served; cat served; rm served`;
}

/** One script, so that a folder or an environment that a block enters is that of the blocks after it. */
function createScript(blocks: readonly (readonly [number, Block])[], notes: string): string {
  const parts = blocks.map(
    ([i, block]) => `echo ${i} > '${notes}/at'
{ ${createCommand(block)}
} > '${notes}/${i}.out' 2> '${notes}/${i}.err' < /dev/null`,
  );
  return `set -euo pipefail\n${parts.join('\n')}\n`;
}

/**
 * Runs all blocks of a document; a block that fails, or prints something else, is an error that names its line. `everywhere` runs
 * those marked "elsewhere", too.
 */
export async function runDocument(
  file: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  { everywhere = false }: { readonly everywhere?: boolean } = {},
): Promise<{ ran: number }> {
  const name = path.relative(root, file);
  const blocks = listBlocks(readFileSync(file, 'utf8'));
  const isRun = (block: Block): boolean =>
    (everywhere || !block.elsewhere) && (block.title !== undefined || !isPlain(block));
  for (const block of blocks)
    if (isRun(block) && block.title === undefined && !['sh', 'js', 'python'].includes(block.language))
      throw new Error(
        `${name}:${block.line}: a block of language '${block.language}' is neither run nor a file. Give it a title.`,
      );
  const notes = mkdtempSync(path.join(tmpdir(), 'bestiary-blocks-'));
  try {
    const script = path.join(notes, 'script.sh');
    const chosen = [...blocks.entries()].filter(([, block]) => isRun(block));
    writeFileSync(script, createScript(chosen, notes));
    const child = spawn('bash', [script], { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const read = (i: number, stream: 'out' | 'err'): string => {
      const written = path.join(notes, `${i}.${stream}`);
      return existsSync(written) ? readFileSync(written, 'utf8') : '';
    };
    if (code !== 0) {
      const at = Number(readFileSync(path.join(notes, 'at'), 'utf8'));
      const { line, text } = blocks[at]!;
      throw new Error(
        `${name}:${line} ended with code ${code}:\n${text}\n${read(at, 'out')}${read(at, 'err')}${complaint}`,
      );
    }
    let last: number | undefined;
    for (const [i, block] of blocks.entries()) {
      if (block.title !== undefined) continue;
      if (!isPlain(block)) {
        last = isRun(block) ? i : undefined;
        continue;
      }
      if (last === undefined) continue;
      const printed = read(last, 'out');
      const missing = findMissingLine(block.text, printed);
      if (missing !== undefined)
        throw new Error(`${name}:${block.line} shows a line that was not printed:\n${missing}\nPrinted:\n${printed}`);
      last = undefined;
    }
    return { ran: chosen.filter(([, { title }]) => title === undefined).length };
  } finally {
    rmSync(notes, { recursive: true, force: true });
  }
}
