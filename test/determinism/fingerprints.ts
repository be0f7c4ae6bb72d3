/**
 * Hashes of what the engine computes, by name. The same program runs in Node, on a page and in a worker; any two results
 * have to be equal. Names with `@n` are hashes of an animal's state after n steps, so that a difference shows where it began.
 */
import { animalNames, describeAnimal } from '../../src/animals/registry.ts';
import { computeMathFingerprint } from '../../src/testing/kernels/math-fingerprint.ts';
import { addToHash, createHasher, finishHash, type HashableArray } from '../../src/engine/math/hash.ts';
import { createRng, nextFloat, nextNormal } from '../../src/engine/math/rng.ts';
import { createBcsr } from '../../src/engine/math/sparse/bcsr.ts';
import { createLdlFactor, createLdlSymbolic, setLdlFactor } from '../../src/engine/math/sparse/ldl.ts';
import { createPanels } from '../../src/engine/math/sparse/panels.ts';
import { createTetMatrix } from '../../src/testing/kernels/sample-matrices.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import type { Kernels } from '../../src/kernels/functions.ts';
import { allocNumbers, lanesPerBlock, type Precision } from '../../src/kernels/memory/layout.ts';
import { createKernels } from '../../src/kernels/load.ts';
import { createPackedBlocks, setPackedProduct } from '../../src/kernels/pack-blocks.ts';
import { createPackedPanels, solvePackedPanels } from '../../src/kernels/pack-panels.ts';
import { createTwinInstance } from '../../src/kernels/twin.ts';

export type Fingerprints = Record<string, string>;

const arenaBytes = 1 << 22;
/** Steps after which the state is hashed. Bodies of thousands of elements get fewer, and their slow twins fewest. */
const hashedSteps = { light: [10, 100, 500], heavy: [2, 20, 60], heavyTwin: [2] } as const;
const lightAnimals: readonly string[] = ['lamprey'];
/** Settings that make a scene of their own, by animal: every integrator, drive, place, ground and solver that has code of its own. */
const scenes: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  lamprey: {
    fast: ['integration.method=fast'],
    reference: ['integration.method=reference'],
    turning: ['brainstem.left=0.67', 'brainstem.right=0.4'],
    short: ['segments=10'],
    lesioned: [
      'lesions.silence=[{"neurons": "CIN", "side": "left", "from": 20, "to": 40}]',
      'lesions.cutAfter=[50]',
      'lesions.driveBehindCut=1',
      'lesions.paralyse=[{"joint": 3, "side": "right"}]',
    ],
  },
  worm: {
    modal: ['drive.kind=modal', 'drive.delay=0', 'mesh.resolution=coarse'],
    'two-mode': ['drive.kind=two-mode', 'drive.delay=0', 'mesh.resolution=coarse', 'drive.frame=world'],
    reflex: ['drive.kind=reflex', 'mesh.resolution=coarse', 'medium.water=1'],
    capped: ['drive.kind=modal', 'drive.delay=0', 'solver.kind=capped-cg', 'mesh.resolution=coarse'],
    hills: ['ground.kind=height-field', 'mesh.resolution=coarse', 'lesions.paralyse=["MDL0*"]'],
  },
  centipede: {
    double: ['integration.precision=f64'],
    paper: ['integrator=paper'],
    hills: ['scene.terrain=hills', 'controller.undulation.amplitude=0.1'],
    sphere: ['scene.terrain=sphere'],
    gaps: ['scene.terrain=gaps', 'lesions.legs=[{"pair": 3, "side": "left"}]'],
    pond: ['scene.water.kind=pond', 'scene.water.level=0.02'],
    herd: ['scene.animals=3', 'scene.randomFoods=4', 'scene.randomObstacles=4'],
    path: [
      'scene.path=[{"x": 0.1, "y": 0}, {"x": 0.2, "y": 0.1}, {"x": 0, "y": 0.2}]',
      'controller.gait.coordination=token',
    ],
  },
  octopus: {
    bottle: ['scene.kind=bottle', 'body.sizes.armCells=6'],
    grasp: ['scene.kind=grasp', 'body.sizes.armCells=6', 'scene.selfContact=true'],
    poked: ['poke.node=5', 'poke.x=3', 'target.follow=1', 'target.heading=1'],
  },
  starfish: {
    pillars: ['scene.kind=pillars'],
    precise: ['solver.precision=f64'],
    double: [
      'solver.precision=f64',
      'solver.method=plain',
      'water.model=as-coded',
      'water.coupling=explicit',
      'solver.rate=240',
    ],
    vortex: ['water.current.kind=vortex', 'water.gravity=9.81', 'water.current.x=0.1'],
    reactive: ['water.model=reactive', 'water.current.kind=shear', 'water.current.y=0.1'],
    'reactive-double': ['water.model=reactive', 'solver.precision=f64'],
  },
  stingray: {
    double: ['solver.precision=f64'],
    reactive: ['water.model=reactive', 'control.effort=0.5'],
    'reactive-double': ['water.model=reactive', 'solver.precision=f64', 'control.effort=0.5'],
    pulling: ['water.model=reactive', 'body.material.law=pulling'],
  },
  'soft-lamprey': {
    spinal: ['controller.pattern=spinal'],
    valley: ['scene.kind=valley'],
    'coded-table': ['controller.pattern=coded-table'],
    's-mem': ['controller.model=s-mem'],
    pulling: ['body.material.law=pulling'],
  },
};
/** Scenes that the twins step once as well, `scene-twin@1`: those with kernels that no animal as it is needs. */
const twinScenes: Readonly<Record<string, readonly string[]>> = {
  centipede: ['double'],
  starfish: ['precise', 'reactive', 'reactive-double'],
  stingray: ['double', 'reactive', 'reactive-double'],
  'soft-lamprey': ['pulling'],
};
/** Scenes of heavy bodies are for their beginnings. */
const sceneSteps = { light: hashedSteps.light, heavy: [1, 6] } as const;

export function computeFingerprints(): Fingerprints {
  const fingerprints: Fingerprints = {};
  for (const [name, hash] of Object.entries(computeMathFingerprint())) fingerprints[`math.${name}`] = hash;
  for (const kernels of [createKernels(arenaBytes), createTwinInstance(arenaBytes)]) {
    for (const [name, hash] of Object.entries(computeKernelHashes(kernels))) {
      fingerprints[`kernels.${name}.${kernels.kind}`] = hash;
    }
  }
  for (const animal of animalNames) addAnimalHashes(fingerprints, animal);
  return fingerprints;
}

function computeHash(...arrays: readonly HashableArray[]): string {
  const hasher = createHasher();
  for (const array of arrays) addToHash(hasher, array);
  return finishHash(hasher);
}

function fillNormal(out: Float32Array | Float64Array, streamName: string): void {
  const rng = createRng(7, streamName);
  for (let i = 0; i < out.length; i += 1) out[i] = nextNormal(rng);
}

function computeKernelHashes(kernels: Kernels): Record<string, string> {
  const hashes: Record<string, string> = { ...computeExpHashes(kernels) };
  for (const precision of ['f32', 'f64'] as const) {
    const suffix = precision === 'f32' ? 'F32' : 'F64';
    hashes[`solvePanels${suffix}`] = computePanelHash(kernels, precision);
    hashes[`blockMatvec${suffix}`] = computeProductHash(kernels, precision);
    hashes[`polar${suffix}`] = computePolarHash(kernels, precision);
    hashes[`svd${suffix}`] = computeSvdHash(kernels, precision);
  }
  return hashes;
}

function computeExpHashes(kernels: Kernels): Record<string, string> {
  const count = 5001;
  const x = kernels.arena.allocF64(count);
  const out = kernels.arena.allocF64(count);
  const rng = createRng(7, 'exp');
  for (let i = 0; i < count; i += 1) x[i] = 1500 * nextFloat(rng) - 750;
  kernels.expF64(out.byteOffset, x.byteOffset, count);
  const whole = computeHash(out);
  kernels.expClampedF64(out.byteOffset, x.byteOffset, count);
  return { expF64: whole, expClampedF64: computeHash(out) };
}

function computePanelHash(kernels: Kernels, precision: Precision): string {
  const matrix = createTetMatrix(4, 5, 6);
  const factor = createLdlFactor(createLdlSymbolic(matrix));
  setLdlFactor(factor, matrix);
  const panels = createPanels(factor);
  const groups = 2;
  const packed = createPackedPanels(kernels.arena, panels, precision, groups);
  const x = allocNumbers(kernels.arena, precision, panels.n * 4 * groups);
  fillNormal(x, 'panels');
  solvePackedPanels(kernels, packed, x.byteOffset);
  return computeHash(x);
}

function computeProductHash(kernels: Kernels, precision: Precision): string {
  const pattern = createTetMatrix(4, 4, 4);
  const rows: number[] = [];
  for (let row = 0; row < pattern.rowCount; row += 1) {
    for (let p = pattern.rowStart[row]!; p < pattern.rowStart[row + 1]!; p += 1) rows.push(row);
  }
  const matrix = createBcsr(pattern.rowCount, rows, pattern.columns);
  fillNormal(matrix.blocks, 'blocks');
  // Columns of blocks are padded with a zero each.
  for (let i = 3; i < matrix.blocks.length; i += 4) matrix.blocks[i] = 0;
  const packed = createPackedBlocks(kernels.arena, matrix, precision);
  const x = allocNumbers(kernels.arena, precision, 4 * matrix.rowCount);
  const out = allocNumbers(kernels.arena, precision, 4 * matrix.rowCount);
  fillNormal(x, 'vertices');
  setPackedProduct(kernels, out.byteOffset, packed, x.byteOffset);
  return computeHash(out);
}

function createMatrices(kernels: Kernels, precision: Precision, blockCount: number): Float32Array | Float64Array {
  const matrices = allocNumbers(kernels.arena, precision, 9 * lanesPerBlock[precision] * blockCount);
  fillNormal(matrices, 'matrices');
  return matrices;
}

function computePolarHash(kernels: Kernels, precision: Precision): string {
  const blockCount = 200;
  const lanes = lanesPerBlock[precision];
  const matrices = createMatrices(kernels, precision, blockCount);
  const rotations = allocNumbers(kernels.arena, precision, matrices.length);
  const quaternions = allocNumbers(kernels.arena, precision, 4 * lanes * blockCount);
  for (let i = 0; i < quaternions.length; i += 1) quaternions[i] = Math.floor(i / lanes) % 4 === 3 ? 1 : 0;
  const offsets = [rotations.byteOffset, quaternions.byteOffset, matrices.byteOffset] as const;
  const fallbacks =
    precision === 'f32' ? kernels.polarF32(...offsets, blockCount) : kernels.polarF64(...offsets, blockCount);
  return computeHash(rotations, quaternions, Int32Array.of(fallbacks));
}

function computeSvdHash(kernels: Kernels, precision: Precision): string {
  const blockCount = 200;
  const matrices = createMatrices(kernels, precision, blockCount);
  const u = allocNumbers(kernels.arena, precision, matrices.length);
  const v = allocNumbers(kernels.arena, precision, matrices.length);
  const sigma = allocNumbers(kernels.arena, precision, matrices.length / 3);
  const offsets = [u.byteOffset, sigma.byteOffset, v.byteOffset, matrices.byteOffset] as const;
  if (precision === 'f32') kernels.svdF32(...offsets, blockCount);
  else kernels.svdF64(...offsets, blockCount);
  return computeHash(u, sigma, v);
}

function addAnimalHashes(fingerprints: Fingerprints, animal: string): void {
  const base = describeAnimal(animal);
  const isLight = lightAnimals.includes(animal);
  const run = (name: string, simulation: Simulation, counts: readonly number[]): void => {
    for (const steps of counts) {
      while (simulation.stepCount < steps) simulation.step();
      fingerprints[`${animal}.${name}@${steps}`] = simulation.hash();
    }
    fingerprints[`${animal}.${name}.shown@${simulation.stepCount}`] = computeShownHash(simulation);
  };
  const counts = isLight ? hashedSteps.light : hashedSteps.heavy;
  run('default', new Simulation(base, { seed: 1 }), counts);
  run('twin', new Simulation(base, { seed: 1, kernels: 'twin' }), isLight ? counts : hashedSteps.heavyTwin);
  for (const [name, settings] of Object.entries(scenes[animal] ?? {})) {
    const desc = applySettings(base, settings);
    run(name, new Simulation(desc, { seed: 1 }), isLight ? sceneSteps.light : sceneSteps.heavy);
    if (twinScenes[animal]?.includes(name) !== true) continue;
    const twin = new Simulation(desc, { seed: 1, kernels: 'twin' });
    twin.step();
    fingerprints[`${animal}.${name}-twin@1`] = twin.hash();
  }
}

/** What people see and measure: the frame and all signals. */
function computeShownHash(simulation: Simulation): string {
  const frame = new Float32Array(simulation.frameLength);
  const signals = new Float64Array(simulation.signalLength);
  simulation.writeFrame(frame);
  simulation.writeSignals(signals);
  return computeHash(frame, signals);
}
