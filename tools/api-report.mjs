// The public surface of the package as text, one file for each module: docs/api/*.api.md. A change of it is seen in a diff, and
// `--check` fails where the files are not current.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { readText, root, say } from './workspace.mjs';

const folder = join(root, 'docs/api');

/** Modules of package.json by the files of their types, as sources. */
function listModules() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.entries(exports).flatMap(([name, { types }]) => {
    if (types === undefined) return [];
    const entry = types.replace('./dist/library/types/library/', '').replace('.d.ts', '');
    return [{ name: name === '.' ? 'bestiary' : `bestiary/${name.slice(2)}`, entry }];
  });
}

/** Declarations of all modules of the package, made in memory. */
function createDeclarations() {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, 'src/library/tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(String(diagnostic.messageText));
      },
    },
  );
  const program = ts.createProgram(config.fileNames, { ...config.options, skipLibCheck: true });
  const files = new Map();
  program.emit(undefined, (name, text) => files.set(name.replaceAll('\\', '/'), text), undefined, true);
  const host = ts.createCompilerHost(config.options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  // Their folders need not be on the disk.
  host.directoryExists = undefined;
  host.getSourceFile = (name, version) =>
    files.has(name) ? ts.createSourceFile(name, files.get(name), version, true) : getSourceFile(name, version);
  const base = config.options.outDir.replaceAll('\\', '/');
  const getPath = (entry) => `${base}/library/${entry}.d.ts`;
  const entries = listModules().map(({ entry }) => getPath(entry));
  return { program: ts.createProgram(entries, { ...config.options, noEmit: true }, host), getPath };
}

/** Declarations of a name, without comments. */
function formatExport(checker, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const printer = ts.createPrinter({ removeComments: true });
  const texts = (target.declarations ?? []).map((declaration) => {
    if (!ts.isVariableDeclaration(declaration) && !ts.isBindingElement(declaration))
      return printer.printNode(ts.EmitHint.Unspecified, declaration, declaration.getSourceFile());
    const type = checker.getTypeAtLocation(declaration);
    return `const ${symbol.name}: ${checker.typeToString(type, declaration, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope)};`;
  });
  return texts.map((text) => text.replace(/^export (?:declare )?/u, '').replace(/^declare /u, '')).join('\n');
}

function createReports() {
  const { program, getPath } = createDeclarations();
  const checker = program.getTypeChecker();
  return listModules().map(({ name, entry }) => {
    const file = program.getSourceFile(getPath(entry));
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(file));
    const parts = exported
      .map((symbol) => ({ name: symbol.name, text: formatExport(checker, symbol) }))
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((part) => `## ${part.name}\n\n\`\`\`ts\n${part.text}\n\`\`\`\n`);
    const head = `# ${name}\n\nThe public surface of this module, written by \`node tools/api-report.mjs\`. What changes here changes for users.\n`;
    return { file: `${name.replace('/', '-')}.api.md`, text: `${head}\n${parts.join('\n')}` };
  });
}

function main() {
  const reports = createReports();
  const stray = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.api.md') && !reports.some(({ file }) => file === name))
    : [];
  if (process.argv.includes('--check')) {
    const old = reports.filter(({ file, text }) => readText(join(folder, file)) !== text).map(({ file }) => file);
    if (old.length + stray.length === 0) return 0;
    say(
      `The public surface is not as docs/api says: ${[...old, ...stray].join(', ')}. If that is meant, run node tools/api-report.mjs.`,
    );
    return 1;
  }
  mkdirSync(folder, { recursive: true });
  for (const name of stray) rmSync(join(folder, name));
  for (const { file, text } of reports) writeFileSync(join(folder, file), text);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = main();
