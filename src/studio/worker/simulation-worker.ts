/** The worker: answers commands, runs the animal, sends frames, signals and statuses. */
import { createSharedFrames, SharedFrameWriter, TransferFrameWriter } from '../data/frame-memory.ts';
import { getFamily, parseDesc } from '../../engine/families/descriptions.ts';
import { computeFrameOffsets } from '../../engine/contract/frame.ts';
import {
  type WorkerCommand,
  type CreatureDocument,
  type Failure,
  loadPath,
  pilotPath,
  type WorkerReport,
  type SystemInfo,
} from '../data/protocol.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { RunScript } from '../../engine/sim/replay.ts';
import type { PilotMaker } from '../../engine/sim/pilot-slot.ts';
import { FilmReplay } from './film-replay.ts';
import { openAnimal } from './open-animal.ts';
import type { Runner, RunnerHost } from './runner.ts';

/** The part of a dedicated worker's global object that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: WorkerReport, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<WorkerCommand>) => void) | null;
}

const scope = self as unknown as WorkerScope;
const tickInterval = 4;
/** Commands that only ask. */
const silent = new Set<WorkerCommand['kind']>(['return', 'ping', 'runs', 'script', 'forget']);
/** Milliseconds between statuses while running: the pace of clocks and sliders on the page. */
const statusInterval = 100;

let runner: Runner | undefined;
let writer: SharedFrameWriter | TransferFrameWriter | undefined;
let shareMemory = false;
let visible = true;
let ticking = false;
let lastStatus = 0;

function createWriter(info: SystemInfo): SharedArrayBuffer | undefined {
  const { length } = computeFrameOffsets(info.layout);
  if (shareMemory) {
    const shared = createSharedFrames(length);
    writer = new SharedFrameWriter(shared, length);
    return shared;
  }
  writer = new TransferFrameWriter(length, (buffer) => {
    scope.postMessage({ kind: 'frame', generation: info.generation, buffer }, [buffer]);
  });
  return undefined;
}

const host: RunnerHost = {
  now: () => performance.now(),
  showSystem: (info) => {
    const shared = createWriter(info);
    scope.postMessage({ kind: 'system', info, shared });
  },
  showFrame: (frame, meta) => writer?.write(frame, meta),
  showSignals: (generation, firstStep, rows) => {
    scope.postMessage({ kind: 'signals', generation, firstStep, rows }, [rows.buffer as ArrayBuffer]);
  },
  showFork: (step) => {
    scope.postMessage({ kind: 'forked', step });
  },
  showBranch: (note) => {
    scope.postMessage({ kind: 'branched', note });
  },
  showRemade: (comparison) => {
    scope.postMessage({ kind: 'remade', comparison });
  },
  showFailure: (failure) => {
    scope.postMessage({ kind: 'failed', failure });
  },
  showLife: () => {
    scope.postMessage({ kind: 'pong' });
  },
};

function sendStatus(): void {
  if (runner === undefined) return;
  lastStatus = performance.now();
  scope.postMessage({ kind: 'status', status: runner.getStatus() });
}

function tick(): void {
  ticking = false;
  if (runner?.moving !== true || !visible) return;
  const goesOn = runner.tick();
  // A failure pauses the run; the page wants to know at once.
  if (!goesOn || performance.now() - lastStatus >= statusInterval) sendStatus();
  keepTicking();
}

function keepTicking(): void {
  if (ticking || runner?.moving !== true || !visible) return;
  ticking = true;
  setTimeout(tick, tickInterval);
}

/** Commands that came while a run with somebody at the wheel was being opened. */
let waiting: WorkerCommand[] | undefined;

function open(command: Extract<WorkerCommand, { kind: 'open' }>): void {
  const isDriven = command.runs?.runs.some(({ edits }) => edits.some(({ path }) => path === pilotPath)) === true;
  if (!isDriven) {
    start(command);
    return;
  }
  waiting = [];
  void openDriven(command)
    .catch((error: unknown) => {
      host.showFailure(toFailure(error));
    })
    .then(() => {
      const late = waiting ?? [];
      waiting = undefined;
      for (const command of late) receive(command);
      sendStatus();
      keepTicking();
    });
}

/** A run with somebody at the wheel: policies that its link only names are looked up first. */
async function openDriven(command: Extract<WorkerCommand, { kind: 'open' }>): Promise<void> {
  const [makePilot, { restoreRuns }] = await Promise.all([loadPilotMaker(), import('./restore-runs.ts')]);
  const { runs, problems } = await restoreRuns(command.animal, command.runs!);
  start({ ...command, runs }, makePilot, problems);
}

function start(
  command: Extract<WorkerCommand, { kind: 'open' }>,
  makePilot?: PilotMaker,
  before: readonly Problem[] = [],
): void {
  shareMemory = command.shareMemory;
  const { animal, settings, seed, runs } = command;
  const opened = openAnimal({ animal, settings, seed, runs }, host, makePilot);
  runner = opened.runner;
  const problems = [...before, ...opened.problems];
  if (problems.length > 0) scope.postMessage({ kind: 'refused', problems });
}

function sendModes(document: CreatureDocument): void {
  const desc = parseDesc(document);
  const solver = getFamily(desc).solver;
  const modes = solver.computeModes?.(solver.compile(desc), (share) => {
    scope.postMessage({ kind: 'progress', share });
  });
  scope.postMessage({ kind: 'modes', modes: modes ?? [] });
}

/** Policies come when one is at the wheel. */
async function loadPilotMaker(): Promise<PilotMaker> {
  return (await import('../../learn/animals/policy-plan.ts')).createPolicyPilot;
}

function findPilotMaker({ pilot, changes }: RunScript): Promise<PilotMaker | undefined> {
  const isDriven = pilot !== undefined || changes.some(({ path }) => path === pilotPath);
  return isDriven ? loadPilotMaker() : Promise.resolve(undefined);
}

async function setPilot(run: Runner, { id, plan }: Extract<WorkerCommand, { kind: 'pilot' }>): Promise<void> {
  const make = await loadPilotMaker();
  scope.postMessage({ kind: 'set-done', id, path: pilotPath, problems: run.setPilot(plan, make) });
  sendStatus();
}

let film: Promise<FilmReplay> | undefined;

async function sendExport(command: Extract<WorkerCommand, { kind: 'export' }>): Promise<void> {
  // Writers of files come when one is asked for.
  const { writeExport } = await import('./replay-export.ts');
  const makePilot = await findPilotMaker(command.script);
  const onProgress = (share: number): void => {
    scope.postMessage({ kind: 'progress', share });
  };
  const result = writeExport(command.script, command.request, onProgress, makePilot);
  scope.postMessage(
    'refused' in result
      ? { kind: 'not-exported', reason: `This run ${result.refused}` }
      : { kind: 'exported', content: result.content, notes: result.notes },
  );
}

async function sendRecording(file: File): Promise<void> {
  const { readRecording } = await import('./read-recording.ts');
  scope.postMessage({ kind: 'recording', run: readRecording(new Uint8Array(await file.arrayBuffer())) });
}

function refuseRecording(error: unknown): void {
  scope.postMessage({ kind: 'not-exported', reason: error instanceof Error ? error.message : String(error) });
}

async function sendMetrics({ script, seconds }: Extract<WorkerCommand, { kind: 'measure' }>): Promise<void> {
  const { measureRun } = await import('./measure-run.ts');
  scope.postMessage({ kind: 'measured', metrics: measureRun(script, seconds, await findPilotMaker(script)) });
}

async function openFilm({ script, from, fps }: Extract<WorkerCommand, { kind: 'film' }>): Promise<FilmReplay> {
  return new FilmReplay(script, from, fps, await findPilotMaker(script));
}

async function sendPicture(): Promise<void> {
  const picture = (await film)?.createNext();
  if (picture === undefined) return;
  scope.postMessage({ kind: 'picture', picture }, [picture.frame.buffer as ArrayBuffer]);
}

/** What is asked of a worker that replays a run of another one; false: it is none of that. */
function replay(command: WorkerCommand): boolean {
  if (command.kind === 'export') void sendExport(command).catch(refuseExport);
  else if (command.kind === 'recording') void sendRecording(command.file).catch(refuseRecording);
  else if (command.kind === 'measure') void sendMetrics(command).catch(refuseExport);
  else if (command.kind === 'film') film = openFilm(command);
  else if (command.kind === 'next-picture') void sendPicture().catch(refuseExport);
  else return false;
  return true;
}

function refuseExport(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  scope.postMessage({ kind: 'not-exported', reason: `The run could not be replayed: ${message}` });
}

function obey(command: WorkerCommand): void {
  if (replay(command)) return;
  if (command.kind === 'open') open(command);
  else if (command.kind === 'modes') sendModes(command.desc);
  else if (command.kind === 'ping') scope.postMessage({ kind: 'pong' });
  else if (command.kind === 'return') {
    if (writer instanceof TransferFrameWriter) writer.returnBuffer(command.buffer);
  } else if (command.kind === 'visible') {
    visible = command.visible;
    runner?.skipTime();
  } else if (runner !== undefined) steer(runner, command as Steering);
}

type Steering = Exclude<
  WorkerCommand,
  {
    kind:
      | 'modes'
      | 'open'
      | 'ping'
      | 'return'
      | 'visible'
      | 'export'
      | 'film'
      | 'next-picture'
      | 'measure'
      | 'recording';
  }
>;

function steer(run: Runner, command: Steering): void {
  switch (command.kind) {
    case 'play':
      run.play();
      break;
    case 'pause':
      run.pause();
      break;
    case 'speed':
      run.setSpeed(command.factor);
      break;
    case 'seek':
      run.seek(command.step);
      scope.postMessage({ kind: 'sought' });
      break;
    case 'move':
      run.move(command.steps);
      break;
    case 'reset':
      run.reset();
      break;
    case 'select':
      run.select(command.branch, command.step);
      break;
    case 'forget':
      run.forget(command.branch);
      break;
    case 'runs':
      scope.postMessage({ kind: 'runs', id: command.id, ...run.listRuns() });
      break;
    case 'set':
      scope.postMessage({
        kind: 'set-done',
        id: command.id,
        path: command.path,
        problems: run.setParameter(command.path, command.value),
      });
      break;
    case 'set-defaults':
      run.setDefaults();
      break;
    case 'load':
      scope.postMessage({ kind: 'set-done', id: command.id, path: loadPath, problems: run.load(command.document) });
      break;
    case 'pilot':
      void setPilot(run, command).catch((error: unknown) => {
        host.showFailure(toFailure(error));
      });
      break;
    case 'script':
      scope.postMessage({ kind: 'script', id: command.id, script: run.createScript(command.from) });
      break;
    case 'import':
      void run.importMesh(command.file, command.use).then((imported) => {
        scope.postMessage({ kind: 'imported', id: command.id, ...imported });
      });
      break;
  }
}

function toFailure(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { message, hint: 'Open it without the settings of its address.', time: 0, step: 0 };
}

function receive(command: WorkerCommand): void {
  if (waiting !== undefined && command.kind !== 'ping') {
    waiting.push(command);
    return;
  }
  try {
    obey(command);
    if (!silent.has(command.kind)) sendStatus();
    keepTicking();
  } catch (error) {
    host.showFailure(toFailure(error));
  }
}

scope.onmessage = (event) => {
  receive(event.data);
};
