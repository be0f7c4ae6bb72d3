/** Loop's subdivision: a coarse surface made round, each new vertex a mixture of the old ones. */

/** Shares of the old vertices, by their index. */
type Mixture = Map<number, number>;

interface Edge {
  readonly a: number;
  readonly b: number;
  /** Corners opposite of it, one for each triangle. */
  readonly corners: number[];
}

function listEdges(triangles: ArrayLike<number>): Map<string, Edge> {
  const edges = new Map<string, Edge>();
  for (let at = 0; at < triangles.length; at += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [triangles[at + k]!, triangles[at + ((k + 1) % 3)]!, triangles[at + ((k + 2) % 3)]!];
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const edge = edges.get(key);
      if (edge === undefined) edges.set(key, { a: Math.min(a, b), b: Math.max(a, b), corners: [c] });
      else edge.corners.push(c);
    }
  }
  return edges;
}

/** One step of Loop's scheme; edges without exactly two triangles are rims, smoothed along themselves only. */
export function subdivide(surface: ArrayLike<number>): { mixtures: Mixture[]; triangles: number[]; onRim: boolean[] } {
  const edges = listEdges(surface);
  const neighbours = new Map<number, Set<number>>();
  const rims = new Map<number, number[]>();
  const connect = (a: number, b: number): void => {
    const set = neighbours.get(a) ?? new Set<number>();
    set.add(b);
    neighbours.set(a, set);
  };
  for (const { a, b, corners } of edges.values()) {
    connect(a, b);
    connect(b, a);
    if (corners.length === 2) continue;
    rims.set(a, [...(rims.get(a) ?? []), b]);
    rims.set(b, [...(rims.get(b) ?? []), a]);
  }
  const mixtures: Mixture[] = [];
  const onRim: boolean[] = [];
  const vertexOf = new Map<number, number>();
  for (const [node, around] of neighbours) {
    vertexOf.set(node, mixtures.length);
    const rim = rims.get(node);
    onRim.push(rim !== undefined);
    mixtures.push(rim === undefined ? mixInner(node, around) : mixRim(node, rim));
  }
  const edgeOf = new Map<string, number>();
  for (const [key, { a, b, corners }] of edges) {
    edgeOf.set(key, mixtures.length);
    onRim.push(corners.length !== 2);
    mixtures.push(
      corners.length === 2
        ? new Map([
            [a, 3 / 8],
            [b, 3 / 8],
            [corners[0]!, 1 / 8],
            [corners[1]!, 1 / 8],
          ])
        : new Map([
            [a, 1 / 2],
            [b, 1 / 2],
          ]),
    );
  }
  const triangles: number[] = [];
  const middle = (a: number, b: number): number => edgeOf.get(a < b ? `${a} ${b}` : `${b} ${a}`)!;
  for (let at = 0; at < surface.length; at += 3) {
    const [a, b, c] = [surface[at]!, surface[at + 1]!, surface[at + 2]!];
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
    triangles.push(vertexOf.get(a)!, ab, ca, vertexOf.get(b)!, bc, ab, vertexOf.get(c)!, ca, bc, ab, bc, ca);
  }
  return { mixtures, triangles, onRim };
}

function mixInner(node: number, around: ReadonlySet<number>): Mixture {
  const share = around.size > 3 ? 3 / (8 * around.size) : 3 / 16;
  const mixture: Mixture = new Map([[node, 1 - share * around.size]]);
  for (const other of around) mixture.set(other, share);
  return mixture;
}

function mixRim(node: number, rim: readonly number[]): Mixture {
  if (rim.length !== 2) return new Map([[node, 1]]);
  return new Map([
    [node, 3 / 4],
    [rim[0]!, 1 / 8],
    [rim[1]!, 1 / 8],
  ]);
}
