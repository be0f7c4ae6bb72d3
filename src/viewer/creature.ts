/**
 * An animal as an object of anybody's three.js scene: their renderer, camera, lights and shadows.
 *
 *   const creature = createCreature(simulation.system);
 *   scene.add(creature.object);
 *   simulation.writeFrame(frame); creature.update(frame);   // each time there is something new
 */
import { Group, type Mesh } from 'three';
import { computeFrameOffsets, type FrameLayout, type FrameOffsets } from '../engine/contract/frame.ts';
import { expectObject, isObject, printGot, throwProblem } from '../engine/model/problem.ts';
import { Attachments } from './surfaces/attachments.ts';
import { createDrapes, type Drape } from './surfaces/drape.ts';
import { isClosed } from './surfaces/geometry.ts';
import { createLitMaterials, type LitMaterials } from './surfaces/lit-material.ts';
import type { Theme } from './surfaces/palette.ts';
import { createPartViews, PartPoses, type PartView } from './surfaces/part-view.ts';
import { createStillUniforms } from './surfaces/surface-material.ts';
import { SurfaceView } from './surfaces/surface-view.ts';

export interface CreatureOptions {
  /** Which axis of your scene points up (default y, as three.js has it); in frames z does. */
  readonly up?: 'y' | 'z';
  /** Whether it throws shadows and takes them (default true), where your lights do. */
  readonly shadows?: boolean;
  /** Colours of lines and markers, such as food (default dark: for a dark ground). */
  readonly theme?: Theme;
}

export interface Creature {
  /** Add it to your scene, and move, turn or scale it as you like; lengths are metres. */
  readonly object: Group;
  /** Shows a frame of `simulation.writeFrame`, or of a recording. */
  readonly update: (frame: Float32Array) => void;
  /** Frees what it has on the graphics card; take the object out of the scene first. */
  readonly dispose: () => void;
}

/** What a frame of the animal is made of: a `System`, or that of a worker. */
export interface DrawnSystem {
  readonly frame: FrameLayout;
}

export function createCreature(system: DrawnSystem, options: CreatureOptions = {}): Creature {
  if (!isObject(system) || !isObject(system.frame))
    throwProblem('wrong-type', 'system', printGot(system), 'Give the system of a simulation: simulation.system.');
  expectObject(options, 'options', "Give { up: 'z' }, or leave it out.");
  const { up = 'y', shadows = true, theme = 'dark' } = options;
  if (!['y', 'z'].includes(up)) throwProblem('not-allowed', 'options.up', printGot(up), 'Allowed: y, z.');
  const body = new Body(system.frame, theme, shadows);
  const object = new Group();
  object.add(body.group);
  if (up === 'y') body.group.rotation.x = -Math.PI / 2;
  return { object, update: (frame) => body.update(frame), dispose: () => body.dispose() };
}

class Body {
  readonly group = new Group();
  readonly #offsets: FrameOffsets;
  readonly #surfaces: readonly SurfaceView[];
  readonly #drapes: readonly Drape[];
  readonly #poses: PartPoses;
  readonly #parts: readonly PartView[];
  readonly #attachments: Attachments;
  readonly #lit: LitMaterials[] = [];

  constructor(layout: FrameLayout, theme: Theme, shadows: boolean) {
    this.#offsets = computeFrameOffsets(layout);
    const uniforms = createStillUniforms();
    this.#surfaces = layout.surfaces.map((spec) => new SurfaceView(spec, uniforms));
    this.#drapes = createDrapes(layout, this.#surfaces, uniforms);
    this.#poses = new PartPoses(layout);
    this.#parts = createPartViews(layout, uniforms, this.#poses);
    this.#attachments = new Attachments(layout, theme, uniforms);
    this.#attachments.setShown(new Set());
    for (const view of [...this.#surfaces, ...this.#drapes, ...this.#attachments.tubes])
      this.#light(
        view.mesh,
        createLitMaterials(view.spec.look, isClosed(view.spec.triangles)),
        shadows && view.spec.look !== 'water',
      );
    for (const { mesh, look, isClosed: closed, covered } of this.#parts) {
      mesh.visible = !covered;
      this.#light(mesh, createLitMaterials(look, closed, this.#poses.texture), shadows);
    }
    for (const { mesh } of [...this.#surfaces, ...this.#drapes, ...this.#parts]) this.group.add(mesh);
    this.group.add(this.#attachments.group);
  }

  #light(mesh: Mesh, made: LitMaterials, shadows: boolean): void {
    this.#lit.push(made);
    mesh.material = made.visible;
    mesh.castShadow = shadows;
    mesh.receiveShadow = shadows;
    if (made.depth !== undefined) mesh.customDepthMaterial = made.depth;
    if (made.distance !== undefined) mesh.customDistanceMaterial = made.distance;
  }

  update(frame: Float32Array): void {
    const { length } = this.#offsets;
    if (!(frame instanceof Float32Array) || frame.length !== length)
      throwProblem(
        frame instanceof Float32Array ? 'out-of-range' : 'wrong-type',
        'frame',
        frame instanceof Float32Array ? `${frame.length} numbers` : printGot(frame),
        `A frame of this animal has ${length}: new Float32Array(simulation.frameLength), filled by writeFrame.`,
      );
    this.#surfaces.forEach((surface, i) => surface.update(frame, this.#offsets, i));
    for (const drape of this.#drapes) drape.update();
    this.#poses.update(frame, this.#offsets, this.#surfaces);
    this.#attachments.update(frame, this.#offsets);
  }

  dispose(): void {
    for (const view of [...this.#surfaces, ...this.#drapes, ...this.#parts]) view.dispose();
    for (const { visible, depth, distance } of this.#lit)
      for (const material of [visible, depth, distance]) material?.dispose();
    this.#poses.texture.dispose();
    this.#attachments.dispose();
  }
}
