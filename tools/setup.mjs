// What `npm start`, `npm test` and the other commands of package.json run. From a fresh clone it installs and builds;
// after that it only compares stamps. Needs nothing but Node.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `Bestiary needs Node 20.19 or newer; this is Node ${process.versions.node}. Get it from https://nodejs.org.\n`,
  );
  process.exit(1);
}

const { join } = await import('node:path');
const { root, runInForeground, say, StepError, withLock } = await import('./workspace.mjs');
const { installPackages } = await import('./install.mjs');
const { buildAll, buildSources } = await import('./build.mjs');
const { ensureChrome, prepareChrome } = await import('./ensure-chrome.mjs');
const { runCoverage } = await import('./coverage.mjs');
const { ensurePython } = await import('./ensure-python.mjs');
const { ensureRedis } = await import('./ensure-redis.mjs');
const { runChecks } = await import('./checks.mjs');
const { saveBench } = await import('./bench-history.mjs');
const { bless } = await import('./bless.mjs');
const { runSite } = await import('./site.mjs');

function prepare(build) {
  return withLock(join(root, 'dist/.setup-lock'), async () => {
    await installPackages();
    await build();
  });
}

function runCommand(args) {
  return runInForeground(process.execPath, [join(root, 'dist/cli/main.js'), ...args]);
}

function runVitest(args, env = {}) {
  const program = join(root, 'node_modules/vitest/vitest.mjs');
  return runInForeground(process.execPath, [program, 'run', ...args], { cwd: root, env: { ...process.env, ...env } });
}

/** Says which checks failed, if any, and gives the exit code. */
function report(failed) {
  if (failed.length > 0) say(`Failed: ${failed.join(', ')} (npm run check).`);
  return failed.length === 0 ? 0 : 1;
}

/** Each mode gives the exit code. */
const modes = {
  async start(args) {
    await prepare(buildAll);
    return runCommand(['studio', '--open', ...args]);
  },
  async test(args) {
    const env = await prepareChrome(args.length > 0);
    await ensureRedis();
    await prepare(buildAll);
    // What it keeps is beside the packages, and npm ci empties that folder.
    await ensurePython();
    // Arguments pick tests, which is for work on one thing: then the checks are left to `npm run check`.
    const failed = args.length > 0 ? [] : await runChecks();
    const tested = await runVitest(args, env);
    // Said last, by name: what they printed is thousands of lines up.
    return Math.max(tested, report(failed));
  },
  async nightly(args) {
    const CHROME_PATH = await ensureChrome();
    await ensureRedis();
    await prepare(buildAll);
    // What it keeps is beside the packages, and npm ci empties that folder.
    await ensurePython();
    return runVitest(['--config', 'vitest.nightly.config.ts', ...args], { CHROME_PATH });
  },
  async coverage(args) {
    await prepare(buildSources);
    return runCoverage(args);
  },
  async bench(args) {
    await prepare(buildAll);
    if (!args.includes('--save')) return runCommand(['bench', ...args]);
    saveBench(
      join(root, 'dist/cli/main.js'),
      args.filter((arg) => arg !== '--save'),
    );
    return 0;
  },
  async build() {
    await prepare(buildAll);
    say('Built: dist/cli, dist/studio, dist/library.');
    return 0;
  },
  async docs(args) {
    await prepare(buildAll);
    const library = await runInForeground(process.execPath, [join(root, 'tools/docs-api.mjs')]);
    return library === 0 ? runSite(args) : library;
  },
  async check() {
    await prepare(buildSources);
    return report(await runChecks());
  },
  async bless(args) {
    const CHROME_PATH = await ensureChrome();
    await prepare(buildAll);
    return bless(args.join(' '), () =>
      runVitest(['test/determinism', 'test/version-1'], { CHROME_PATH, BESTIARY_BLESS: '1' }),
    );
  },
};

const [mode = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(modes, mode)) {
  say(`Usage: node tools/setup.mjs ${Object.keys(modes).join('|')}`);
  process.exit(2);
}
try {
  process.exitCode = await modes[mode](args);
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  if (error.output !== '') say(error.output.trimEnd());
  say(error.message);
  process.exitCode = 1;
}
