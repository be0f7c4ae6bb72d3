/** All experiments that take an engine: a line for each. Finds those that apply to a description. */
import type { AnimalDesc } from '../engine/model/desc-family.ts';
import type { BenchVariant, BenchVariants } from './kinds/bench.ts';
import type { Report } from './kinds/report.ts';
import { longBodies } from './myriapod/bench.ts';
import { lampreyReport } from './lamprey/report.ts';
import { myriapodReport } from './myriapod/report.ts';
import { softScenes, solverModes } from './soft/bench.ts';
import { softReport } from './soft/report.ts';
import { wormReport } from './worm/report.ts';

export const reports: readonly Report[] = [wormReport, lampreyReport, softReport, myriapodReport];

const benches: readonly BenchVariants[] = [longBodies, solverModes, softScenes];

export function findReport(desc: AnimalDesc): Report | undefined {
  return reports.find((report) => report.applies(desc));
}

export function listBenchVariants(desc: AnimalDesc): readonly BenchVariant[] {
  return benches.filter((bench) => bench.applies(desc)).flatMap((bench) => bench.list(desc));
}
