// Do the tests see a wrong sign? Changes one operator, constant or sign of the engine at a time, in a copy of the sources, and
// runs the tests that reach the changed file, golden hashes left out: they say that something changed, not what is right.
//
//   node tools/mutate.mjs [--count 40] [--seed 1] [--filter PATH] [--only N] [--list]
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

/** Files that say what a thing is called and how far it may go, and compute nothing. */
const described = /(?:schema|fields|specs|looks|handles|units|suggest|migrations)\.ts$|\/fields\//u;
/** Golden hashes, and tests of programs that are built from other copies of the sources. */
const leftOut = [
  'test/{cli,determinism,e2e,nightly,package,server,setup,studies}/**',
  'src/{studio,viewer,cli,node}/**',
];
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

/** `count` changes, a file by chance and then a place in it, so that long files do not count for more. */
export function pickMutants(base, { count, seed, filter }) {
  const files = readdirSync(join(base, 'src/engine'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('src/engine', name).replaceAll('\\', '/'))
    .filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !described.test(name) && name.includes(filter),
    )
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

function runTests(copy, args) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const excluded = leftOut.flatMap((pattern) => ['--exclude', pattern]);
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        vitest,
        ...args,
        '--run',
        '--bail',
        '1',
        '--passWithNoTests',
        '--reporter',
        'json',
        '--testTimeout',
        String(patience),
        '--hookTimeout',
        String(patience),
        ...excluded,
      ],
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
async function judge(copy, { file, start, end, to }) {
  const place = join(copy, file);
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, text.slice(0, start) + to + text.slice(end));
  try {
    return (await runTests(copy, ['run', dirname(file)])) ?? (await runTests(copy, ['related', file]));
  } finally {
    writeFileSync(place, text);
  }
}

async function main() {
  const options = { count: '40', seed: '1', filter: '', only: '', list: false };
  const { values } = parseArgs({
    options: Object.fromEntries(
      Object.entries(options).map(([name, value]) => [
        name,
        { type: typeof value === 'boolean' ? 'boolean' : 'string', default: value },
      ]),
    ),
  });
  const mutants = pickMutants(root, { count: Number(values.count), seed: Number(values.seed), filter: values.filter });
  const chosen = mutants
    .map((mutant, i) => ({ ...mutant, number: i + 1 }))
    .filter(({ number }) => values.only === '' || String(values.only).split(',').includes(String(number)));
  const describe = ({ number, file, line, from, to }) => `${number}. ${file}:${line}  ${from} → ${to}`;
  if (values.list) return process.stdout.write(`${chosen.map(describe).join('\n')}\n`);
  const copy = copySources();
  try {
    let [survived, open] = [0, 0];
    for (const one of chosen) {
      const by = await judge(copy, one);
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
