/** Creature files, files of runs and recordings that were dropped on a page or chosen from a disk. */
import { describeError } from '../data/describe-error.ts';
import { isKeptRunsDocument, type KeptRun, parseKeptRuns } from '../../engine/record/kept-run.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { cards } from '../data/cards.ts';
import { loadPath } from '../data/protocol.ts';
import { readRecording } from '../export/replay-worker.ts';
import { setPending } from '../session/opening.ts';
import type { Opening } from '../session/opening-data.ts';
import { useStudio } from '../session/store.ts';
import type { StudioController } from '../session/studio-controller.ts';
import { createSingle, openRuns } from '../session/kept/read-kept.ts';

export async function takeRunFile(controller: StudioController | undefined, file: File): Promise<void> {
  if (/\.(?:onnx|zip)$/iu.test(file.name)) {
    await takePolicy(controller, file);
    return;
  }
  if (/\.bst$/iu.test(file.name)) {
    await openRecording(controller, file);
    return;
  }
  let document: unknown;
  try {
    document = JSON.parse(await file.text());
  } catch (error) {
    say(`${file.name} is not JSON (${describeError(error)}).`);
    return;
  }
  try {
    if (isKeptRunsDocument(document))
      open(controller, { ...openRuns(parseKeptRuns(document), false), said: `${file.name} opened.` });
    else if ((document as { format?: unknown } | null)?.format === 'bestiary-policy')
      await takePolicy(controller, file);
    else if (controller === undefined) openCreature(file.name, document);
    else loadCreature(controller, file.name, document);
  } catch (error) {
    say(`${file.name} is not opened. ${describeError(error)}`);
  }
}

/** A recording of the command line: its run is recomputed, and compared with the hash of its end. */
async function openRecording(controller: StudioController | undefined, file: File): Promise<void> {
  try {
    const run = await readRecording(file);
    open(controller, { ...openRuns(createSingle(run), false), said: `${file.name} opened: its run is recomputed.` });
  } catch (error) {
    say(`${file.name} is not opened. ${describeError(error)}`);
  }
}

/** What learned to drive the animal takes the wheel. */
async function takePolicy(controller: StudioController | undefined, file: File): Promise<void> {
  if (controller === undefined) {
    say(`${file.name} is a policy: drop it on the page of the animal that it drives.`);
    return;
  }
  const { driveWithFiles } = await import('../learn/training/drive.ts');
  await driveWithFiles(controller, [file]);
}

/** In place of what is open, or on a page of its own. */
function open(controller: StudioController | undefined, opening: Opening): void {
  if (controller !== undefined) {
    controller.open(opening);
    return;
  }
  setPending(opening);
  location.hash = `#/${opening.animal}`;
}

/** A creature file where no animal is open: on the page of the animal that it says it is, or of one of its family. */
function openCreature(name: string, document: unknown): void {
  const file = (document ?? {}) as Readonly<Record<string, unknown>>;
  const [body, controller] = [readKind(file['body']), readKind(file['controller'])];
  const animal = (
    cards.find((card) => card.name === file['animal']) ??
    cards.find((card) => card.body === body && card.controller === controller)
  )?.name;
  if (animal === undefined) throw new Error('It is neither a creature file nor a file of runs.');
  const run: KeptRun = {
    animal,
    settings: [],
    creature: file,
    seed: 1,
    edits: [],
    step: 0,
  };
  open(undefined, { ...openRuns(createSingle(run), true), said: `${name} opened.` });
}

function readKind(group: unknown): unknown {
  return (group as { readonly kind?: unknown } | null | undefined)?.kind;
}

/** A creature file on the page of an animal replaces it. */
function loadCreature(controller: StudioController, name: string, document: unknown): void {
  const stop = controller.watchSets((path, problems) => {
    if (path !== loadPath) return;
    stop();
    say(problems.length === 0 ? `${name} opened.` : `${name} is not opened. ${problems.map(format).join(' ')}`);
  });
  controller.load(document);
}

function format({ path, got, hint }: Problem): string {
  return `${path}: ${got}. ${hint}`;
}

function say(notice: string): void {
  useStudio.setState({ notice });
}
