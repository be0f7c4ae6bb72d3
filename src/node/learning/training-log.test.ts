import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LearnError } from '../../learn/learn-error.ts';
import { createTrainingFolder, type TrainingFolder } from './training-folder.ts';
import { readTrainingLog } from './training-log.ts';

let files: TrainingFolder;

beforeEach(() => {
  files = createTrainingFolder(mkdtempSync(path.join(tmpdir(), 'bestiary-log-')));
});

afterEach(() => rmSync(files.folder, { recursive: true }));

describe('the log of a stranger’s training', () => {
  const whole = { step: 8, seconds: 0.5, 'charts/reward': null };

  it.each(['{"step":9,"seconds":1,"x":"<b>"}', '{"step":9,"seconds":[]}', '{"step":9}', '[]', 'null', '{"st'])(
    'ends before the line %s',
    (line) => {
      writeFileSync(files.jsonl, `${JSON.stringify(whole)}\n${line}\n${JSON.stringify(whole)}\n`);
      expect(readTrainingLog(files)).toEqual([whole]);
    },
  );

  it('is refused where it is larger than any training writes', () => {
    writeFileSync(files.jsonl, '');
    truncateSync(files.jsonl, (1 << 28) + 1);
    expect(() => readTrainingLog(files)).toThrow(LearnError);
  });
});
