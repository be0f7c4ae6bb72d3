/** `bestiary render`: a film or frames of an animal, or of a recorded run, drawn by the studio's own page without a screen. */
import { existsSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { inspectRecording, RecordingError } from '../../engine/record/decode.ts';
import type { RecordingHeader, RecordedFrame } from '../../engine/record/format.ts';
import { getFamily } from '../../engine/families/descriptions.ts';
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { maxFileCharacters, parseJson } from '../../engine/model/json-text.ts';
import { ModelError, type Problem } from '../../engine/model/problem.ts';
import { createChanges } from '../../engine/sim/edits.ts';
import { pilotPath } from '../../engine/sim/edit-paths.ts';
import { type Change, Replay, type RunScript } from '../../engine/sim/replay.ts';
import { renderFilm, RenderError, type RenderRequest } from '../../node/film/render-film.ts';
import { watchInterrupts } from '../../node/interrupts.ts';
import { createRunFolder, listFolder } from '../../node/run-folder.ts';
import { readTextFile } from '../../node/text-file.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { creaturePositional, setOption } from '../input/animal-input.ts';
import { loadCreature } from '../input/creature.ts';
import { readKeptInput } from '../input/kept-input.ts';
import { openRun } from '../input/recorded-run.ts';
import { expectNewFile, forceOption } from '../output/new-file.ts';
import { Progress } from '../output/progress.ts';
import { getSample } from '../output/sample.ts';
import { findStudioFolder } from '../input/studio-folder.ts';
import { readChoice } from '../learning/environment-options.ts';
import { createPolicyPilot } from '../../learn/policies/policy-plan.ts';
import { createCsv } from '../../exports/csv.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { writeResult } from '../output/layout.ts';

const defaultSeconds = 5;
const longestSeconds = 3600;
const largestSide = 8192;

export const renderCommand: Command = {
  name: 'render',
  summary: 'Draw a film, or frames, of an animal, of a recorded run or of a link of the studio.',
  usage:
    'render ANIMAL|FILE|DIR|LINK --out film.mp4|film.webm|FOLDER [--seconds S] [--fps N] [--size WxH] [--camera NAME] [--scale-bar] [--quality NAME] [--frames FOLDER] [--log FILE.csv] [--force] [--set PATH=VALUE]…',
  positionals: [
    {
      name: 'ANIMAL|FILE|DIR|LINK',
      about: `${creaturePositional.about} Or the folder of a run, as written by run --out; or a link that the studio has copied, in quotes, or its file of runs.`,
    },
  ],
  options: [
    { name: 'out', value: 'FILE|FOLDER', about: 'film.mp4 (H.264), film.webm (VP9), or a folder for PNG frames.' },
    {
      name: 'seconds',
      value: 'S',
      about: `Simulated time to film (default ${defaultSeconds}; of a recorded run or a link, all of it).`,
    },
    { name: 'from', value: 'S', about: 'Simulated time at which the film begins (default 0).' },
    { name: 'fps', value: 'N', about: 'Pictures per simulated second (default 30).' },
    { name: 'size', value: 'WxH', about: 'Pixels (default 1280x720).' },
    {
      name: 'quality',
      value: 'draft|normal|best',
      about:
        'draft: half as many pixels along a side, edges not smoothed; for machines without a graphics card. best: twice as many, drawn and then reduced (default normal).',
    },
    { name: 'camera', value: 'follow|top|orbit', about: 'Where it is seen from (default follow).' },
    { name: 'theme', value: 'dark|light', about: 'Colours around the animal (default dark).' },
    { name: 'scale-bar', about: 'A bar in the corner says how long things are at the animal’s distance.' },
    forceOption,
    { name: 'seed', value: 'N', about: 'Seed of everything random (default 1; for a recorded run, its own).' },
    { name: 'frames', value: 'FOLDER', about: 'Beside a film: its pictures as PNG files.' },
    { name: 'log', value: 'FILE.csv', about: 'Beside a film: the signals of the run at every step.' },
    setOption,
  ],
  examples: () => [
    { line: `bestiary render ${getSample().name} --out film.mp4`, does: 'five seconds, 150 pictures' },
    { line: 'bestiary render mine --out film.webm --camera top', does: 'a recorded run from above' },
    {
      line: `bestiary render ${getSample().name} --out frames/ --seconds 1 --size 1920x1080`,
      does: 'thirty PNG files for a program of your own',
    },
    {
      line: `bestiary render ${getSample().name} --out film.mp4 --frames frames/ --log run.csv`,
      does: 'run, log, pictures and film in one go',
    },
    { line: "bestiary render 'http://localhost:4173/#/…' --out film.mp4", does: 'a run that somebody sent as a link' },
  ],
  run: render,
};

async function render(context: Context, args: Arguments): Promise<number> {
  const target = args.get('out');
  if (target === undefined)
    throw usageError("'render' needs --out: got nothing. Write --out film.mp4, film.webm or a folder.");
  const [frames, log] = [args.get('frames'), args.get('log')];
  expectNew(args, target, frames, log);
  const request = await readRequest(args, target);
  const { desc, count, fps } = request;
  const progress = new Progress(context.progress, desc.animal, count, 'pictures');
  const watch = watchInterrupts();
  try {
    const draw = (to: string, out: RenderRequest['out']) =>
      renderFilm({
        request: { ...request, out },
        target: to,
        studio: findStudioFolder(),
        onProgress: (done) => progress.update(done),
        isInterrupted: () => watch.interrupted,
      });
    const hash = log === undefined ? undefined : writeLog(log, request);
    if (frames !== undefined) await draw(frames, 'frames');
    const { codec, pictures } = await draw(target, request.out);
    progress.finish();
    const folder = request.out === 'frames' ? target : frames;
    if (folder !== undefined) removeOldFrames(folder, pictures);
    const others = [frames, log].filter((file) => file !== undefined);
    const said = `Wrote ${[target, ...others].join(', ')}: ${pictures} pictures at ${fps} per second, ${codec}\n`;
    const found = { fps, codec, folder: frames ?? null, log: log ?? null, hash: hash ?? null };
    writeResult(context, { file: target, frames: pictures, ...found }, said);
    return exitCodes.done;
  } catch (error) {
    progress.finish();
    if (!(error instanceof RenderError)) throw error;
    const exitCode = error.code === 'interrupted' ? exitCodes.interrupted : exitCodes.failed;
    throw new CommandError(error.code, error.message, { exitCode, cause: error });
  } finally {
    watch.stop();
  }
}

const frameName = /^frame-(\d+)\.png$/u;

/** A longer film before this one, replaced by --force, would continue behind its end. */
function removeOldFrames(folder: string, pictures: number): void {
  for (const name of listFolder(folder))
    if (Number(frameName.exec(name)?.[1] ?? -1) >= pictures) rmSync(path.join(folder, name));
}

/** Gives the hash of the state at the end of the film. */
function writeLog(file: string, { desc, seed, changes, from, count, fps }: RenderRequest): string {
  return writeRunLog(file, { desc, seed, step: 0, changes }, from, from + count / fps);
}

/** Nothing is replaced unasked, and that is said before anything is read or drawn. */
function expectNew(args: Arguments, target: string, frames: string | undefined, log: string | undefined): void {
  const isFolder = readOut(target) === 'frames';
  if (frames !== undefined && isFolder)
    throw usageError("Option '--frames' is for a film: --out is a folder of frames already.");
  for (const file of [...(isFolder ? [] : [target]), ...(log === undefined ? [] : [log])]) expectNewFile(args, file);
  const folder = isFolder ? target : frames;
  if (folder !== undefined && !args.has('force') && listFolder(folder).some((name) => frameName.test(name)))
    throw new CommandError(
      'folder-not-empty',
      `The folder ${folder} holds frames already. Choose another, or add --force to replace them.`,
    );
}

async function readRequest(args: Arguments, target: string): Promise<RenderRequest> {
  const out = readOut(target);
  const { desc, seed, changes, length } = await readRun(args);
  const fps = readNumber(args, 'fps', 30, { min: 1, max: 240 });
  const from = readNumber(args, 'from', 0, { min: 0, max: longestSeconds, unit: 's' });
  const seconds = readNumber(args, 'seconds', length, { min: 1e-3, max: longestSeconds, unit: 's' });
  const [width, height] = readSize(args);
  if (out !== 'frames' && (width % 2 === 1 || height % 2 === 1))
    throw usageError(`Option '--size' is ${width}x${height}: films have sides of even numbers of pixels.`);
  return {
    desc,
    seed,
    changes,
    from,
    fps,
    count: Math.max(1, Math.round(seconds * fps)),
    width,
    height,
    camera: readChoice(args, 'camera', ['follow', 'top', 'orbit']) ?? 'follow',
    theme: readChoice(args, 'theme', ['dark', 'light']) ?? 'dark',
    scaleBar: args.has('scale-bar'),
    quality: readChoice(args, 'quality', ['draft', 'normal', 'best']) ?? 'normal',
    out,
  };
}

function readOut(target: string): RenderRequest['out'] {
  const ending = path.extname(target).toLowerCase();
  if (ending === '.mp4' || ending === '.webm') return ending === '.mp4' ? 'mp4' : 'webm';
  if (ending === '' || target.endsWith('/')) return 'frames';
  throw usageError(`Option '--out' is ${target}: write a film (.mp4, .webm) or a folder for frames.`);
}

function readSize(args: Arguments): readonly [width: number, height: number] {
  const text = args.get('size') ?? '1280x720';
  const match = /^(\d+)[x×](\d+)$/u.exec(text);
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  if (width >= 16 && height >= 16 && width <= largestSide && height <= largestSide) return [width, height];
  throw usageError(
    `Option '--size' is out of range: got '${text}'. Write width and height in pixels, as 1280x720; at most ${largestSide}.`,
  );
}

interface Run {
  readonly desc: AnimalDesc;
  readonly seed: number;
  readonly changes: readonly Change[];
  /** Seconds to film by default. */
  readonly length: number;
}

async function readRun(args: Arguments): Promise<Run> {
  const name = args.positionals[0]!;
  if (existsSync(name) && statSync(name).isDirectory()) return readRecordedRun(args, name);
  const kept = await readKeptInput(name);
  if (kept !== undefined) {
    refuseNeedless(args, 'a run that was kept');
    const { desc, seed, changes, step } = kept;
    return {
      desc,
      seed,
      changes,
      length: step === 0 ? defaultSeconds : step * getFamily(desc).solver.compile(desc).dt,
    };
  }
  const limit = Number.MAX_SAFE_INTEGER;
  const seed = readNumber(args, 'seed', 1, { min: -limit, max: limit, whole: true });
  return { desc: loadCreature(name, args.getAll('set')), seed, changes: [], length: defaultSeconds };
}

function refuseNeedless(args: Arguments, what: string): void {
  const needless = ['set', 'seed'].find((option) => args.has(option) || args.getAll(option).length > 0);
  if (needless !== undefined) throw usageError(`Option '--${needless}' has no effect on ${what}. Leave it out.`);
}

/** A recorded run is run again: its description and seed give the same bits. */
function readRecordedRun(args: Arguments, folder: string): Run {
  refuseNeedless(args, 'a recorded run');
  const files = createRunFolder(folder);
  const source = openRun(folder);
  try {
    const { header, firstTime, lastTime } = inspectRecording(source);
    if (firstTime > 1.5 * header.dt)
      throw new CommandError(
        'bad-input',
        `The run in ${folder} continues another one, and only whole runs from time zero can be filmed. Use export --format gltf for it.`,
      );
    if (header.pilot === undefined) expectNoPolicy(folder, files.summary);
    const changes = readPilot(header);
    return { desc: header.desc, seed: header.seed, changes, length: lastTime };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new CommandError('bad-input', `Cannot render ${folder}: ${error.message}`);
  } finally {
    source.close();
  }
}

/** Older recordings do not name their policy; their summary does, and without the policy the run cannot be recomputed. */
function expectNoPolicy(folder: string, summary: string): void {
  if (!existsSync(summary)) return;
  if (typeof readPolicyName(folder, summary) === 'string')
    throw new CommandError(
      'bad-input',
      `The run in ${folder} was steered by a policy that its recording does not hold. Record it again, or use export --format gltf for it.`,
    );
}

function readPolicyName(folder: string, summary: string): unknown {
  try {
    return (parseJson(readTextFile(summary, maxFileCharacters)) as { readonly policy?: unknown } | null)?.policy;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw new CommandError(
      'bad-input',
      `Cannot render ${folder}: its summary.json, which names the policy, is not JSON (${error.problems[0]!.got}). Delete it if there was no policy, or record the run again.`,
    );
  }
}

/** The policy that steered it, as the change that it was. */
function readPilot({ desc, pilot }: RecordingHeader): readonly Change[] {
  if (pilot === undefined) return [];
  const { changes, problems } = createChanges(desc, desc, [{ step: 0, path: pilotPath, value: pilot }]);
  if (problems.length === 0) return changes;
  const [{ got, hint }] = problems as [Problem];
  throw new CommandError('bad-input', `The policy of the run cannot steer this animal: ${got}. ${hint}`);
}

/**
 * All signals from one moment of a run to another (simulated seconds), from the same replay that films are drawn from. Gives the
 * hash of the last state.
 */
function writeRunLog(file: string, script: RunScript, from: number, to: number): string {
  const replay = new Replay(script, createPolicyPilot);
  const { dt } = replay.simulation.system;
  const [first, last] = [Math.ceil(from / dt - 1e-6), Math.floor(to / dt + 1e-6)];
  while (replay.simulation.stepCount < first) replay.step();
  const table = createCsv(replay.simulation.system.signals, undefined, listFrames(replay, last));
  if (table === undefined)
    throw new CommandError('bad-input', `The log ${file} would hold over 20 million numbers. Film a shorter time.`);
  writeFileAtomic(file, table);
  return replay.simulation.hash();
}

function* listFrames(replay: Replay, last: number): Generator<RecordedFrame> {
  const none = new Float32Array(0);
  for (;;) {
    const { simulation } = replay;
    const signals = new Float64Array(simulation.signalLength);
    simulation.writeSignals(signals);
    yield { step: simulation.stepCount, time: simulation.time, frame: none, signals };
    if (simulation.stepCount >= last) return;
    replay.step();
  }
}
