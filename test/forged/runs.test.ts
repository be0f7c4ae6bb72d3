/** Results, kept runs and recordings, forged with their right checksums; see learning.test.ts. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeAnimal } from '../../src/animals/registry.ts';
import { ModelError } from '../../src/engine/model/problem.ts';
import {
  createMemorySource,
  inspectRecording,
  iterateFrames,
  iterateSnapshots,
  RecordingError,
} from '../../src/engine/record/decode.ts';
import { createRecordingHeader, RecordingEncoder } from '../../src/engine/record/encode.ts';
import type { RecordingHeader } from '../../src/engine/record/format.ts';
import { formatKeptRuns, KeptRunError, parseKeptRuns } from '../../src/engine/record/kept-run.ts';
import { hashText } from '../../src/experiments/studies/job.ts';
import { parseStudySpec } from '../../src/experiments/studies/spec.ts';
import { countSpecJobs, expandJobs, maxJobs, resolveSweep } from '../../src/experiments/studies/study.ts';
import { createSummaryPage } from '../../src/experiments/studies/summary-page.ts';
import { createSeriesTable, createTable } from '../../src/experiments/studies/table.ts';
import { formatCsv } from '../../src/experiments/tables/table.ts';
import { ResultStore } from '../../src/node/studies/result-store.ts';
import { listRows } from '../../src/node/studies/study-folder.ts';
import { assertForged, expectOwnErrors, forgeDocument, printForged } from '../../src/testing/forge.ts';
import { fc } from '../../src/testing/property.ts';
import { createSmallLamprey } from '../../src/testing/small-lamprey.ts';

describe('a study', () => {
  const spec = { animal: 'lamprey', seconds: 0.1, parameters: { 'brainstem.left': { list: [0.1, 0.2] } } };
  const record = { signals: ['heading'], every: 0.05 };
  const study = resolveSweep(parseStudySpec(JSON.stringify({ ...spec, record })), describeAnimal('lamprey'), 'v');
  const jobs = expandJobs(study);
  const result = {
    ...{
      key: jobs[0]!.key,
      status: 'failed',
      steps: 3,
      seconds: 0.1,
      hash: 'h',
      metrics: { speed: 1, distance: null },
    },
    ...{ reason: { code: 'c', message: 'm' }, series: { time: [0, 0.05], columns: { heading: [0, 1] } } },
  };

  function open(lines: readonly string[]): void {
    const folder = mkdtempSync(path.join(tmpdir(), 'bestiary-forged-'));
    try {
      mkdirSync(path.join(folder, 'results'));
      const signed = lines.map((text) => `${hashText(text).slice(0, 8)} ${text}\n`);
      writeFileSync(path.join(folder, 'results', 'a.jsonl'), signed.join(''));
      const rows = listRows(jobs, new ResultStore(folder));
      formatCsv(createTable(study, rows));
      formatCsv(createSeriesTable(study, rows)!);
      createSummaryPage(study, rows, { jobs: 2, done: rows.length, failed: 0 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('has results that are used as they are or refused', () => {
    open([JSON.stringify(result)]);
    assertForged(forgeDocument(result), (value) => expectOwnErrors([ModelError], () => open([printForged(value)])));
  });

  it.each([
    ['not JSON', /a\.jsonl, line 2: got no JSON/u],
    ['null', /a\.jsonl, line 2: got null/u],
    [JSON.stringify({ ...result, metrics: undefined }), /line 2\.metrics: got nothing/u],
    [JSON.stringify({ ...result, reason: undefined }), /line 2\.reason.*A job that failed has a reason/u],
    [JSON.stringify({ ...result, series: { time: [0], columns: { a: [] } } }), /line 2\.series.*as many numbers/u],
  ])('is refused with the line %s', (line, words) => {
    expect(() => open([JSON.stringify(result), line])).toThrow(words);
  });

  it('is counted before any value is made', () => {
    for (const sampled of [{ sobol: 10_000_000 }, { latin: 10_000_000 }, { steps: 10_000_000 }]) {
      const parameters = { 'brainstem.right': { from: 0, to: 1, ...sampled } };
      const many = parseStudySpec(JSON.stringify({ ...spec, parameters }));
      expect(countSpecJobs(many)).toBe(1e7);
      expectOwnErrors([], () =>
        expect(() => resolveSweep(many, describeAnimal('lamprey'), 'v')).toThrow(`10000000 jobs. At most ${maxJobs}`),
      );
    }
  });
});

describe('a run', () => {
  const branch = { id: 1, from: 0, title: 't', animal: 'lamprey', settings: [['a', 1]], seed: 1, step: 5 } as const;
  const edits = [{ step: 2, path: 'brainstem.left', value: 0.4 }];
  const kept = JSON.parse(
    formatKeptRuns({ current: 1, branches: [{ ...branch, edits, hash: '0123456789abcdef', look: { camera: 'top' } }] }),
  ) as object;

  it('that was kept is used as it is or refused', () => {
    assertForged(forgeDocument(kept), (value) =>
      expectOwnErrors([KeptRunError], () => parseKeptRuns(JSON.parse(printForged(value)))),
    );
  });

  it('that was recorded is used as it is or refused', () => {
    const simulation = createSmallLamprey(6);
    const { layout, ...header } = createRecordingHeader(simulation, 1, 'test');
    const whole = { ...header, layout: { ...layout, surfaces: [] } };
    const snapshot = simulation.snapshot();
    const clock = fc.tuple(fc.nat(1), fc.constantFrom(-1, 0.5, 1e15, NaN, Infinity));
    const changed = fc.tuple(fc.option(forgeDocument(whole)), fc.option(clock));
    assertForged(changed, ([forged, wrong]) => {
      const said = JSON.parse(printForged(forged ?? whole)) as RecordingHeader;
      const encoder = new RecordingEncoder(said);
      const start = encoder.start();
      // Frames are as long as they are, whatever the header says.
      const { signalLength, frameLength } = whole;
      Object.assign(said, { signalLength, frameLength });
      const state = snapshot.slice();
      if (wrong !== null) new Float64Array(state.buffer, 0, 2)[wrong[0]] = wrong[1];
      const pieces = [start, encoder.frame(simulation), encoder.snapshot(6, state)];
      const source = createMemorySource(new Uint8Array(Buffer.concat(pieces)));
      expectOwnErrors([RecordingError], () => {
        const { snapshotSteps } = inspectRecording(source);
        expect(wrong).toBeNull();
        expect(snapshotSteps).toEqual([6]);
        for (const frame of iterateFrames(source)) expect(frame.step).toBe(6);
        for (const one of iterateSnapshots(source)) expect(one.step).toBe(6);
      });
    });
  });
});
