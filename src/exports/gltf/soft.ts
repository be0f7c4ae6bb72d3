/** Deforming meshes: soft surfaces, what is draped over them and lines with a thickness, one morph target for each kept frame. */
import type { ChannelSpec, SurfaceSpec } from '../../engine/contract/frame.ts';
import { reshape, setCarrierPose, setDrapeVertices } from '../../engine/contract/ornaments.ts';
import { computeTubeLength, createTubeSpec, setTubeVertices } from '../../engine/contract/tube.ts';
import { addOrnament } from './parts.ts';
import { addChannel, addNode, createNormals, getMaterial, type GltfScene } from './scene.ts';
import type { Keyframes } from '../frames/keyframes.ts';

/** Limit on morph targets: more would exceed what glTF players can handle, so frames are thinned. */
const maxMorphs = 500;

/** Frames from one shape of a soft surface to the next. */
export function computeMorphStride({ layout, frames }: Keyframes): number {
  return layout.surfaces.some(({ kind }) => kind === 'mesh') ? Math.ceil(frames.length / maxMorphs) : 1;
}

/** Where the vertices of something are in a frame. */
type Fill = (out: Float32Array, frame: Float32Array) => void;

interface Morph {
  readonly spec: Pick<SurfaceSpec, 'name' | 'look' | 'vertexCount' | 'triangles' | 'channels'>;
  readonly fill: Fill;
  readonly open: boolean;
}

/** Everything that bends, and what rides on it. `colour` names the channel that is painted on. */
export function addSoft(scene: GltfScene, colour: string | undefined): void {
  const stride = computeMorphStride(scene.keyframes);
  const frames = scene.keyframes.frames.filter((_, i) => i % stride === 0);
  const times = scene.keyframes.times.filter((_, i) => i % stride === 0);
  const input =
    stride === 1 ? scene.times : scene.writer.addNumbers(Float32Array.from(times), 'SCALAR', { bounds: true });
  const channel = scene.keyframes.layout.channels.find(({ name }) => name === colour);
  for (const morph of listMorphs(scene)) addMorph(scene, morph, frames, input, channel);
  addRiders(scene);
}

/** How a surface is drawn in a frame. */
function createFill(scene: GltfScene, index: number): Fill {
  const spec = scene.keyframes.layout.surfaces[index]!;
  const from = scene.at.surfaces[index]!;
  return (out, frame) => {
    out.set(frame.subarray(from, from + 3 * spec.vertexCount));
    if (spec.reshaped !== undefined) reshape(out, spec.reshaped);
  };
}

function listMorphs(scene: GltfScene): Morph[] {
  const { surfaces, drapes = [], lines } = scene.keyframes.layout;
  const soft = surfaces.flatMap((spec, index) =>
    spec.kind === 'mesh' ? [{ spec, fill: createFill(scene, index), open: spec.scenery === true }] : [],
  );
  const draped = drapes.map((drape): Morph => {
    const carried = new Float32Array(3 * surfaces[drape.surface]!.vertexCount);
    const fillCarrier = createFill(scene, drape.surface);
    return {
      spec: { ...drape, vertexCount: drape.starts.length - 1, channels: [] },
      open: true,
      fill: (out, frame) => {
        fillCarrier(carried, frame);
        setDrapeVertices(out, drape, carried);
      },
    };
  });
  const tubes = lines.flatMap((line, index): Morph[] => {
    const { radius, optional, pointCount } = line;
    if (radius === undefined || optional === true) return [];
    const spec = { ...createTubeSpec([line]), name: line.name };
    const fill: Fill = (out, frame) => {
      setTubeVertices(out.subarray(0, computeTubeLength(line)), frame, scene.at.lines[index]!, pointCount, radius);
    };
    return [{ spec, fill, open: true }];
  });
  return [...soft, ...draped, ...tubes];
}

function addMorph(
  scene: GltfScene,
  { spec, fill, open }: Morph,
  frames: readonly Float32Array[],
  input: number,
  channel: ChannelSpec | undefined,
): void {
  const { writer } = scene;
  const length = 3 * spec.vertexCount;
  const slots = spec.channels.find((candidate) => candidate.channel === channel?.name)?.slots;
  const paint =
    channel === undefined || slots === undefined
      ? undefined
      : createPainter(channel, slots, scene.at.channels[channel.name]!);
  const base = new Float32Array(length);
  fill(base, frames[0]!);
  const normals = createNormals(base, spec.triangles);
  const colours = paint?.(frames[0]!);
  const targets = frames.map((frame) => {
    const moved = new Float32Array(length);
    fill(moved, frame);
    const turned = createNormals(moved, spec.triangles);
    const painted = paint?.(frame);
    for (let i = 0; i < length; i++) {
      moved[i]! -= base[i]!;
      turned[i]! -= normals[i]!;
      if (painted !== undefined) painted[i]! -= colours![i]!;
    }
    return {
      POSITION: writer.addNumbers(moved, 'VEC3', { bounds: true, vertices: true }),
      NORMAL: writer.addNumbers(turned, 'VEC3', { vertices: true }),
      ...(painted === undefined ? {} : { COLOR_0: writer.addNumbers(painted, 'VEC3', { vertices: true }) }),
    };
  });
  const attributes = {
    POSITION: writer.addNumbers(base, 'VEC3', { bounds: true, vertices: true }),
    NORMAL: writer.addNumbers(normals, 'VEC3', { vertices: true }),
    ...(colours === undefined ? {} : { COLOR_0: writer.addNumbers(colours, 'VEC3', { vertices: true }) }),
  };
  const material = getMaterial(scene, spec.look, { open, painted: paint !== undefined });
  const mesh =
    scene.meshes.push({
      name: spec.name,
      weights: frames.map((_, i) => (i === 0 ? 1 : 0)),
      primitives: [{ attributes, indices: writer.addIndices(spec.triangles), material, targets }],
    }) - 1;
  const node = addNode(scene, { name: spec.name, mesh }, 0);
  if (frames.length < 2) return;
  const weights = new Float32Array(frames.length * frames.length);
  for (let i = 0; i < frames.length; i++) weights[i * frames.length + i] = 1;
  addChannel(scene, node, 'weights', writer.addNumbers(weights, 'SCALAR'), input);
}

/** Ends and middle of the colours for numbers: blue to yellow, or blue over white to red about a middle. Linear. */
const ramps = {
  usual: [
    [0.06, 0.001, 0.09],
    [0.02, 0.28, 0.26],
    [0.98, 0.8, 0.02],
  ],
  diverging: [
    [0.01, 0.06, 0.3],
    [0.93, 0.93, 0.93],
    [0.4, 0.01, 0.03],
  ],
} as const;

/** Colours of all vertices in a frame, three numbers each. */
function createPainter(channel: ChannelSpec, slots: Uint32Array, from: number): (frame: Float32Array) => Float32Array {
  const ramp = ramps[channel.diverging === true ? 'diverging' : 'usual'];
  const [low, high] = channel.range;
  return (frame) => {
    const out = new Float32Array(3 * slots.length);
    slots.forEach((slot, v) => {
      const share = 2 * Math.min(1, Math.max(0, (frame[from + slot]! - low) / (high - low)));
      const step = share < 1 ? 0 : 1;
      for (let k = 0; k < 3; k++)
        out[3 * v + k] = ramp[step][k]! + (share - step) * (ramp[step === 0 ? 1 : 2][k]! - ramp[step][k]!);
    });
    return out;
  };
}

/** Ornaments: those on surfaces follow them in every frame. */
function addRiders(scene: GltfScene): void {
  const { layout, frames } = scene.keyframes;
  const { ornaments = [], surfaces } = layout;
  const meshes = new Map<string, number>();
  const tracks = new Map(ornaments.map((ornament) => [ornament, new Float32Array(7 * frames.length)]));
  const pose = new Float32Array(7);
  surfaces.forEach((spec, index) => {
    const own = ornaments.filter(({ carrier }) => 'surface' in carrier && carrier.surface === index);
    if (own.length === 0) return;
    const positions = new Float32Array(3 * spec.vertexCount);
    const fill = createFill(scene, index);
    frames.forEach((frame, i) => {
      fill(positions, frame);
      for (const ornament of own) {
        const [a, b, c] = (ornament.carrier as { readonly vertices: readonly [number, number, number] }).vertices;
        setCarrierPose(pose, positions, a, b, c);
        tracks.get(ornament)!.set(pose, 7 * i);
      }
    });
  });
  for (const ornament of ornaments) addOrnament(scene, ornament, meshes, tracks.get(ornament));
}
