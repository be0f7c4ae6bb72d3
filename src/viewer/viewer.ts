/**
 * Draws frames of any animal. It depends on layouts and frames only, not on simulations or a framework:
 *
 *   const viewer = new Viewer(canvas, { theme: 'dark' });
 *   viewer.setLayout(layout);
 *   viewer.applyFrame(frame, pose); viewer.render(performance.now());   // each time there is something new
 */
import { Group, LinearSRGBColorSpace, Scene, Vector3, WebGLRenderer } from 'three';
import { computeFrameOffsets, type FrameLayout, type FrameOffsets } from '../engine/contract/frame.ts';
import type { View } from '../engine/model/desc-family.ts';
import { Attachments } from './surfaces/attachments.ts';
import { type CameraMode, CameraRig } from './camera/camera-rig.ts';
import { createDrapes, type Drape } from './surfaces/drape.ts';
import {
  addPartEnds,
  type Area,
  BoxFiller,
  computeFlatReach,
  computeFreeArea,
  createBox,
  isInBox,
  listMargins,
} from './camera/framing.ts';
import type { Theme } from './surfaces/palette.ts';
import { createPartViews, PartPoses, type PartView } from './surfaces/part-view.ts';
import { castRay, createSight, findRegion, type Ray } from './camera/picking.ts';
import { chooseScaleBar, type ScaleBar } from './scale-bar.ts';
import { ResolutionGovernor } from './resolution-governor.ts';
import { SoftShadow } from './ground/soft-shadow.ts';
import { createShell } from './surfaces/shells.ts';
import { measureDrawnArea, type Shown } from './shown.ts';
import { isSoftwareRendered, openContext } from './software-rendering.ts';
import { type Colouring, SurfaceView } from './surfaces/surface-view.ts';
import { Backdrop } from './ground/backdrop.ts';
import { expectObject } from '../engine/model/problem.ts';

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
  /** For pictures that are kept: every pixel that is asked for, and smooth edges unless `antialias` is false; software pays four times for those. */
  readonly still?: boolean;
  readonly antialias?: boolean;
}

/** Everything that belongs to one layout and is recreated with the next. */
interface Stage {
  readonly layout: FrameLayout;
  readonly offsets: FrameOffsets;
  readonly scene: Scene;
  readonly surfaces: readonly SurfaceView[];
  readonly drapes: readonly Drape[];
  readonly poses: PartPoses;
  readonly parts: readonly PartView[];
  readonly attachments: Attachments;
  readonly surroundings: Backdrop;
  readonly shadow: SoftShadow;
  /** Corners of boxes around scenery that an animal may be inside of, three numbers each, eight a box. */
  readonly shells: readonly Float32Array[];
}

/** Metres; graphics cards count in 32 bits. */
const maxDistance = 1e6;
/** Objects farther from the animal, or larger, are not framed with it: extents. */
const framedReach = 3;
/** What is framed around a place that the cameras are kept on: extents. */
const targetReach = 0.45;

export class Viewer {
  readonly #renderer: WebGLRenderer;
  readonly #software: boolean;
  readonly #still: boolean;
  /** Outlines and handles of tools, drawn with every layout. */
  readonly overlay = new Group();
  readonly #rig = new CameraRig();
  readonly #governor = new ResolutionGovernor();
  readonly #detach: () => void;
  readonly #centre = new Vector3();
  #heading = 0;
  readonly #box = createBox();
  readonly #filler = new BoxFiller();
  /** At least this far around the animal is in the picture: metres. */
  #leastReach = 0;
  #panels: readonly Area[] = [];
  #margin = 0;
  #measured = true;
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
  #waterSeconds = 0;
  #frame: Float32Array | undefined;
  #updates = 0;

  constructor(canvas: HTMLCanvasElement, options: ViewerOptions) {
    expectObject(canvas, 'canvas', 'Give a canvas of the page.', ['getContext']);
    expectObject(options, 'options', "Give { theme: 'dark' }.", ['theme']);
    this.#software = isSoftwareRendered();
    this.#still = options.still === true;
    const context = openContext(canvas, options.antialias ?? (this.#still || !this.#software));
    this.#renderer = new WebGLRenderer({ canvas, context });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    // An opaque canvas is black before its first picture.
    canvas.style.opacity = '0';
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
    this.#stage.surroundings.setMeasured(this.#measured);
    if (previous === undefined || previous.layout.extent !== layout.extent)
      this.#rig.setScale(layout.extent, this.#stage.surroundings.floorHeight);
    const { ground } = this.#stage.surroundings;
    this.#rig.setSight(ground === undefined ? () => true : createSight(ground));
    if (previous !== undefined) disposeStage(previous);
    this.#applyColouring();
    this.#applySets();
    this.#applyMarks();
  }

  #createStage(layout: FrameLayout): Stage {
    const surroundings = new Backdrop(layout, this.#theme);
    const surfaces = layout.surfaces.map((spec) => new SurfaceView(spec, surroundings.uniforms));
    const drapes = createDrapes(layout, surfaces, surroundings.uniforms);
    const poses = new PartPoses(layout);
    const parts = createPartViews(layout, surroundings.uniforms, poses);
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
    for (const part of [...parts, ...drapes]) scene.add(part.mesh);
    for (const part of [...parts, ...attachments.tubes]) shadow.scene.add(part.shadow);
    const offsets = computeFrameOffsets(layout);
    const shells = surfaces.flatMap((surface) => createShell(surface, framedReach * layout.extent));
    return { layout, offsets, scene, surfaces, drapes, poses, parts, attachments, surroundings, shadow, shells };
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

  /** Where a point of space (metres) is on the canvas: CSS pixels from its top left corner. */
  locate(x: number, y: number, z: number): { readonly x: number; readonly y: number } {
    const place = this.#targetPoint.set(x, y, z).project(this.#rig.camera);
    return { x: (0.5 + 0.5 * place.x) * this.#size.width, y: (0.5 - 0.5 * place.y) * this.#size.height };
  }

  /** The rectangle of the canvas that the animal takes; undefined before there is a picture. */
  get seen(): Area | undefined {
    const { shown } = this;
    return shown === undefined ? undefined : measureDrawnArea(shown, (x, y, z) => this.locate(x, y, z));
  }

  /** A bar of a round length as long as it is at the animal's distance; undefined before there is a picture. */
  get scaleBar(): ScaleBar | undefined {
    const { width, height } = this.#size;
    return this.#updates === 0 ? undefined : chooseScaleBar(this.#rig.pictureHeight / height, width);
  }

  /** The drawn scene for picking; undefined before the first picture. */
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

  /** Looks at the animal from where another viewer does, in its colours and with what it shows. */
  adoptLook(other: Viewer): void {
    this.#colouring = other.#colouring;
    this.#channel = other.#channel;
    this.#partsShown = other.#partsShown;
    this.#sets = other.#sets;
    this.#marks = { hovered: undefined, lesioned: other.#marks.lesioned };
    this.#rig.adoptArms(other.#rig);
    this.setMargin(other.#margin);
    this.setMeasured(other.#measured);
    this.#applyColouring();
    this.#applySets();
    this.#applyMarks();
  }

  setCamera(mode: CameraMode): void {
    this.#rig.setMode(mode);
  }

  /** Where the camera is turned to: azimuth, elevation (rad), distance as a share of the usual. */
  get arm(): readonly [number, number, number] {
    return this.#rig.arm;
  }

  setArm(arm: readonly [number, number, number]): void {
    this.#rig.setArm(arm);
  }

  /** The side from which the animal is best seen, and where its cameras start. */
  setView(view: View | undefined): void {
    this.#rig.setView(view);
  }

  /** What lies on the picture (CSS pixels from its top left corner): the animal is framed beside it. */
  setPanels(panels: readonly Area[]): void {
    this.#panels = panels;
    this.#applyFreeArea();
  }

  /** Whether a grid and the path of the centre of mass are drawn on the ground. */
  setMeasured(measured: boolean): void {
    this.#measured = measured;
    this.#stage?.surroundings.setMeasured(measured);
  }

  /** Keeps the animal away from the edges of the picture: a share of each side. */
  setMargin(share: number): void {
    this.#margin = share;
    this.#applyFreeArea();
  }

  /** Least margin around the animal in the picture, in extents, as a tool around it needs. */
  setLeastReach(extents: number): void {
    this.#leastReach = extents;
    if (this.#stage !== undefined && this.#frame !== undefined) this.#measure(this.#stage, this.#frame);
    this.#rig.refit();
  }

  #applyFreeArea(): void {
    const { width, height } = this.#size;
    const panels = [...this.#panels, ...listMargins(width, height, this.#margin)];
    const free = computeFreeArea(width, height, panels, this.#rig.aspect);
    this.#rig.setFree({
      x: (free.left + free.width / 2) / width,
      y: (free.top + free.height / 2) / height,
      width: free.width / width,
      height: free.height / height,
    });
  }

  /** Keeps the cameras on a place instead of on the animal; undefined goes back to it. */
  setTarget(target: Pose | undefined): void {
    this.#target = target;
  }

  moveCamera(azimuth: number, elevation: number, zoom: number): void {
    this.#rig.turn(azimuth, elevation);
    this.#rig.zoom(zoom);
  }

  /** Size of the canvas in CSS pixels and the screen's pixels per CSS pixel. */
  resize(width: number, height: number, pixelRatio: number): void {
    // More than two device pixels per CSS pixel make no visible difference; software rendering pays for every pixel.
    this.#size = {
      width: Math.max(1, width),
      height: Math.max(1, height),
      ratio: this.#still ? pixelRatio : Math.min(pixelRatio, this.#software ? 1 : 2),
    };
    this.#applySize();
    // A canvas of another size is empty: it is drawn before the browser shows it.
    if (this.#updates > 0) this.#drawStage();
  }

  #applySize(): void {
    const { width, height, ratio } = this.#size;
    this.#renderer.setPixelRatio(ratio * this.#governor.scale);
    this.#renderer.setSize(width, height, false);
    this.#rig.setAspect(width / height);
    this.#applyFreeArea();
  }

  /** Shows a frame. The array is kept, and read again when colours change, until the next one. */
  applyFrame(frame: Float32Array, pose: Pose): void {
    const stage = this.#stage;
    if (stage === undefined || frame.length !== stage.offsets.length) return;
    // A run that blew up ends in non-finite numbers; the last good picture stays.
    if (!frame.every((value) => Math.abs(value) < maxDistance)) return;
    this.#frame = frame;
    this.#centre.set(pose.x, pose.y, pose.z);
    this.#heading = pose.heading;
    this.#showFrame(stage, frame);
  }

  #showFrame(stage: Stage, frame: Float32Array): void {
    stage.surfaces.forEach((surface, i) => {
      if (surface.mesh.visible) surface.update(frame, stage.offsets, i);
    });
    for (const drape of stage.drapes) drape.update();
    stage.poses.update(frame, stage.offsets, stage.surfaces);
    stage.attachments.update(frame, stage.offsets);
    this.#measure(stage, frame);
  }

  /** Puts the box around the animal, and around what it is inside of. */
  #measure({ layout, offsets, surfaces, poses, shells, shadow }: Stage, frame: Float32Array): void {
    const filler = this.#filler;
    const { x, y, z } = this.#centre;
    filler.start(this.#box, [x, y, z], this.#rig.face(this.#heading), framedReach * layout.extent);
    for (const { spec, shape } of surfaces)
      if (spec.scenery === undefined) filler.addPoints(shape.positions, 0, spec.vertexCount);
    layout.parts.forEach(({ shape, size, scenery }, part) => {
      if (scenery === undefined && shape !== 'none') addPartEnds(filler, frame, offsets.parts + 7 * part, size);
    });
    layout.lines.forEach(({ optional, pointCount }, line) => {
      if (optional === undefined) filler.addPoints(frame, offsets.lines[line]!, pointCount);
    });
    poses.addEnds(filler);
    shadow.setReach(computeFlatReach(this.#box));
    filler.addPoint(x, y, z, this.#leastReach * layout.extent);
    for (const corners of shells) if (isInBox(corners, x, y, z)) filler.addPoints(corners, 0, 8);
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
    const { extent } = stage.layout;
    const elapsed = now - this.#lastRender;
    this.#lastRender = now;
    if (!this.#still && this.#governor.observe(elapsed)) this.#applySize();
    const [target, heading] = this.#target
      ? [this.#place(this.#target), this.#target.heading]
      : [this.#centre, this.#heading];
    if (this.#target !== undefined) {
      const half = targetReach * extent;
      this.#box.sides.fill(-half, 0, 3).fill(half, 3);
    }
    this.#rig.update(target, heading, this.#box, Math.min(elapsed, 100) / 1000);
    this.#waterSeconds = waterSeconds;
    this.#drawStage();
    if (this.#updates++ === 0) this.#renderer.domElement.style.opacity = '';
  }

  #drawStage(): void {
    const stage = this.#stage;
    if (stage === undefined) return;
    const { surroundings, shadow, layout } = stage;
    surroundings.update(
      this.#rig.target,
      this.#rig.camera,
      this.#waterSeconds,
      this.#size.height * this.#renderer.getPixelRatio(),
    );
    this.#rig.floor = surroundings.floorHeight;
    this.#renderer.setClearColor(0x000000, 0);
    shadow.update(this.#renderer, this.#centre, surroundings.floorHeight, surroundings.shadowStrength, layout.extent);
    surroundings.ground?.setShadow(shadow.outline, this.#centre, shadow.half, surroundings.shadowStrength);
    this.#renderer.render(stage.scene, this.#rig.camera);
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
  for (const part of [...stage.parts, ...stage.drapes]) part.dispose();
  stage.poses.texture.dispose();
  stage.attachments.dispose();
  stage.surroundings.dispose();
  stage.shadow.dispose();
}
