type Graph = ReadonlyMap<string, ReadonlySet<string>>;
interface Module {
  readonly source: string;
  readonly dependencies: readonly { readonly resolved: string }[];
}
export function collectFolders(modules: readonly Module[]): Graph;
export function reduceGraph(graph: Graph): Graph;
export function drawGraph(graph: Graph): string;
export function replaceDrawing(text: string, drawing: string): string;
