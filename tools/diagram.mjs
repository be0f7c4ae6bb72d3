// Draws which folder of src/ imports which, from the imports themselves, between two marks in ARCHITECTURE.md; with --check
// only says whether the drawing is current. Folders of the engine count one by one. Tests and their support are left out.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runQuietly, say, StepError } from './workspace.mjs';

const document = 'ARCHITECTURE.md';
const marks = ['<!-- imports: node tools/diagram.mjs -->', '<!-- end of imports -->'];

/** The folder that a file is drawn as, or undefined. */
function nameFolder(path) {
  const [top, folder, inner, ...rest] = path.split('/');
  if (top !== 'src' || inner === undefined || folder === 'testing' || /\.test\.tsx?$/.test(path)) return undefined;
  return folder === 'engine' && rest.length > 0 ? `engine/${inner}` : folder;
}

/** Edges between folders from dependency-cruiser's modules: a map from each folder to the set of those it imports. */
export function collectFolders(modules) {
  const graph = new Map();
  const addNode = (name) => graph.get(name) ?? graph.set(name, new Set()).get(name);
  for (const { source, dependencies } of modules) {
    const from = nameFolder(source);
    if (from === undefined) continue;
    const targets = addNode(from);
    for (const { resolved } of dependencies) {
      const to = nameFolder(resolved);
      if (to === undefined || to === from) continue;
      targets.add(to);
      addNode(to);
    }
  }
  return graph;
}

/** All that can be reached from a node, itself only round a cycle. */
function findReachable(graph, start) {
  const found = new Set();
  const queue = [...graph.get(start)];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    queue.push(...graph.get(name));
  }
  return found;
}

/**
 * The same graph with as few arrows as tell who can reach whom. Folders that import each other, directly or round a cycle,
 * become one node, named after all of them; then an arrow goes where another way leads to the same place.
 */
export function reduceGraph(graph) {
  const reach = new Map([...graph.keys()].map((name) => [name, findReachable(graph, name)]));
  const groupOf = new Map();
  for (const name of [...graph.keys()].sort()) {
    const group = [...graph.keys()].filter(
      (other) => other === name || (reach.get(name).has(other) && reach.get(other).has(name)),
    );
    groupOf.set(name, group.sort().join(' ↔ '));
  }
  const merged = new Map([...groupOf.values()].map((group) => [group, new Set()]));
  for (const [name, targets] of graph)
    for (const target of targets)
      if (groupOf.get(name) !== groupOf.get(target)) merged.get(groupOf.get(name)).add(groupOf.get(target));
  const below = new Map([...merged.keys()].map((name) => [name, findReachable(merged, name)]));
  return new Map(
    [...merged].map(([name, targets]) => [
      name,
      new Set([...targets].filter((to) => ![...targets].some((other) => other !== to && below.get(other).has(to)))),
    ]),
  );
}

/** A reduced graph in Mermaid's language, from the top down: the more a folder has below it, the earlier. */
export function drawGraph(graph) {
  const heights = new Map([...graph.keys()].map((name) => [name, findReachable(graph, name).size]));
  const compare = (a, b) => heights.get(b) - heights.get(a) || a.localeCompare(b, 'en');
  const names = [...graph.keys()].sort(compare);
  const toId = (name) => name.replace(/ ↔ .*/, ' together').replace(/\W+/g, '_');
  const nodes = names.filter((name) => toId(name) !== name).map((name) => `  ${toId(name)}["${name}"]`);
  const arrows = names
    .filter((name) => graph.get(name).size > 0)
    .map((name) => `  ${toId(name)} --> ${[...graph.get(name)].sort(compare).map(toId).join(' & ')}`);
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows, '```'].join('\n');
}

/** The text with what stands between the marks exchanged. */
export function replaceDrawing(text, drawing) {
  const [start, end] = marks.map((mark) => text.indexOf(mark));
  if (start < 0 || end < start) throw new Error(`${document} needs the lines ${marks.join(' and ')}.`);
  return `${text.slice(0, start + marks[0].length)}\n${drawing}\n${text.slice(end)}`;
}

async function readModules() {
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, 'src', '--config', '.dependency-cruiser.cjs', '--no-progress', '--output-type', 'json'];
  const { output } = await runQuietly(process.execPath, args);
  try {
    return JSON.parse(output).modules;
  } catch {
    throw new StepError('The imports could not be read.', output);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const path = join(root, document);
  const text = readFileSync(path, 'utf8');
  const drawn = replaceDrawing(text, drawGraph(reduceGraph(collectFolders(await readModules()))));
  if (drawn !== text) {
    if (process.argv.includes('--check')) {
      say(`The drawing of imports in ${document} is not current: run node tools/diagram.mjs`);
      process.exitCode = 1;
    } else writeFileSync(path, drawn);
  }
}
