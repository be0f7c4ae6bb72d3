/**
 * Draws frames of any animal. It knows layouts and frames, nothing of simulations, and needs no framework:
 *
 *   const viewer = new Viewer(canvas, { theme: 'dark' });
 *   viewer.setLayout(layout);
 *   viewer.applyFrame(frame, pose); viewer.render(performance.now());   // each time there is something new
 */
import { Group, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer } from 'three';
import { computeFrameOffsets, type FrameLayout, type FrameOffsets } from '../engine/contract/frame.ts';
import { Attachments } from './attachments.ts';
import { type CameraMode, CameraRig } from './camera-rig.ts';
import type { GroundView } from './ground-view.ts';
import type { Theme } from './palette.ts';
import { groupParts, PartPoses, PartView } from './part-view.ts';
import { castRay, findRegion, type Ray } from './picking.ts';
import { ResolutionGovernor } from './resolution-governor.ts';
import { SoftShadow } from './soft-shadow.ts';
import { type Colouring, SurfaceView } from './surface-view.ts';
import { Surroundings } from './surroundings.ts';

/** Where the animal is and faces, for cameras and shadow. */
export interface Pose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** rad, counter-clockwise from +x. */
  readonly heading: number;
}

export interface ViewerOptions {
  readonly theme: Theme;
  /** Whether dragging and zooming move the camera (default). */
  readonly interactive?: boolean;
}

/** The browser cannot draw in 3-D. */
export class NoWebGlError extends Error {
  constructor() {
    super('This browser offers no WebGL 2: turn on hardware acceleration or use a current browser to see the animal.');
    this.name = 'NoWebGlError';
  }
}

/** What is in the picture, for tools that point at it. */
export interface Shown {
  readonly layout: FrameLayout;
  readonly offsets: FrameOffsets;
  readonly frame: Float32Array;
  readonly surfaces: readonly SurfaceView[];
  /** A ground that is no plane, and the height of the one that is. */
  readonly ground: GroundView | undefined;
  readonly floorHeight: number;
}

/** Everything that belongs to one layout and is made anew with the next. */
interface Stage {
  readonly layout: FrameLayout;
  readonly offsets: FrameOffsets;
  readonly scene: Scene;
  readonly surfaces: readonly SurfaceView[];
  readonly poses: PartPoses;
  readonly parts: readonly PartView[];
  readonly attachments: Attachments;
  readonly surroundings: Surroundings;
  readonly shadow: SoftShadow;
}

/** Metres; graphics cards count in 32 bits. */
const farthest = 1e6;

export class Viewer {
  readonly #renderer: WebGLRenderer;
  readonly #software: boolean;
  /** Outlines and handles of tools, drawn with every layout. */
  readonly overlay = new Group();
  readonly #rig = new CameraRig();
  readonly #governor = new ResolutionGovernor();
  readonly #detach: () => void;
  readonly #centre = new Vector3();
  #heading = 0;
  #target: Pose | undefined;
  readonly #targetPoint = new Vector3();
  #theme: Theme;
  #stage: Stage | undefined;
  #colouring: Colouring = 'blend';
  #channel: string | undefined;
  #partsShown = false;
  #sets: ReadonlySet<string> = new Set();
  #marks: { readonly hovered: string | undefined; readonly lesioned: readonly string[] } = {
    hovered: undefined,
    lesioned: [],
  };
  #size = { width: 1, height: 1, ratio: 1 };
  #lastRender = 0;
  #frame: Float32Array | undefined;
  #updates = 0;

  constructor(canvas: HTMLCanvasElement, options: ViewerOptions) {
    this.#software = isSoftwareRendered();
    const context = canvas.getContext('webgl2', {
      // Software pays four times for it.
      antialias: !this.#software,
      alpha: false,
      powerPreference: 'high-performance',
    });
    if (context === null) throw new NoWebGlError();
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    this.#theme = options.theme;
    this.#detach = options.interactive === false ? () => undefined : this.#rig.attach(canvas);
  }

  /** Pictures drawn since the start. */
  get updates(): number {
    return this.#updates;
  }

  /** Metres between two lines of the grid; 0 before there is a layout. */
  get gridSpacing(): number {
    return this.#stage?.surroundings.gridSpacing ?? 0;
  }

  setLayout(layout: FrameLayout): void {
    const previous = this.#stage;
    this.#stage = this.#createStage(layout);
    if (previous === undefined || previous.layout.extent !== layout.extent)
      this.#rig.setScale(layout.extent, this.#stage.surroundings.floorHeight);
    if (previous !== undefined) disposeStage(previous);
    this.#applyColouring();
    this.#applySets();
    this.#applyMarks();
  }

  #createStage(layout: FrameLayout): Stage {
    const surroundings = new Surroundings(layout, this.#theme);
    const surfaces = layout.surfaces.map((spec) => new SurfaceView(spec, surroundings.uniforms));
    const poses = new PartPoses(layout);
    const parts = groupParts(layout).map((group) => new PartView(layout, group, surroundings.uniforms, poses));
    const attachments = new Attachments(layout, this.#theme, surroundings.uniforms);
    const shadow = new SoftShadow(layout.extent);
    shadow.quad.visible = surroundings.ground === undefined;
    const scene = new Scene();
    scene.add(surroundings.group, attachments.group, shadow.quad, this.overlay);
    for (const surface of surfaces) {
      scene.add(surface.mesh);
      // A sheet of water would darken all below it.
      if (surface.spec.look !== 'water') shadow.scene.add(surface.shadow);
    }
    for (const part of parts) scene.add(part.mesh);
    for (const part of [...parts, ...attachments.tubes]) shadow.scene.add(part.shadow);
    const offsets = computeFrameOffsets(layout);
    return { layout, offsets, scene, surfaces, poses, parts, attachments, surroundings, shadow };
  }

  setColouring(colouring: Colouring, channel: string | undefined): void {
    this.#colouring = colouring;
    this.#channel = channel;
    this.#applyColouring();
  }

  /** Shows the rigid parts instead of the skin that hides them. */
  setPartsShown(shown: boolean): void {
    this.#partsShown = shown;
    this.#applyColouring();
  }

  /** Which sets of lines and markers are seen. */
  setShownSets(sets: ReadonlySet<string>): void {
    this.#sets = sets;
    this.#applySets();
  }

  #applySets(): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    stage.attachments.setShown(this.#sets);
    if (this.#frame?.length === stage.offsets.length) stage.attachments.update(this.#frame, stage.offsets);
  }

  /** The line of sight through a place on the canvas (CSS pixels from its top left corner). */
  createSight(x: number, y: number): Ray {
    return this.#rig.createRay((2 * x) / this.#size.width - 1, 1 - (2 * y) / this.#size.height);
  }

  /** What there is to point at; undefined before there is a picture. */
  get shown(): Shown | undefined {
    const [stage, frame] = [this.#stage, this.#frame];
    if (stage === undefined || frame?.length !== stage.offsets.length) return undefined;
    const { layout, offsets, surfaces, surroundings } = stage;
    return { layout, offsets, frame, surfaces, ground: surroundings.ground, floorHeight: surroundings.floorHeight };
  }

  /** The name of the region under a place on the canvas (CSS pixels from its top left corner). */
  pick(x: number, y: number): string | undefined {
    const ray = this.createSight(x, y);
    let nearest = Infinity;
    let name: string | undefined;
    for (const { spec, shape } of this.#stage?.surfaces ?? []) {
      const hit = castRay(ray, shape.positions, shape.triangles);
      if (hit === undefined || hit.distance >= nearest) continue;
      nearest = hit.distance;
      const region = spec.regions === undefined ? -1 : findRegion(spec.regions, shape.triangles, hit);
      name = region < 0 ? undefined : spec.regions!.names[region];
    }
    return name;
  }

  /** Marks regions by name: the one pointed at, and those that are switched off. */
  setMarks(hovered: string | undefined, lesioned: readonly string[]): void {
    this.#marks = { hovered, lesioned };
    this.#applyMarks();
  }

  /** Makes rigid parts bright by index. */
  markParts(isMarked: (index: number) => boolean): void {
    for (const part of this.#stage?.parts ?? []) part.setMarks(isMarked);
  }

  #applyMarks(): void {
    for (const surface of this.#stage?.surfaces ?? []) {
      const names = surface.spec.regions?.names;
      if (names === undefined) continue;
      const { hovered, lesioned } = this.#marks;
      surface.setMarks(
        hovered === undefined ? -1 : names.indexOf(hovered),
        new Set(lesioned.map((name) => names.indexOf(name))),
      );
    }
  }

  #applyColouring(): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    const channel = stage.layout.channels.find((candidate) => candidate.name === this.#channel);
    const coverage = stage.parts.some(({ covered }) => covered);
    for (const surface of stage.surfaces) {
      surface.setColouring(this.#colouring, channel);
      surface.mesh.visible = surface.spec.kind === 'mesh' || !(this.#partsShown && coverage);
      surface.shadow.visible = surface.mesh.visible;
    }
    for (const part of stage.parts) {
      part.mesh.visible = this.#partsShown || !part.covered;
      part.shadow.visible = part.mesh.visible;
    }
    // A run that stands still shows the new colours too.
    if (this.#frame?.length === stage.offsets.length) this.#showFrame(stage, this.#frame);
  }

  setTheme(theme: Theme): void {
    this.#theme = theme;
    this.#stage?.surroundings.setTheme(theme);
    this.#stage?.attachments.setTheme(theme);
  }

  setCamera(mode: CameraMode): void {
    this.#rig.setMode(mode);
  }

  /** Keeps the cameras on a place instead of on the animal; undefined goes back to it. */
  setTarget(target: Pose | undefined): void {
    this.#target = target;
  }

  /** Turns (radians) and zooms the camera, for keys and buttons. */
  moveCamera(azimuth: number, elevation: number, zoom: number): void {
    this.#rig.turn(azimuth, elevation);
    this.#rig.zoom(zoom);
  }

  /** Size of the canvas in CSS pixels and the screen's pixels per CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void {
    // Beyond two device pixels per CSS pixel nobody sees a difference; software rendering pays for every pixel.
    this.#size = {
      width: Math.max(1, width),
      height: Math.max(1, height),
      ratio: Math.min(pixelRatio, this.#software ? 1 : 2),
    };
    this.#applySize();
  }

  #applySize(): void {
    const { width, height, ratio } = this.#size;
    this.#renderer.setPixelRatio(ratio * this.#governor.scale);
    this.#renderer.setSize(width, height, false);
    this.#rig.setAspect(width / height);
  }

  /** Shows a frame. The array is kept, and read again when colours change, until the next one. */
  applyFrame(frame: Float32Array, pose: Pose): void {
    const stage = this.#stage;
    if (stage === undefined || frame.length !== stage.offsets.length) return;
    // A run that blew up ends in numbers that cannot be drawn; the last good picture stays.
    if (!frame.every((value) => Math.abs(value) < farthest)) return;
    this.#frame = frame;
    this.#centre.set(pose.x, pose.y, pose.z);
    this.#heading = pose.heading;
    this.#showFrame(stage, frame);
  }

  #showFrame(stage: Stage, frame: Float32Array): void {
    stage.surfaces.forEach((surface, i) => {
      if (surface.mesh.visible) surface.update(frame, stage.offsets, i);
    });
    stage.poses.update(frame, stage.offsets);
    stage.attachments.update(frame, stage.offsets);
  }

  /** The path swum: x, y pairs, oldest first. */
  setTrail(path: Float32Array, count: number): void {
    this.#stage?.surroundings.setTrail(path, count);
  }

  #place({ x, y, z }: Pose): Vector3 {
    return this.#targetPoint.set(x, y, z);
  }

  /** Draws one picture. `now` in milliseconds moves the cameras, `waterSeconds` the light in the water. */
  render(now: number, waterSeconds = now / 1000): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    const elapsed = now - this.#lastRender;
    this.#lastRender = now;
    if (this.#governor.observe(elapsed)) this.#applySize();
    const [target, heading] = this.#target
      ? [this.#place(this.#target), this.#target.heading]
      : [this.#centre, this.#heading];
    this.#rig.update(target, heading, Math.min(elapsed, 100) / 1000);
    const { surroundings, shadow } = stage;
    surroundings.update(
      this.#rig.target,
      this.#rig.camera,
      waterSeconds,
      this.#size.height * this.#renderer.getPixelRatio(),
    );
    this.#renderer.setClearColor(0x000000, 0);
    shadow.update(
      this.#renderer,
      this.#centre,
      surroundings.floorHeight,
      surroundings.shadowStrength,
      stage.layout.extent,
    );
    surroundings.ground?.setShadow(shadow.outline, this.#centre, shadow.half, surroundings.shadowStrength);
    this.#renderer.render(stage.scene, this.#rig.camera);
    this.#updates += 1;
  }

  dispose(): void {
    this.#detach();
    if (this.#stage !== undefined) disposeStage(this.#stage);
    this.#stage = undefined;
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }
}

function disposeStage(stage: Stage): void {
  for (const surface of stage.surfaces) surface.dispose();
  for (const part of stage.parts) part.dispose();
  stage.poses.texture.dispose();
  stage.attachments.dispose();
  stage.surroundings.dispose();
  stage.shadow.dispose();
}

/** Whether pictures are computed on the processor, where every pixel counts. */
function isSoftwareRendered(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return false;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = info === null ? '' : String(context.getParameter(info.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/iu.test(name);
}
