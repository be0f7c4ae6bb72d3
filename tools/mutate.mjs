// Do the tests see a wrong sign? Changes one operator, constant or sign of the sources at a time, in a copy of them, and
// runs the tests that reach the changed file, golden hashes left out: they say that something changed, not what is right.
//
//   node tools/mutate.mjs [--folders engine] [--count 40] [--seed 1] [--filter PATH] [--only N] [--near] [--list]
//
// `--folders designer,exports,node,learn,studio` takes as many from each of these folders of src. With `--near` only the tests
// of the file's own folder of src and of its formats (test/forged, test/server) judge, which costs seconds instead of minutes.
//
// Prints each change and the test that caught it. A survivor is either a hole in the tests, or equivalent: a change without
// effect on results, such as a bound that only costs time. Which one, a person must decide.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import ts from 'typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Files that say what a thing is called, how far it may go or how it was drawn, and compute nothing. */
const described = /(?:schema|fields|specs|looks|handles|units|suggest|migrations|templates)\.ts$|\/fields\//u;
/** Only a browser runs these: they are tested in one, from what is built. */
const drawn = /\bfrom '(?:react|three|mediabunny)|\bdocument\.|\bCanvasRenderingContext2D\b|\bself\.|\bnew Worker\b/u;
/** Left out: golden hashes, and tests of programs that are built from other copies of the sources. */
const leftOut = ['test/{cli,determinism,e2e,nightly,package,setup,studies}/**', 'test/server/studio-command.test.ts'];
/** Tests of the programs around the engine, which take long and reach all of it. */
const excludedPrograms = 'src/{studio,viewer,cli,node}/**';
/** ms. What has not ended then is not judged: an endless loop, or a machine with other work. */
const patience = 15 * 60_000;

const unjudged = 'nobody: the tests did not end in time';

const operators = new Map([
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.LessThanToken, '>'],
  [ts.SyntaxKind.GreaterThanToken, '<'],
  [ts.SyntaxKind.LessThanEqualsToken, '>'],
  [ts.SyntaxKind.GreaterThanEqualsToken, '<'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);
const functions = { min: 'max', max: 'min', sin: 'cos', cos: 'sin', floor: 'ceil', ceil: 'floor' };

/** All changes of one file: where, what was there, what comes in its place. */
export function listMutants(text, file = 'file.ts') {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found = [];
  const add = (node, to) => {
    const start = node.getStart(source);
    const { line } = source.getLineAndCharacterOfPosition(start);
    found.push({ file, line: line + 1, start, end: node.getEnd(), from: node.getText(source), to });
  };
  const visit = (node) => {
    // Types, imports, messages and the errors that carry them compute nothing.
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node)) return;
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isTemplateExpression(node)) return;
    if (ts.isBinaryExpression(node) && operators.has(node.operatorToken.kind) && !isText(node))
      add(node.operatorToken, operators.get(node.operatorToken.kind));
    if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
      add(node, `(${node.operand.getText(source)})`);
    if (ts.isNumericLiteral(node) && !isIndex(node)) add(node, changeNumber(Number(node.text)));
    if (ts.isCallExpression(node)) {
      const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
      if (Object.hasOwn(functions, called.getText(source)) && node.arguments.length > 0)
        add(called, functions[called.getText(source)]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `+` on texts is not arithmetic. */
function isText({ left, right }) {
  return [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));
}

/** Places in arrays, strides and shifts fail loudly; they are changed by way of their operators. */
function isIndex(node) {
  const { parent } = node;
  if (ts.isElementAccessExpression(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    ts.isElementAccessExpression(parent.parent) &&
    parent.parent.argumentExpression === parent
  );
}

function changeNumber(value) {
  if (value === 0) return '1';
  if (value === 1) return '2';
  return Number.isInteger(value) && value < 10 ? String(value + 1) : `(${value} * 1.2)`;
}

/** The same numbers for the same seed: mulberry32. */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** `count` changes, as many from each folder: a file by chance and then a place in it, so that long files do not count for more. */
export function pickMutants(base, { folders, count, seed, filter }) {
  return folders.flatMap((folder, i) => {
    const share = Math.floor((count * (i + 1)) / folders.length) - Math.floor((count * i) / folders.length);
    return pickFrom(base, folder, { count: share, seed, filter });
  });
}

function pickFrom(base, folder, { count, seed, filter }) {
  const files = readdirSync(join(base, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src', folder, name).replaceAll('\\', '/'))
    .filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !described.test(name) && name.includes(filter),
    )
    .filter((name) => !drawn.test(readFileSync(join(base, name), 'utf8')))
    .sort();
  const random = createRandom(seed);
  const picked = new Map();
  for (let tries = 0; picked.size < count && tries < 50 * count && files.length > 0; tries++) {
    const file = files[Math.floor(random() * files.length)];
    const mutants = listMutants(readFileSync(join(base, file), 'utf8'), file);
    if (mutants.length === 0) continue;
    const mutant = mutants[Math.floor(random() * mutants.length)];
    picked.set(`${file}:${mutant.start}`, mutant);
  }
  return [...picked.values()];
}

/** What tests need, without what is built and what is installed. */
function copySources() {
  const copy = mkdtempSync(join(tmpdir(), 'bestiary-mutants-'));
  const apart = new Set(['node_modules', 'dist', '.git', 'coverage'].map((name) => join(root, name)));
  cpSync(root, copy, { recursive: true, filter: (path) => !apart.has(path) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return copy;
}

/** Which tests judge a folder of src. A file, because patterns of the command line do not reach the projects of vitest.config.ts. */
function writeConfig(copy, folder, near) {
  const include = near
    ? [`src/${folder}/**/*.test.ts`, 'test/forged/*.test.ts', ...(folder === 'node' ? ['test/server/*.test.ts'] : [])]
    : ['src/**/*.test.ts', 'test/**/*.test.ts'];
  const exclude = near || excludedPrograms.includes(folder) ? leftOut : [...leftOut, excludedPrograms];
  const settings = { include, exclude, testTimeout: patience, hookTimeout: patience, bail: 1, passWithNoTests: true };
  const file = join(copy, `mutants-${folder}.config.mjs`);
  writeFileSync(file, `export default { test: ${JSON.stringify(settings)} };\n`);
  return file;
}

/** The test that fails; undefined if none does. */
function runTests(copy, config, ...args) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [vitest, ...args, '--run', '--config', config, '--reporter', 'json'],
      { cwd: copy, timeout: patience, killSignal: 'SIGKILL', maxBuffer: 1 << 28 },
      (error, stdout) => resolve(error === null ? undefined : nameFailure(stdout, error)),
    );
  });
}

function nameFailure(stdout, error) {
  if (error.killed) return unjudged;
  try {
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{')));
    const failed = testResults.find(({ status }) => status === 'failed');
    const test = failed?.assertionResults.find(({ status }) => status === 'failed');
    if (failed !== undefined)
      return `${relative(process.cwd(), failed.name).replace(/^.*?(src|test)\//u, '$1/')}: ${test?.fullName ?? 'does not load'}`;
  } catch {
    // No report: the program itself crashed.
  }
  return 'a failure of the whole run';
}

/** The test that catches it: first those of its folder, then every one that reaches it; undefined if none does. */
async function judge(copy, config, { file, start, end, to }) {
  const place = join(copy, file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, text.slice(0, start) + to + text.slice(end));
  try {
    return (
      (await runTests(copy, config, 'run', `${dirname(file)}/`)) ?? (await runTests(copy, config, 'related', file))
    );
  } finally {
    writeFileSync(place, text);
  }
}

async function main() {
  const options = { folders: 'engine', count: '40', seed: '1', filter: '', only: '', near: false, list: false };
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.entries(options).map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? 'boolean' : 'string', default: value },
      ]),
    ),
  });
  const mutants = pickMutants(root, {
    folders: String(values.folders).split(','),
    count: Number(values.count),
    seed: Number(values.seed),
    filter: values.filter,
  });
  const chosen = mutants
    .map((mutant, i) => ({ ...mutant, number: i + 1 }))
    .filter(({ number }) => values.only === '' || String(values.only).split(',').includes(String(number)));
  const describe = ({ number, file, line, from, to }) => `${number}. ${file}:${line}  ${from} → ${to}`;
  if (values.list) return process.stdout.write(`${chosen.map(describe).join('\n')}\n`);
  const copy = copySources();
  const folders = new Set(chosen.map(({ file }) => file.split('/')[1]));
  const configs = new Map([...folders].map((folder) => [folder, writeConfig(copy, folder, values.near)]));
  try {
    for (const [folder, config] of configs) {
      // A test that fails without any change would "catch" everything.
      const failed = await runTests(copy, config, 'run', ...(values.near ? [] : [`src/${folder}/`]));
      if (failed !== undefined)
        throw new Error(`The tests of src/${folder} fail before anything is changed: ${failed}`);
    }
    let [survived, open] = [0, 0];
    for (const one of chosen) {
      const by = await judge(copy, configs.get(one.file.split('/')[1]), one);
      if (by === undefined) survived += 1;
      if (by === unjudged) open += 1;
      process.stdout.write(`${describe(one)}\n   ${by === undefined ? 'SURVIVED' : `caught by ${by}`}\n`);
    }
    process.stdout.write(
      `${chosen.length - survived - open} of ${chosen.length} caught, ${survived} survived, ${open} not judged.\n`,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
