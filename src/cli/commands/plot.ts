/** `bestiary plot`: the learning curves of one or several trainings, from their logs. */
import path from 'node:path';
import {
  axes,
  createCurvesPage,
  type CurveAxis,
  drawLearningCurves,
  type TrainingCurve,
} from '../../learn/subjects/learning-curves.ts';
import { writeFileAtomic } from '../../node/atomic-file.ts';
import { RenderError } from '../../node/film/render-film.ts';
import { drawSvgPicture } from '../../node/film/svg-picture.ts';
import { createTrainingFolder } from '../../node/learning/training-folder.ts';
import { readTrainingLog } from '../../node/learning/training-log.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes, usageError } from '../command/command-error.ts';
import { readChoice } from '../learning/environment-options.ts';
import { writeResult } from '../output/layout.ts';

export const plotCommand: Command = {
  name: 'plot',
  summary: 'Draw the learning curves of trainings.',
  usage: 'plot DIR… [--out FILE.svg|FILE.png|FILE.html] [--over transitions|minutes]',
  positionals: [{ name: 'DIR', about: 'The folder of a training; several are compared.', variadic: true }],
  options: [
    {
      name: 'out',
      value: 'FILE',
      about:
        'A picture (.svg; .png, for which it needs Chrome or Chromium) or a page (.html). Default: curves.svg in the first folder.',
    },
    { name: 'over', value: 'transitions|minutes', about: 'Horizontal axis: transitions (default) or CPU minutes.' },
  ],
  examples: () => [
    { line: 'bestiary plot mine', does: 'draw mine/curves.svg' },
    { line: 'bestiary plot one two --over minutes --out both.html', does: 'compare two trainings on a page' },
  ],
  run: plot,
};

const endings = ['.svg', '.png', '.html'];

async function plot(context: Context, args: Arguments): Promise<number> {
  const folders = args.positionals;
  const axis = readChoice(args, 'over', Object.keys(axes) as CurveAxis[]) ?? 'transitions';
  const out = args.get('out') ?? path.join(folders[0]!, 'curves.svg');
  const ending = path.extname(out).toLowerCase();
  if (!endings.includes(ending)) throw usageError(`A plot is a .svg, .png or .html file: got --out ${out}.`);
  const trainings = folders.map(
    (folder): TrainingCurve => ({ name: folder, rows: readTrainingLog(createTrainingFolder(path.resolve(folder))) }),
  );
  const empty = trainings.find(({ rows }) => rows.length === 0);
  const svg = empty === undefined ? drawLearningCurves(trainings, axis) : undefined;
  if (svg === undefined)
    throw new CommandError(
      'nothing-to-plot',
      `The folder ${empty?.name ?? folders[0]!} has no log of a training with a finished update (log.jsonl). Give the --out folder of bestiary train.`,
    );
  const data =
    ending === '.svg'
      ? svg
      : ending === '.png'
        ? await drawPicture(svg)
        : createCurvesPage(svg, `Learning: ${folders.join(', ')}`);
  writeFileAtomic(path.resolve(out), data);
  writeResult(context, { out, trainings: folders, over: axis }, `${out}\n`);
  return exitCodes.done;
}

async function drawPicture(svg: string): Promise<Uint8Array> {
  try {
    return await drawSvgPicture(svg);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw new CommandError(error.code, error.message, { exitCode: exitCodes.failed, cause: error });
  }
}
