/** Flat ribbons on the ground: outlines of what is selected, the reach of a brush, a path. */
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Mesh, MeshBasicMaterial, Sphere } from 'three';

export interface Outline {
  /** x, y of the corners, in order. */
  readonly points: readonly (readonly [number, number])[];
  readonly closed: boolean;
  /** CSS colour. */
  readonly colour: string;
  /** Metres. */
  readonly width: number;
  /** Lies level at this height instead of on the ground. */
  readonly height?: number;
}

export class Outlines {
  readonly mesh: Mesh<BufferGeometry, MeshBasicMaterial>;

  constructor() {
    this.mesh = new Mesh(
      new BufferGeometry(),
      new MeshBasicMaterial({
        vertexColors: true,
        transparent: true,
        depthWrite: false,
        side: DoubleSide,
        // Nearer than the ground they lie on.
        polygonOffset: true,
        polygonOffsetFactor: -4,
        polygonOffsetUnits: -4,
      }),
    );
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 5;
  }

  /** Draws these and nothing else. `heightOf` says where the ribbons lie. */
  set(outlines: readonly Outline[], heightOf: (x: number, y: number) => number): void {
    const positions: number[] = [];
    const colours: number[] = [];
    const triangles: number[] = [];
    for (const outline of outlines) addRibbon(positions, colours, triangles, outline, heightOf);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
    geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colours), 3));
    geometry.setIndex(triangles);
    geometry.boundingSphere = new Sphere(undefined, Infinity);
    this.mesh.geometry.dispose();
    this.mesh.geometry = geometry;
    this.mesh.visible = triangles.length > 0;
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}

function addRibbon(
  positions: number[],
  colours: number[],
  triangles: number[],
  { points, closed, colour, width, height }: Outline,
  heightOf: (x: number, y: number) => number,
): void {
  const count = points.length;
  if (count < 2) return;
  const first = positions.length / 3;
  const { r, g, b } = new Color(colour).convertLinearToSRGB();
  points.forEach(([x, y], i) => {
    const [before, after] = closed
      ? [points[(i + count - 1) % count]!, points[(i + 1) % count]!]
      : [points[Math.max(0, i - 1)]!, points[Math.min(count - 1, i + 1)]!];
    const [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    const scale = width / 2 / (Math.hypot(dx, dy) || 1);
    for (const side of [1, -1]) {
      const [px, py] = [x - side * dy * scale, y + side * dx * scale];
      positions.push(px, py, height ?? heightOf(px, py) + 0.7 * width);
      colours.push(r, g, b);
    }
  });
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [a, c] = [first + 2 * i, first + 2 * ((i + 1) % count)];
    triangles.push(a, a + 1, c, c, a + 1, c + 1);
  }
}
