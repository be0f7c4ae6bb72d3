import { describe, expect, it } from 'vitest';
import { letters } from '../../src/animals/letters/strokes.ts';
import { describeAnimal } from '../../src/animals/registry.ts';
import { applySettings } from '../../src/engine/families/descriptions.ts';
import { createRng, nextFloat } from '../../src/engine/math/rng.ts';
import { Simulation } from '../../src/engine/sim/simulation.ts';
import { createSphereMesh } from '../../src/engine/mesh/triangles/sphere.ts';
import { createTorusMesh } from '../../src/testing/meshes/triangle-shapes.ts';
import { type SignedDistance, setDistance } from '../../src/engine/world/distance/signed-distance.ts';
import type { TriangleMesh } from '../../src/engine/mesh/triangles/triangle-mesh.ts';
import { readSignal, start, walk } from '../../src/testing/runs/centipede-run.ts';

const listTriples = (values: Float64Array | Uint32Array): number[][] =>
  Array.from({ length: values.length / 3 }, (_, i) => Array.from(values.subarray(3 * i, 3 * i + 3)));

function startOn(mesh: TriangleMesh, coordination: string): Simulation {
  const lists = [`scene.vertices=${JSON.stringify(listTriples(mesh.positions))}`];
  lists.push(`scene.triangles=${JSON.stringify(listTriples(mesh.triangles))}`);
  const settings = ['scene.terrain=mesh', ...lists, `controller.gait.coordination=${coordination}`];
  return new Simulation(applySettings(describeAnimal('centipede'), settings), { seed: 1 });
}

/** A lumpy stone of 5,120 triangles, 0.7 m across. */
function createStone(): TriangleMesh {
  const mesh = createSphereMesh(0.35, 4);
  const { positions } = mesh;
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => 14 * positions[at + k]!) as [number, number, number];
    const factor = 1 + 0.12 * Math.sin(x + 1) * Math.cos(1.3 * y) + 0.08 * Math.sin(1.7 * z + 0.5 * x);
    for (let k = 0; k < 3; k++) positions[at + k]! *= factor;
  }
  return mesh;
}

interface Heights {
  /** Of single segments and of their mean, over the target, and the share of segments off it by over a tenth. */
  readonly lowest: number;
  readonly highest: number;
  readonly leastMean: number;
  readonly mostMean: number;
  readonly off: number;
  readonly upsideDown: boolean;
}

/** A minute, of which the landing is left out. */
function measureHeights(simulation: Simulation): Heights {
  const { ground, targeter } = simulation.system as unknown as {
    ground: { terrain: SignedDistance };
    targeter: { height: number };
  };
  const positions = simulation.state.arrays['bodyPositions']!;
  const sample = new Float64Array(4);
  let [lowest, highest, leastMean, mostMean, off, count, upsideDown] = [Infinity, 0, Infinity, 0, 0, 0, false];
  walk(simulation, 60, () => {
    if (simulation.time < 5) return;
    let sum = 0;
    for (let at = 0; at < positions.length; at += 3) {
      setDistance(sample, ground.terrain, positions[at]!, positions[at + 1]!, positions[at + 2]!);
      const height = sample[0]! / targeter.height;
      lowest = Math.min(lowest, height);
      highest = Math.max(highest, height);
      if (Math.abs(height - 1) > 0.1) off += 1;
      count += 1;
      sum += height;
      upsideDown ||= sample[3]! < -0.7;
    }
    const mean = sum / (positions.length / 3);
    leastMean = Math.min(leastMean, mean);
    mostMean = Math.max(mostMean, mean);
  });
  return { lowest, highest, leastMean, mostMean, off: off / count, upsideDown };
}

const stone = ['a stone of 5,120 triangles', createStone()] as const;
const ring = ['a ring', createTorusMesh({ radius: 0.3, tubeRadius: 0.12, around: 96, across: 48 })] as const;

describe('closed surfaces, a minute each', () => {
  it.each([stone, ring])(
    'every segment keeps its height within a tenth on %s, with legs that lift by reach',
    (_, mesh) => {
      const { lowest, highest } = measureHeights(startOn(mesh, 'time'));
      expect(lowest).toBeGreaterThan(0.9);
      expect(highest).toBeLessThan(1.1);
    },
  );

  // Legs by phase keep one wave over such ground; the last pair then swings at times while nothing near it stands.
  it.each([stone, ring])('with legs by phase all but one in five hundred do on %s', (_, mesh) => {
    const { leastMean, mostMean, off } = measureHeights(startOn(mesh, 'auto'));
    expect(leastMean).toBeGreaterThan(0.95);
    expect(mostMean).toBeLessThan(1.05);
    expect(off).toBeLessThan(0.002);
  });

  it.each([
    ['time', 0.01],
    ['auto', 0.02],
  ])(
    'on the skull the body does at all times, and single segments but for a share in its creases: %s',
    (coordination, share) => {
      const settings = ['scene.terrain=skull', 'scene.meshSize=0.4', `controller.gait.coordination=${coordination}`];
      const heights = measureHeights(start('centipede', settings));
      expect(heights.leastMean).toBeGreaterThan(0.9);
      expect(heights.mostMean).toBeLessThan(1.1);
      expect(heights.off).toBeLessThan(share);
      expect(heights.upsideDown).toBe(true);
    },
  );
});

describe('many in one scene', () => {
  it('ten centipedes walk for a minute and never touch', () => {
    const simulation = start('centipede', ['scene.animals=10']);
    let least = Infinity;
    walk(simulation, 60, (signals) => {
      least = Math.min(least, readSignal(simulation, signals, 'animals.gap')[0]!);
    });
    expect(least).toBeGreaterThan(0);
  });

  it('five write a word, all ready at the same time, and write it again', () => {
    const simulation = start('letters');
    const { scene } = simulation.desc as unknown as { scene: { starts: { path: { x: number; y: number }[] }[] } };
    const strokes = Object.values(letters).map(({ stroke }, i) => scene.starts[i]!.path.slice(0, stroke.length));
    const segments = 100;
    let least = Infinity;
    for (const ready of [9.75, 24.85, 39.95]) {
      walk(simulation, ready - simulation.time, (signals) => {
        least = Math.min(least, readSignal(simulation, signals, 'animals.gap')[0]!);
      });
      const { arrays } = simulation.state;
      strokes.forEach((stroke, animal) => {
        for (let body = 0; body < segments; body++) {
          const at = 3 * (animal * segments + body);
          const [x, y] = [arrays['bodyPositions']![at]! / 100, arrays['bodyPositions']![at + 1]! / 100];
          expect(computeOff(stroke, x, y), `${ready} s, animal ${animal + 1}, segment ${body}`).toBeLessThan(0.012);
        }
      });
    }
    expect(least).toBeGreaterThan(0.005);
    expect(Object.keys(letters)).toEqual(['G', 'E', 'N', 'U', 'S']);
  });
});

/** Distance of a point from a polyline. */
function computeOff(path: readonly { x: number; y: number }[], x: number, y: number): number {
  const ends = path.slice(1).map((to, i) => {
    const from = path[i]!;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const share = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(x - from.x - share * dx, y - from.y - share * dy);
  });
  return Math.min(...ends);
}

describe('wild scenes', () => {
  const ball = createSphereMesh(1, 2);
  const hoop = createTorusMesh({ radius: 1, tubeRadius: 0.4, around: 24, across: 12 });
  const grounds = ['plane', 'bumps', 'hills', 'pebbles', 'blocks'];

  /** One to four animals among cylinders, boxes and meshes, on rough ground, some in water. */
  function listSettings(seed: number): string[] {
    const rng = createRng(seed, 'wild');
    const draw = (low: number, high: number): number => low + (high - low) * nextFloat(rng);
    const terrain = grounds[seed % 5]!;
    const obstacles = Array.from({ length: 3 + Math.floor(draw(0, 6)) }, () => {
      // Beyond the rows in which the animals start.
      const [angle, far] = [draw(-1, 1), draw(0.4, 1)];
      const [place, turn] = [{ x: far * Math.cos(angle), y: far * Math.sin(angle) }, draw(0, 6)];
      const kind = draw(0, 1);
      if (kind < 0.3) return { ...place, kind: 'cylinder', radius: draw(0.01, 0.06) };
      if (kind < 0.6) return { ...place, turn, kind: 'box', length: draw(0.02, 0.3), width: draw(0.02, 0.12) };
      const { positions, triangles } = kind < 0.8 ? ball : hoop;
      const lists = { vertices: listTriples(positions), triangles: listTriples(triangles) };
      return { ...place, turn, ...lists, kind: 'mesh', scale: draw(0.02, 0.07) };
    });
    const bumpHeight = draw(0.001, 0.007);
    return [
      `scene.terrain=${terrain}`,
      ...(terrain === 'plane' ? [] : [`scene.bumpHeight=${bumpHeight}`]),
      ...(['hills', 'pebbles', 'blocks'].includes(terrain) ? [`scene.terrainSeed=${seed}`] : []),
      `scene.animals=${1 + Math.floor(draw(0, 4))}`,
      `scene.randomFoods=${Math.floor(draw(0, 5))}`,
      `scene.obstacles=${JSON.stringify(obstacles)}`,
      ...(draw(0, 1) < 0.3 && terrain !== 'blocks' ? ['scene.water.kind=pond', 'scene.water.level=0.004'] : []),
    ];
  }

  it('a hundred, a minute each: nobody is stuck for ten seconds, touches another or sinks', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const simulation = start('centipede', listSettings(seed), seed);
      const { arrays } = simulation.state;
      const animals = arrays['heading']!.length;
      const heads: number[][] = [];
      let steps = 0;
      const { metrics } = walk(simulation, 60, (signals) => {
        if (steps++ % 24 !== 0) return;
        if (animals > 1) expect(readSignal(simulation, signals, 'animals.gap')[0], `seed ${seed}`).toBeGreaterThan(0);
        const stride = arrays['bodyPositions']!.length / animals;
        const now = Array.from({ length: 2 * animals }, (_, i) => {
          return arrays['bodyPositions']![stride * Math.floor(i / 2) + (i % 2)]! / 100;
        });
        heads.push(now);
        if (heads.length <= 100) return;
        for (let k = 0; k < animals; k++) {
          const ways = heads
            .slice(-101)
            .map((then) => Math.hypot(then[2 * k]! - now[2 * k]!, then[2 * k + 1]! - now[2 * k + 1]!));
          const where = `seed ${seed}, animal ${k + 1}, ${simulation.time.toFixed(1)} s`;
          expect(Math.max(...ways), where).toBeGreaterThan(0.05);
        }
      });
      // What the run itself would warn of.
      const { sound } = simulation.system.metrics.find(({ name }) => name === 'bodyHeightMin')!;
      expect(metrics['bodyHeightMin'], `seed ${seed}`).toBeGreaterThan(sound!.min!);
    }
  });
});
