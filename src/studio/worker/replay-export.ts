/** A stretch of a run, computed again to the last bit, in one of the formats that the command line writes. */
import { codeVersion, learningVersion } from '../../code-version.ts';
import type { FrameLayout } from '../../engine/contract/frame.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import { createRecordingHeader } from '../../engine/record/encode.ts';
import type { RecordedFrame } from '../../engine/record/format.ts';
import { Replay, type RunScript } from '../../engine/sim/replay.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';
import { createFrameMapping } from '../../exports/frames/map-frames.ts';
import { type ExportedFile, exportFormats } from '../../exports/registry.ts';
import type { ExportRequest } from '../data/protocol.ts';

/** Milliseconds between two reports of progress. */
const reportInterval = 100;

/** Thrown where the run cannot be one file: the end of a sentence that begins with the run. */
class RangeRefusal extends Error {}

export function writeExport(
  script: RunScript,
  request: ExportRequest,
  onProgress: (share: number) => void,
  makePilot?: PilotMaker,
): ExportedFile | { readonly refused: string } {
  const format = exportFormats.find(({ name }) => name === request.format);
  if (format === undefined) return { refused: `cannot be written as ${request.format}: no such format.` };
  const replay = new Replay(script, makePilot);
  const { dt } = replay.simulation.system;
  const first = Math.max(0, Math.ceil(request.from / dt - 1e-6));
  const last = Math.floor(request.to / dt + 1e-6);
  if (last < first) return { refused: 'has no step in this range of time. Let it end later than it begins.' };
  while (replay.simulation.stepCount < first) replay.step();
  const { every, signals } = request;
  const layout = findLastLayout(replay.simulation, script, last);
  const program = `bestiary ${makePilot === undefined ? codeVersion : learningVersion}`;
  const header = { ...createRecordingHeader(replay.simulation, every, program), layout };
  try {
    const frames = replayFrames(replay, { last, every, layout }, onProgress);
    return format.create({ header, frames, every: 1, ...(signals === undefined ? {} : { signals }) });
  } catch (error) {
    if (error instanceof RangeRefusal) return { refused: error.message };
    throw error;
  }
}

/** Of the scene as it is at the end: what was put into it on the way is then in the file. */
function findLastLayout({ system, stepCount }: Simulation, { changes }: RunScript, last: number): FrameLayout {
  const desc = changes.findLast(
    (change) => change.step > stepCount && change.step <= last && change.desc !== undefined,
  )?.desc;
  return desc === undefined ? system.frame : getFamily(desc).solver.compile(desc).frame;
}

interface Wanted {
  readonly last: number;
  readonly every: number;
  readonly layout: FrameLayout;
}

function* replayFrames(
  replay: Replay,
  { last, every, layout }: Wanted,
  onProgress: (share: number) => void,
): Generator<RecordedFrame> {
  const first = replay.simulation.stepCount;
  const names = listSignals(replay.simulation);
  let before: Simulation | undefined;
  let map: ReturnType<typeof createFrameMapping>;
  let reported = performance.now();
  for (;;) {
    const { simulation } = replay;
    if (simulation !== before) {
      map = createFrameMapping(simulation.system.frame, layout);
      if (map === undefined || listSignals(simulation) !== names)
        throw new RangeRefusal(
          `has another scene from ${simulation.time.toFixed(2)} s on, and a file holds one. Choose a range before or after it.`,
        );
    }
    before = simulation;
    if ((simulation.stepCount - first) % every === 0) {
      const frame = record(simulation);
      yield { ...frame, frame: map!(frame.frame) };
    }
    if (simulation.stepCount >= last) return;
    replay.step();
    if (performance.now() - reported < reportInterval) continue;
    reported = performance.now();
    onProgress((simulation.stepCount - first) / (last - first));
  }
}

/** What must not change within a file. */
function listSignals({ system }: Simulation): string {
  return system.signals.map(({ name, size }) => `${name} ${size}`).join();
}

function record(simulation: Simulation): RecordedFrame {
  const frame = new Float32Array(simulation.frameLength);
  const signals = new Float64Array(simulation.signalLength);
  simulation.writeFrame(frame);
  simulation.writeSignals(signals);
  return { step: simulation.stepCount, time: simulation.time, frame, signals };
}
