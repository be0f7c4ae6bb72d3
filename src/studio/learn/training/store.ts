/** Trainings and policies that the browser keeps (IndexedDB): each with everything that a reload or the command line needs to resume. */
import { findFreeName } from '../../../engine/model/free-name.ts';
import { shippedKinds } from '../../../learn/policies/shipped-kinds.ts';
import type { TrainingDescription } from '../../../learn/subjects/training-files.ts';
import type { Best, CurvePoint } from './messages.ts';

export interface TrainingRecord {
  readonly id: string;
  readonly animal: string;
  readonly name: string;
  readonly task: string;
  /** Stays in the list; otherwise it is the open one. */
  readonly kept: boolean;
  /** It was running when it was last written. */
  readonly running: boolean;
  readonly changedAt: number;
  /** Left out by a policy that came as a file. */
  readonly description?: TrainingDescription;
  readonly checkpoint?: Uint8Array;
  readonly best?: Best;
  readonly curve: readonly CurvePoint[];
}

const databaseName = 'bestiary.learn';
const storeName = 'trainings';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(storeName, { keyPath: 'id' });
    };
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The storage of the browser cannot be opened.'));
    };
  });
}

async function transact<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(storeName, mode, { durability: 'relaxed' });
      const request = act(transaction.objectStore(storeName));
      // What is written counts when all of it is.
      transaction.oncomplete = () => {
        resolve(request.result);
      };
      transaction.onabort = transaction.onerror = () => {
        reject(transaction.error ?? request.error ?? new Error('The storage of the browser refused.'));
      };
    });
  } finally {
    database.close();
  }
}

export async function saveTraining(record: TrainingRecord): Promise<void> {
  await transact('readwrite', (store) => store.put(record));
}

export async function removeTraining(id: string): Promise<void> {
  await transact('readwrite', (store) => store.delete(id));
}

export async function loadTraining(id: string): Promise<TrainingRecord | undefined> {
  const record = (await transact('readonly', (store) => store.get(id))) as TrainingRecord | undefined;
  return record === undefined ? undefined : renameCurve(record);
}

/** Of one animal, the newest first. Nothing where the browser keeps nothing. */
export async function listTrainings(animal: string): Promise<readonly TrainingRecord[]> {
  try {
    const all = (await transact('readonly', (store) => store.getAll())) as TrainingRecord[];
    return all
      .filter((record) => record.animal === animal)
      .map(renameCurve)
      .sort((a, b) => b.changedAt - a.changedAt);
  } catch {
    return [];
  }
}

/** Records of before said `tuples` for `transitions`. */
function renameCurve(record: TrainingRecord): TrainingRecord {
  const rename = (point: CurvePoint & { readonly tuples?: number }): CurvePoint =>
    point.tuples === undefined ? point : { ...point, transitions: point.tuples };
  return { ...record, curve: record.curve.map(rename) };
}

/** Names that the choice of policies has for every animal. */
const everyAnimals = ['none', ...shippedKinds];

/** The record under a name that no other of its animal has: policies are chosen by their names. */
export async function giveFreeName(record: TrainingRecord): Promise<TrainingRecord> {
  const others = (await listTrainings(record.animal)).filter(({ id }) => id !== record.id);
  return { ...record, name: findFreeName(record.name, new Set([...everyAnimals, ...others.map(({ name }) => name)])) };
}
