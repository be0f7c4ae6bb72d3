/** Places on the ground with other friction. Where patches overlap their factors multiply. */

export interface FrictionPatch {
  readonly shape: 'circle' | 'rectangle';
  readonly x: number;
  readonly y: number;
  /** Diameter, or extent along x. */
  readonly sizeX: number;
  readonly sizeY: number;
  readonly factor: number;
}

export interface FrictionPatches {
  /** Factor on friction and drag at a place seen from above. */
  computeFactor(x: number, y: number): number;
}

export function createFrictionPatches(patches: readonly FrictionPatch[]): FrictionPatches {
  if (patches.length === 0) return { computeFactor: () => 1 };
  return {
    computeFactor(x, y) {
      let factor = 1;
      for (let i = 0; i < patches.length; i++) if (isInside(patches[i]!, x, y)) factor *= patches[i]!.factor;
      return factor;
    },
  };
}

function isInside(patch: FrictionPatch, x: number, y: number): boolean {
  const dx = x - patch.x;
  const dy = y - patch.y;
  if (patch.shape === 'circle') return 4 * (dx * dx + dy * dy) <= patch.sizeX * patch.sizeX;
  return 2 * Math.abs(dx) <= patch.sizeX && 2 * Math.abs(dy) <= patch.sizeY;
}
