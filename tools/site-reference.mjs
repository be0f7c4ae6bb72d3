// Writes the reference pages of the documents from the built program: commands, creature file, parameters, signals and metrics of
// every animal, errors, studies. They are not in git; a stamp tells when they are out of date.
// Usage: node tools/site-reference.mjs (`npm run docs` runs it)
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findAnyPython } from './find-python.mjs';
import { generatedFolders } from './generated-pages.mjs';
import { listErrorCodes } from './site-errors.mjs';
import { code, createPage, createTable, escapeText, formatValue } from './site-markdown.mjs';
import { createResultPages } from './site-results.mjs';
import { createFieldTable, listFields } from './site-schema.mjs';
import { computeStamp, readText, root, say } from './workspace.mjs';

const docs = join(root, 'docs');
const stampFile = join(docs, 'generated/.stamp');
const execute = promisify(execFile);

/** What the built program prints. */
async function ask(...args) {
  const { stdout } = await execute(process.execPath, [join(root, 'dist/cli/main.js'), ...args], {
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  });
  return stdout;
}
const askJson = async (...args) => JSON.parse(await ask(...args, '--json'));

/** Runs `work` for all items, two at a time, and gives the results in order. */
async function mapInPairs(items, work) {
  const results = [];
  const queue = [...items.entries()];
  const take = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all([take(), take()]);
  return results;
}

/** @type {Map<string, string>} */
const pages = new Map();
/** @type {(path: string, text: string) => void} */
const addPage = (path, text) => void pages.set(path, text);

/**
 * A help text in parts: summary, usage, and named sections of two columns whose second may be wrapped.
 * @param {string} text
 */
export function parseHelp(text) {
  const blocks = text.trimEnd().split(/\n{2,}/);
  const [summary = ''] = blocks;
  const usage = blocks.find((block) => block.startsWith('Usage:')) ?? '';
  const sections = blocks.flatMap((block) => {
    const [title, ...lines] = block.split('\n');
    if (lines.length === 0 || !lines[0].startsWith('  ') || title.startsWith('Usage:')) return [];
    return [{ title, rows: parseColumns(lines) }];
  });
  return { summary, usage: usage.replace(/^Usage:\s*/, '').replace(/\n\s+/g, ' '), sections };
}

/** @param {readonly string[]} lines */
function parseColumns(lines) {
  /** @type {[string, string][]} */
  const rows = [];
  for (const line of lines) {
    const [, first, second = ''] = /^ {2}(\S.*?)(?: {2,}(\S.*))?$/.exec(line) ?? [];
    const last = rows.at(-1);
    if (first !== undefined) rows.push([first, second]);
    else if (last !== undefined) last[1] += ` ${line.trim()}`;
  }
  return rows;
}

async function writeCommands() {
  const overview = parseHelp(await ask('help'));
  const commands = overview.sections.find(({ title }) => title === 'Commands')?.rows ?? [];
  const names = commands.map(([name]) => name).filter((name) => name !== 'help');
  if (names.length < 10) throw new Error('The help of the program lists fewer commands than it has.');
  addPage(
    'reference/commands/index.md',
    createPage('Commands', [
      'In a clone, write `npx bestiary` for `bestiary`. Messages go to standard error. With `--json` a command prints exactly one JSON document on standard output.',
      createTable(
        ['command', 'what it does'],
        commands.map(([name, about]) => [
          name === 'help' ? code(name) : `[\`${name}\`](./${name}.md)`,
          escapeText(about),
        ]),
      ),
      createTable(
        ['exit code', 'meaning'],
        [
          ['0', 'done'],
          ['1', 'what was asked for failed'],
          ['2', 'bad input: an unknown name, a wrong value, a file that cannot be read'],
          ['130', 'interrupted by Ctrl-C'],
        ],
      ),
    ]),
  );
  const helps = await mapInPairs(names, (name) => ask('help', name));
  names.forEach((name, i) => {
    const { summary, usage, sections } = parseHelp(helps[i]);
    const parts = sections.map(({ title, rows }) =>
      title === 'Examples'
        ? `## Examples\n\n${createTable(
            ['command', 'what it does'],
            rows.map(([command, about]) => [code(command), escapeText(about)]),
          )}`
        : `## ${title}\n\n${createTable(
            ['option', 'meaning'],
            rows.map(([option, about]) => [code(option), escapeText(about)]),
          )}`,
    );
    addPage(
      `reference/commands/${name}.md`,
      createPage(`bestiary ${name}`, [summary, `\`\`\`\n${usage}\n\`\`\``, ...parts]),
    );
  });
  return names;
}

async function writeAnimals() {
  const animals = await askJson('list');
  const described = await mapInPairs(animals, async ({ name }) => ({
    desc: await askJson('describe', name),
    parameters: await askJson('describe', name, '--parameters'),
    signals: await askJson('describe', name, '--signals'),
    metrics: await askJson('describe', name, '--metrics'),
  }));
  animals.forEach(({ name, title, body }, i) => {
    const { desc, parameters, signals, metrics } = described[i];
    addPage(
      `reference/animals/${name}.md`,
      createPage(title, [
        `${escapeText(desc.about)} [About this animal](../../animals/${name}.md). Body: ${code(body)}.`,
        '## Metrics',
        `One number for a whole run: \`bestiary run ${name} --json\`, key \`metrics\`.`,
        createTable(
          ['name', 'unit', 'what it is'],
          metrics.map((one) => [
            code(one.name),
            escapeText(one.unit ?? ''),
            escapeText([one.about, one.reliable].filter((text) => typeof text === 'string').join(' ')),
          ]),
        ),
        '## Signals',
        `Recorded at every step: \`bestiary run ${name} --out DIR\`, then \`bestiary export DIR --format csv\`.`,
        createTable(
          ['name', 'unit', 'numbers', 'what it is'],
          signals.map((one) => [code(one.name), escapeText(one.unit), String(one.size), escapeText(one.about)]),
        ),
        '## Parameters',
        `Change one with \`--set PATH=VALUE\`. *live* ones may change while the animal runs; *restart* ones start the run again.`,
        createTable(
          ['path', 'unit', 'range', 'default', 'change', 'what it is'],
          parameters.map((one) => [
            code(one.path),
            escapeText(one.unit),
            escapeText(one.range),
            escapeText(formatValue(one.default)),
            escapeText(one.change),
            escapeText(one.about),
          ]),
        ),
      ]),
    );
  });
  animals.forEach(({ name }, i) =>
    addPage(`generated/animals/${name}-try.md`, createTryTable(name, described[i].desc)),
  );
  addPage(
    'reference/animals/index.md',
    createPage('Parameters, signals and metrics', [
      'Every animal with all that can be changed in it, recorded from it and measured of it.',
      createTable(
        ['animal', 'body', 'metrics', 'signals', 'parameters'],
        animals.map(({ name, title, body }, i) => [
          `[${title}](./${name}.md)`,
          code(body),
          String(described[i].metrics.length),
          String(described[i].signals.length),
          String(described[i].parameters.length),
        ]),
      ),
    ]),
  );
  return animals;
}

/** What an animal's file proposes to try, with the command that does it. */
function createTryTable(name, { tryFirst }) {
  const quote = (text) => (/^[\w.=/-]+$/.test(text) ? text : `'${text}'`);
  const rows = tryFirst.map(({ label, set }) => [
    escapeText(label),
    set.length === 0
      ? 'in the studio, by hand'
      : code(`npx bestiary run ${name} ${set.map((one) => `--set ${quote(one)}`).join(' ')}`),
  ]);
  return `${createTable(['what', 'how'], rows)}\n`;
}

/** Pages of the creature file: one for each kind of body, a heading for each part of the file. */
async function writeCreatureFile() {
  const schema = JSON.parse(await ask('describe', '--schema'));
  const families = schema.anyOf.map((family) => ({
    family,
    kind:
      family.properties.body?.properties?.kind?.const ?? family.properties.body?.oneOf?.[0]?.properties?.kind?.const,
    example: family.properties.animal.default,
  }));
  for (const { family, kind, example } of families) {
    const fields = listFields(family);
    const parts = Object.entries(family.properties).map(([part, { description = '' }]) => ({
      part,
      description,
      fields: fields.filter(({ path }) => path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`)),
    }));
    const plain = parts.filter(({ fields: [first], part }) => first?.path === part && !first.path.includes('.'));
    const grouped = parts.filter((one) => !plain.includes(one) && one.fields.length > 0);
    addPage(
      `reference/creature-file/${kind}.md`,
      createPage(`body.kind: ${kind}`, [
        `A creature file with ${escapeText(family.title ?? '')}. An example: \`bestiary describe ${example}\`.`,
        'Fields marked *Live* may change while the animal runs. A change of one marked *Restarts* starts the run again. The column “only with” names the kinds that have a field: in other kinds it is refused.',
        '## The animal',
        createFieldTable(plain.flatMap((one) => one.fields)),
        ...grouped.flatMap((one) => [`## ${one.part}`, escapeText(one.description), createFieldTable(one.fields)]),
      ]),
    );
  }
  addPage(
    'reference/creature-file/index.md',
    createPage('The creature file', [
      'A creature file is JSON: body, muscles, controller, medium, scene, lesions and schedule of one animal. `bestiary describe ANIMAL` prints one, `bestiary validate FILE` checks one, and `bestiary run FILE` runs one. `bestiary describe --schema` prints the JSON Schema, which gives completion in an editor. [How to make your own](../../how-to/own-creature.md).',
      'The kind of its body decides which fields it has:',
      createTable(
        ['body.kind', 'what it is', 'example'],
        families.map(({ family, kind, example }) => [
          `[\`${kind}\`](./${kind}.md)`,
          escapeText(family.title ?? ''),
          `[\`${example}\`](../animals/${example}.md)`,
        ]),
      ),
      'A file may be short. With `extends` it takes everything from a named animal and writes only what differs:',
      '```json\n{ "extends": "lamprey", "schemaVersion": 2, "title": "Wide tail", "brainstem": { "right": 0.4 } }\n```',
      "Lengths, times and masses are in SI units in the file. `--set` also takes a unit: `--set 'body.links[9].width=12 mm'`.",
    ]),
  );
}

async function writeStudies() {
  const schema = JSON.parse(await ask('sweep', '--schema'));
  addPage('generated/study.md', `${createFieldTable(listFields(schema))}\n`);
}

function writeErrors() {
  addPage(
    'generated/errors.md',
    `${createTable(
      ['code', 'message begins with', 'what it means and what to do'],
      listErrorCodes().map(({ name, title, advice }) => [code(name), escapeText(title), escapeText(advice)]),
    )}\n`,
  );
}

/** The Python package by its own docstrings; reading them takes any Python. */
async function writePython() {
  const program = findAnyPython();
  const text =
    program === undefined
      ? 'No Python was found when this copy was built: `python3 tools/python-reference.py` prints the reference of the package.'
      : (await execute(program, [join(root, 'tools/python-reference.py')], { maxBuffer: 1 << 24 })).stdout.replace(
          /^# .*\n/,
          '',
        );
  addPage('generated/python.md', `${text.trim()}\n`);
}

/** What pages link to although somebody else makes it: a page that says how, unless it is there. */
function writeSlots() {
  const slots = [
    ['reference/library/index.md', 'Library', 'npm run docs:api', 'The pages of the library are made from its types.'],
  ];
  for (const [path, title, command, about] of slots)
    if (!existsSync(join(docs, path)))
      addPage(path, createPage(title, [`${about} They were not built with this copy: \`${command}\` builds them.`]));
}

/** Writes all pages whose contents have changed since the last time. */
export async function writeReference() {
  const stamp = computeStamp(root, [
    'dist/cli/.stamp',
    'tools/site-reference.mjs',
    'tools/site-schema.mjs',
    'tools/site-markdown.mjs',
    'tools/site-errors.mjs',
    'tools/site-results.mjs',
    'tools/python-reference.py',
    'python/bestiary',
    'docs/results',
  ]);
  if (readText(stampFile) === stamp) return;
  say('Writing the reference …');
  await writeCommands();
  const animals = await writeAnimals();
  await writeCreatureFile();
  await writeStudies();
  writeErrors();
  await writePython();
  for (const [path, text] of createResultPages(animals)) addPage(path, text);
  writeSlots();
  for (const folder of generatedFolders) rmSync(join(docs, folder), { recursive: true, force: true });
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(docs, path)), { recursive: true });
    writeFileSync(join(docs, path), text);
  }
  writeFileSync(stampFile, stamp);
  say(`${pages.size} pages written.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeReference();
