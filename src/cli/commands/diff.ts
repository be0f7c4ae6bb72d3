/** `bestiary diff`: where two recorded runs part, to the step, array and element. */
import { diffStates, type Difference } from '../../engine/contract/state.ts';
import { iterateSnapshots, RecordingError, type RecordingInfo } from '../../engine/record/decode.ts';
import { Simulation } from '../../engine/sim/simulation.ts';
import { FileError } from '../../node/file-error.ts';
import { withRecording } from '../../node/kept-state.ts';
import type { FileSource } from '../../node/recording-file.ts';
import type { Command, Context } from '../command/command.ts';
import { CommandError, exitCodes } from '../command/command-error.ts';
import { formatNumber } from '../output/layout.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'Where two recorded runs part: the first step, array and element that differ.',
  usage: 'diff A B',
  positionals: [
    { name: 'A', about: 'The folder of a run, or its recording.' },
    { name: 'B', about: 'Another run of the same animal.' },
  ],
  options: [],
  examples: () => [
    { line: 'bestiary diff monday tuesday', does: 'exit code 0 when they are the same, 1 when not' },
    { line: 'bestiary diff monday tuesday --json', does: 'step, time, array, index, element and both values' },
  ],
  run: (context, args) => Promise.resolve(diff(context, args.positionals[0]!, args.positionals[1]!)),
};

interface Parting {
  /** The last step at which both were the same; −1 when they were so from the start. */
  readonly sameUntil: number;
  readonly step: number;
  readonly time: number;
  /** How exactly the step is known: the runs were run again, or only kept states were compared. */
  readonly exact: boolean;
  readonly first: Difference;
}

function diff(context: Context, a: string, b: string): number {
  try {
    return withRecording(a, (sourceA, infoA) =>
      withRecording(b, (sourceB, infoB) =>
        report(context, findParting([sourceA, infoA], [sourceB, infoB]), infoA, infoB),
      ),
    );
  } catch (error) {
    if (!(error instanceof RecordingError || error instanceof FileError)) throw error;
    throw new CommandError('bad-input', `Cannot compare ${a} and ${b}: ${error.message}`, { cause: error });
  }
}

type Run = readonly [source: FileSource, info: RecordingInfo];

function findParting([sourceA, infoA]: Run, [sourceB, infoB]: Run): Parting | undefined {
  const open = ({ header }: RecordingInfo): Simulation => new Simulation(header.desc, { seed: header.seed });
  const [simulationA, simulationB] = [open(infoA), open(infoB)];
  const shape = ({ state }: Simulation): string =>
    JSON.stringify(state.specs.map(({ name, type, length }) => [name, type, length]));
  if (shape(simulationA) !== shape(simulationB) || infoA.header.dt !== infoB.header.dt)
    throw new CommandError(
      'bad-input',
      `The runs are of animals that cannot be compared: ${infoA.header.desc.animal} and ${infoB.header.desc.animal} have other arrays or steps.`,
    );
  const kept = new Map([...iterateSnapshots(sourceB)].map(({ step, snapshot }) => [step, snapshot]));
  const start = diffStates(simulationA.state, simulationB.state, 1)[0];
  if (start !== undefined && isFromStart(infoA) && isFromStart(infoB))
    return { sameUntil: -1, step: 0, time: 0, exact: true, first: start };
  let sameUntil = 0;
  let last: Uint8Array | undefined;
  for (const { step, snapshot } of iterateSnapshots(sourceA)) {
    const other = kept.get(step);
    if (other === undefined) continue;
    simulationA.restore(snapshot);
    simulationB.restore(other);
    const [first] = diffStates(simulationA.state, simulationB.state, 1);
    if (first === undefined) {
      sameUntil = step;
      last = snapshot;
      continue;
    }
    const [againA, againB] = [open(infoA), open(infoB)];
    if (last !== undefined) for (const again of [againA, againB]) again.restore(last);
    const exact = runUntilParted(againA, againB, step);
    return exact ?? { sameUntil, step, time: simulationA.time, exact: false, first };
  }
  return undefined;
}

function isFromStart({ firstTime }: RecordingInfo): boolean {
  return firstTime === 0;
}

/** Both from where they were the same; undefined when they do not part again before `limit`, as with another version. */
function runUntilParted(a: Simulation, b: Simulation, limit: number): Parting | undefined {
  while (a.stepCount < limit) {
    a.step();
    b.step();
    const [first] = diffStates(a.state, b.state, 1);
    if (first !== undefined) return { sameUntil: a.stepCount - 1, step: a.stepCount, time: a.time, exact: true, first };
  }
  return undefined;
}

function report(context: Context, parting: Parting | undefined, a: RecordingInfo, b: RecordingInfo): number {
  const steps = Math.min(...[a, b].map(({ lastTime, header }) => Math.round(lastTime / header.dt)));
  const { first, ...rest } = parting ?? {};
  if (context.json)
    context.out.write(`${JSON.stringify({ equal: parting === undefined, steps, ...rest, ...first })}\n`);
  else context.out.write(`${formatParting(parting, steps)}\n`);
  return parting === undefined ? exitCodes.done : exitCodes.failed;
}

function formatParting(parting: Parting | undefined, steps: number): string {
  if (parting === undefined) return `The same in all ${steps} steps that both have.`;
  const { step, time, exact, first, sameUntil } = parting;
  const since = exact
    ? ''
    : `, somewhere after step ${sameUntil}: recomputing these runs does not give what was recorded`;
  return `They part at step ${step} (${formatNumber(time)} s)${since}: ${first.element} (array ${first.array}, index ${first.index}) is ${first.a} in the first and ${first.b} in the second.`;
}
