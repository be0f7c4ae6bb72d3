/** A training or a policy as files for the command line, and from it: one .zip of a training's folder, or its files by themselves. */
import { askForPlan, askLearner } from './learner.ts';
import { type Best, defaultTask, type PlanRequest, type CurvePoint } from './messages.ts';
import type { TrainingRecord } from './store.ts';
import { createZip, readZip, type ZipEntry } from './zip.ts';

/** As `bestiary train` names them; the page does not load what learns. */
const names = {
  description: 'training.json',
  checkpoint: 'checkpoint.bin',
  policy: 'policy.json',
  onnx: 'policy.onnx',
  log: 'log.jsonl',
} as const;

/** Most bytes of each, chosen: several times what the largest training has. */
const limits: ReadonlyMap<string, number> = new Map([
  [names.description, 1 << 25],
  [names.checkpoint, 1 << 27],
  [names.policy, 1 << 22],
  [names.onnx, 1 << 22],
  [names.log, 1 << 26],
]);
/** A policy under another name. */
const maxOtherBytes = 1 << 22;
const maxZipBytes = 1 << 28;

/** Endings of files that are understood here. */
export const learnEndings = ['.zip', '.json', '.onnx', '.bin', '.jsonl'] as const;

/** The folder of the training, packed. `bestiary train ANIMAL --out FOLDER --resume` continues it. */
export async function createTrainingZip({ description, checkpoint, best, curve }: TrainingRecord): Promise<Uint8Array> {
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);
  const { seconds = 0, cpuSeconds = 0, updates = 0, transitions = 0, episodes = 0 } = curve.at(-1) ?? {};
  const outcome = { updates, transitions, episodes, seconds, cpuSeconds };
  const entries: (ZipEntry | undefined)[] = [
    description && {
      name: names.description,
      bytes: text(`${JSON.stringify({ ...description, status: 'interrupted', outcome }, null, 2)}\n`),
    },
    checkpoint && { name: names.checkpoint, bytes: checkpoint },
    best && { name: names.policy, bytes: text(best.policy) },
    best && { name: names.onnx, bytes: await askLearner((remote) => remote.createOnnx(best.policy)) },
  ];
  return createZip(entries.filter((entry) => entry !== undefined));
}

/** The animal that files are opened for: what they call it, and what it is. */
type Taker = Pick<PlanRequest, 'name' | 'animal' | 'settings' | 'desc'>;

/** What files hold: a training, or a policy. Rejects with a sentence for anything else. */
export async function readTrainingFiles(files: readonly File[], taker: Taker): Promise<TrainingRecord> {
  const found = new Map<string, Uint8Array>();
  for (const file of files) {
    const isZip = file.name.toLowerCase().endsWith('.zip');
    const limit = isZip ? maxZipBytes : (limits.get(file.name) ?? maxOtherBytes);
    if (file.size > limit) throw new Error(`${file.name} has ${file.size} bytes: at most ${limit} are read.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const entries = isZip ? readZip(bytes, limits) : [{ name: file.name, bytes }];
    for (const entry of entries) found.set(entry.name, entry.bytes);
  }
  const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
  const description = found.get(names.description);
  const checkpoint = found.get(names.checkpoint);
  if (description === undefined) return readPolicy(found, taker);
  if (checkpoint === undefined)
    throw new Error(
      `${names.description} came without ${names.checkpoint}: choose or drop both, or the folder as .zip.`,
    );
  const read = await askLearner((remote) => remote.check(text(description), checkpoint));
  const { subject, trainer } = read;
  const whose = subject.kind === 'animal' ? subject.desc.animal : `toy:${subject.name}`;
  expectSameAnimal(whose, taker.name);
  const policy = found.get(names.policy);
  return {
    ...createRecord(taker.name, `${trainer} from a file`),
    task: subject.kind === 'animal' ? subject.task : 'toy',
    kept: false,
    description: read,
    checkpoint,
    // Better than nothing, and the first update that is better takes its place.
    ...(policy === undefined ? {} : { best: toBest(text(policy)) }),
    curve: parseTrainingLog(text(found.get(names.log))),
  };
}

async function readPolicy(found: ReadonlyMap<string, Uint8Array>, taker: Taker): Promise<TrainingRecord> {
  const [name, bytes] = [...found].find(([file]) => /\.(?:json|onnx)$/iu.test(file)) ?? [];
  if (name === undefined || bytes === undefined)
    throw new Error(`No policy and no ${names.description} is among ${[...found.keys()].join(', ') || 'no files'}.`);
  const isOnnx = name.toLowerCase().endsWith('.onnx');
  const source = isOnnx
    ? ({ kind: 'onnx', bytes } as const)
    : ({ kind: 'text', text: new TextDecoder().decode(bytes) } as const);
  const plan = await askForPlan({ ...taker, name, task: defaultTask, source });
  return { ...createRecord(taker.name, name), task: plan.spec.task, kept: true, best: toBest(plan.policy) };
}

function createRecord(animal: string, name: string) {
  const id = crypto.randomUUID();
  return { id, animal, name, running: false, changedAt: Date.now(), curve: [] };
}

function toBest(policy: string): Best {
  return { policy, updates: 0, reward: -Infinity };
}

function expectSameAnimal(got: string, animal: string): void {
  if (got !== animal)
    throw new Error(`This is a training of "${got}", and here it is "${animal}": open that animal for it.`);
}

/** The curves of a training that was made elsewhere, from the log of `bestiary train`. Invalid lines are skipped: they are only displayed. */
function parseTrainingLog(text: string): CurvePoint[] {
  const points: CurvePoint[] = [];
  for (const line of text.split('\n')) {
    let record: Record<string, unknown>;
    try {
      record = JSON.parse(line) as Record<string, unknown>;
    } catch {
      continue;
    }
    const read = (name: string): number | undefined => {
      const value = record[name];
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    };
    const [gain, angle] = [read('charts/episodic_return'), read('charts/meanAngle')];
    points.push({
      updates: points.length + 1,
      transitions: read('step') ?? 0,
      episodes: 0,
      cpuSeconds: read('charts/cpu_seconds') ?? 0,
      seconds: read('seconds') ?? 0,
      ...(gain === undefined ? {} : { return: gain }),
      ...(angle === undefined ? {} : { angle }),
    });
  }
  return points;
}
