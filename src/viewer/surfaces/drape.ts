/** Surfaces that are only drawn and hang on others: a ribbon along a back. */
import type { FrameLayout, DrapeSpec } from '../../engine/contract/frame.ts';
import { setDrapeVertices } from '../../engine/contract/ornaments.ts';
import { createCoatCoordinates } from './geometry.ts';
import type { SceneUniforms } from './surface-material.ts';
import { SurfaceView } from './surface-view.ts';

export class Drape {
  readonly #spec: DrapeSpec;
  readonly #carrier: SurfaceView;
  readonly #view: SurfaceView;
  readonly #fill = (positions: Float32Array): void => {
    setDrapeVertices(positions, this.#spec, this.#carrier.shape.positions);
  };

  constructor(spec: DrapeSpec, carrier: SurfaceView, uniforms: SceneUniforms) {
    const { name, look, triangles, starts } = spec;
    const restPositions = new Float32Array(3 * (starts.length - 1));
    setDrapeVertices(restPositions, spec, carrier.spec.restPositions);
    const vertexCount = starts.length - 1;
    // Marks continue from what it hangs on.
    const coat = new Float32Array(3 * vertexCount);
    setDrapeVertices(coat, spec, createCoatCoordinates(carrier.spec.restPositions, carrier.spec.vertexCount));
    this.#spec = spec;
    this.#carrier = carrier;
    this.#view = new SurfaceView(
      { name, kind: 'mesh', look, vertexCount, triangles, restPositions, channels: [] },
      uniforms,
      coat,
    );
  }

  get spec(): SurfaceView['spec'] {
    return this.#view.spec;
  }

  get mesh(): SurfaceView['mesh'] {
    return this.#view.mesh;
  }

  /** After the surface it hangs on. */
  update(): void {
    this.#view.setVertices(this.#fill);
  }

  dispose(): void {
    this.#view.dispose();
  }
}

export function createDrapes(layout: FrameLayout, surfaces: readonly SurfaceView[], uniforms: SceneUniforms): Drape[] {
  return (layout.drapes ?? []).map((spec) => new Drape(spec, surfaces[spec.surface]!, uniforms));
}
