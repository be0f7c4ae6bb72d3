import { expect, it } from 'vitest';
import { RecordingEncoder, createRecordingHeader } from '../../engine/record/encode.ts';
import type { PilotPlan } from '../../engine/sim/pilot-slot.ts';
import { createSmallLamprey } from '../../testing/small-lamprey.ts';
import { readRecording } from './read-recording.ts';

function record(pilot?: PilotPlan): Uint8Array {
  const simulation = createSmallLamprey(0);
  const encoder = new RecordingEncoder(createRecordingHeader(simulation, 1, 'test', pilot));
  const pieces = [encoder.start(), encoder.frame(simulation)];
  for (let i = 0; i < 5; i++) {
    simulation.step();
    pieces.push(encoder.frame(simulation));
  }
  const end = { status: 'complete', steps: 5, seconds: simulation.time, hash: simulation.hash(), metrics: {} } as const;
  return Uint8Array.from([...pieces, encoder.end(end)].flatMap((piece) => [...piece]));
}

it('reads the run of a recording with the hash of its end', () => {
  expect(readRecording(record())).toMatchObject({
    animal: 'lamprey',
    seed: 1,
    step: 5,
    hash: createSmallLamprey(5).hash(),
  });
});

it('reads who steered the run', () => {
  expect(readRecording(record()).edits).toEqual([]);
  const pilot = { name: 'law', settings: [] };
  expect(readRecording(record(pilot)).edits).toEqual([{ step: 0, path: '(pilot)', value: pilot }]);
});

it('refuses other files and damaged ones in words', () => {
  expect(() => readRecording(new Uint8Array(100))).toThrow('not a Bestiary recording');
  const bytes = record();
  bytes[bytes.length - 200]! ^= 1;
  expect(() => readRecording(bytes)).toThrow('damaged at byte');
});
