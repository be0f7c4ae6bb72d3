import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../animals/registry.ts';
import { applySettings, replaceValue } from '../../engine/families/descriptions.ts';
import { Timeline } from '../../engine/sim/timeline.ts';
import { describeSmallLamprey } from '../../testing/small-lamprey.ts';
import { FilmReplay } from './film-replay.ts';
import { trailGap } from '../data/trail.ts';
import { writeExport } from './replay-export.ts';

function createRun(): { timeline: Timeline; rows: Float64Array[] } {
  const timeline = new Timeline(describeSmallLamprey(), { seed: 1 }, 0.05);
  const rows: Float64Array[] = [];
  const observe = (): void => {
    const row = new Float64Array(timeline.simulation.signalLength);
    timeline.simulation.writeSignals(row);
    rows.push(row);
  };
  observe();
  for (let step = 1; step <= 40; step++) {
    timeline.step();
    if (step === 25) timeline.setParameter('brainstem.left', 0.3);
    observe();
  }
  return { timeline, rows };
}

describe('writeExport', () => {
  it('writes the signals of the run to the last bit, changes and all, and beyond its end', () => {
    const { timeline, rows } = createRun();
    const { dt, signals } = timeline.simulation.system;
    const result = writeExport(
      timeline.createScript(10),
      { format: 'csv', from: 10 * dt, to: 45 * dt, every: 1 },
      () => undefined,
    );
    if ('refused' in result) throw new Error(result.refused);
    const lines = (result.content as string).trimEnd().split('\r\n');
    expect(lines.length).toBe(1 + 36);
    expect(lines[0]!.split(',').length).toBe(1 + signals.reduce((sum, { size }) => sum + size, 0));
    for (const step of [10, 24, 25, 26, 40]) {
      const cells = lines[1 + step - 10]!.split(',').map(Number);
      expect(cells[0]).toBeCloseTo(step * dt, 12);
      expect(cells.slice(1), `step ${step}`).toEqual([...rows[step]!]);
    }
  });

  it('says of a format that is not for the animal why not, and of an empty range too', () => {
    const { timeline } = createRun();
    const script = timeline.createScript(0);
    const write = (format: string, to: number) =>
      writeExport(script, { format, from: 0.1, to, every: 1 }, () => undefined);
    expect(write('wcon', 0.2)).toEqual({ refused: expect.stringContaining('WCON is for worms') as string });
    expect(write('gltf', 0.05)).toEqual({ refused: expect.stringContaining('no step in this range') as string });
    expect(write('gltf', 0.2)).toHaveProperty('content');
  });
});

describe('writeExport of a scene that changes', () => {
  it('has the food that was put into it on the way', () => {
    const timeline = new Timeline(replaceValue(describeAnimal('centipede'), 'body.segments', 4), { seed: 1 });
    for (let i = 0; i < 10; i++) timeline.step();
    timeline.setParameter('scene.foods', [{ x: 0.3, y: 0 }]);
    for (let i = 0; i < 10; i++) timeline.step();
    const { dt } = timeline.simulation.system;
    const range = { from: 0, to: 20 * dt, every: 1 };
    const file = writeExport(timeline.createScript(0), { format: 'gltf', ...range }, () => undefined);
    if ('refused' in file) throw new Error(file.refused);
    const bytes = file.content as Uint8Array;
    const json = new TextDecoder().decode(bytes.subarray(20, 20 + new DataView(bytes.buffer).getUint32(12, true)));
    const { nodes } = JSON.parse(json) as { nodes: { name?: string; translation?: number[] }[] };
    // Out of sight at first.
    expect(nodes.find(({ name }) => name === 'food 1')?.translation?.[2]).toBe(-10);
    expect(writeExport(timeline.createScript(0), { format: 'csv', ...range }, () => undefined)).toHaveProperty(
      'content',
    );
  });
});

describe('FilmReplay', () => {
  it('shows moments of equal distance: steps exactly, and what lies between blended', () => {
    const { timeline } = createRun();
    const { dt } = timeline.simulation.system;
    const film = new FilmReplay(timeline.createScript(0), 0, 1 / (2.5 * dt));
    const pictures = Array.from({ length: 9 }, () => film.createNext());
    pictures.forEach(({ time, frame }, k) => {
      expect(time).toBeCloseTo(2.5 * k * dt, 12);
      expect(frame[0]).toBeCloseTo(time, 6);
    });
    timeline.seek(10);
    const exact = new Float32Array(timeline.simulation.frameLength);
    timeline.simulation.writeFrame(exact);
    expect(pictures[4]!.frame.slice(1)).toEqual(exact.slice(1));
    expect(pictures.filter(({ scene }) => scene !== undefined).length).toBe(1);
  });

  it('hands out the path from the first picture on, one place every so often', () => {
    const { timeline, rows } = createRun();
    const { dt } = timeline.simulation.system;
    const stride = Math.ceil(trailGap / dt - 1e-9);
    const film = new FilmReplay(timeline.createScript(0), 3.5 * stride * dt, 1 / (stride * dt));
    const pictures = [film.createNext(), film.createNext()];
    expect(pictures.map(({ trail }) => trail.length)).toEqual([2, 2]);
    expect(pictures[0]!.trail).toEqual([...rows[3 * stride]!.subarray(0, 2)]);
  });

  it('hands out a track from the beginning of the run, because it lies there already', () => {
    const desc = applySettings(describeAnimal('worm'), ['mesh.sections=26']);
    const timeline = new Timeline(desc, { seed: 1 }, 0.05);
    const { dt, frame } = timeline.simulation.system;
    const stride = Math.ceil(trailGap / dt - 1e-9);
    const film = new FilmReplay(timeline.createScript(0), 2 * stride * dt, 1 / dt);
    const { trail } = film.createNext();
    expect(frame.track?.element).toBeGreaterThan(10);
    expect(trail.length).toBe(6);
    // Behind the centre of mass, toward the tail.
    expect(trail[0]!).toBeLessThan(-1e-4);
  });

  it('tells of another scene when parameters change it', () => {
    const timeline = new Timeline(describeSmallLamprey(), { seed: 1 }, 0.05);
    for (let i = 0; i < 5; i++) timeline.step();
    timeline.setParameter('medium.density', 900);
    for (let i = 0; i < 5; i++) timeline.step();
    const { dt } = timeline.simulation.system;
    const film = new FilmReplay(timeline.createScript(0), 0, 1 / dt);
    const told = Array.from({ length: 10 }, () => film.createNext().scene !== undefined);
    expect(told.indexOf(true, 1)).toBe(5);
  });
});
