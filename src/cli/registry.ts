/** The commands by name. */
import type { Command } from './command/command.ts';

/** Read when it is asked for: most of a start would go into commands that are not. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  list: async () => (await import('./commands/list.ts')).listCommand,
  describe: async () => (await import('./commands/describe.ts')).describeCommand,
  run: async () => (await import('./commands/run.ts')).runCommand,
  validate: async () => (await import('./commands/validate.ts')).validateCommand,
  bench: async () => (await import('./commands/bench.ts')).benchCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  render: async () => (await import('./commands/render.ts')).renderCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  report: async () => (await import('./commands/report.ts')).reportCommand,
  train: async () => (await import('./commands/train.ts')).trainCommand,
  evaluate: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
  plot: async () => (await import('./commands/plot.ts')).plotCommand,
  env: async () => (await import('./commands/env.ts')).envCommand,
  reproduce: async () => (await import('./commands/reproduce.ts')).reproduceCommand,
  sweep: async () => (await import('./commands/sweep.ts')).sweepCommand,
  fit: async () => (await import('./commands/fit.ts')).fitCommand,
  worker: async () => (await import('./commands/worker.ts')).workerCommand,
  merge: async () => (await import('./commands/merge.ts')).mergeCommand,
  studio: async () => (await import('./commands/studio.ts')).studioCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
};

export function loadCommands(): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}
