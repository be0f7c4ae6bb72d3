interface Tree {
  has(pattern: string): boolean;
  endsWith(pattern: string): boolean;
  isBelow(folder: string, name: string): boolean;
  isHead(name: string): boolean;
}
interface Problem {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly problem: string;
}
export function createTree(files: readonly string[]): Tree;
export function listAnchors(text: string): ReadonlySet<string>;
export function checkMarkdown(
  path: string,
  text: string,
  tree: Tree,
  readAnchors: (file: string) => ReadonlySet<string>,
): Problem[];
export function checkComments(path: string, text: string, tree: Tree): Problem[];
export function checkProject(base: string): {
  readonly documents: readonly string[];
  readonly sources: readonly string[];
  readonly problems: readonly Problem[];
};
