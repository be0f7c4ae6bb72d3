/** The history of a fit as pictures: every animal that was better than all before it, from above, with its score. */
import type { FrameLayout } from '../../../engine/contract/frame.ts';
import type { AnimalDesc } from '../../../engine/model/desc-family.ts';
import { Simulation } from '../../../engine/sim/simulation.ts';
import { escapeHtml, formatShort } from '../../plots/frame.ts';
import { setValue } from '../run-job.ts';
import type { FitStudy } from '../study.ts';
import type { FitTrial } from './fit.ts';
import { compareScores } from './objective.ts';

/** Pictures of a strip: the first and the last, and others evenly between. */
const maxPictures = 10;
/** Side of a picture. */
const pictureSide = 120;
const captionHeight = 34;

/** Trials that were the best so far when they were tried, thinned to what fits on a strip. */
function listImprovements(trials: readonly FitTrial[]): { readonly trial: FitTrial; readonly number: number }[] {
  const better: { trial: FitTrial; number: number }[] = [];
  trials.forEach((trial, i) => {
    if (trial.score.cost === Infinity) return;
    const last = better.at(-1);
    if (last === undefined || compareScores(trial.score, last.trial.score) < 0) better.push({ trial, number: i + 1 });
  });
  if (better.length <= maxPictures) return better;
  const kept = Array.from({ length: maxPictures }, (_, k) => Math.round((k * (better.length - 1)) / (maxPictures - 1)));
  return kept.map((index) => better[index]!);
}

/** The creature of a trial. */
export function describeTrial(study: FitStudy, { parameters }: FitTrial): AnimalDesc {
  return Object.entries(parameters).reduce((at, [path, value]) => setValue(at, path, value), study.task.creature);
}

/** SVG; '' if the animal at rest has no outline. */
export function drawFilmStrip(study: FitStudy, trials: readonly FitTrial[]): string {
  const [target] = study.spec.targets;
  const pictures = listImprovements(trials).map(({ trial, number }) => {
    const outlines = listOutlines(new Simulation(describeTrial(study, trial), { seed: 1 }).system.frame);
    const value = target === undefined ? undefined : trial.score.metrics[target.metric];
    const unit = target === undefined ? '' : study.getMetricUnit(target.metric);
    return { outlines, number, value: value === undefined ? '' : `${formatShort(value)} ${unit}` };
  });
  const places = pictures.flatMap(({ outlines }) => outlines.flat());
  if (places.length === 0) return '';
  const half = Math.max(...places.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));
  const scale = (0.46 * pictureSide) / half;
  const drawn = pictures.map(({ outlines, number, value }, k) => {
    // Forward is up.
    const path = outlines
      .map(
        (line) =>
          `M${line.map(([x, y]) => `${(pictureSide / 2 - scale * y).toFixed(1)} ${(pictureSide / 2 - scale * x).toFixed(1)}`).join('L')}Z`,
      )
      .join('');
    return `<g transform="translate(${k * pictureSide} 0)"><path d="${path}" fill="#3b7f92" fill-rule="evenodd"/><text x="${pictureSide / 2}" y="${pictureSide + 14}" class="mid">${escapeHtml(value)}</text><text x="${pictureSide / 2}" y="${pictureSide + 29}" class="mid">set ${number}</text></g>`;
  });
  const title = `The best so far, from set to set${target === undefined ? '' : `: ${target.metric}`}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictures.length * pictureSide} ${pictureSide + captionHeight}" width="${pictures.length * pictureSide}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escapeHtml(title)}"><title>${escapeHtml(title)}</title><style>.mid{text-anchor:middle;fill:#555}</style>${drawn.join('')}</svg>`;
}

type Point = readonly [x: number, y: number];

/** Rims of everything that looks up, at rest: borders of plates, outlines of closed bodies. About the middle of the animal. */
function listOutlines({ surfaces }: FrameLayout): Point[][] {
  const rims = surfaces.filter(({ scenery }) => scenery !== true).flatMap((surface) => listRims(surface));
  const all = rims.flat();
  if (all.length === 0) return [];
  const middle = ([0, 1] as const).map((k) => {
    const values = all.map((point) => point[k]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  });
  return rims.map((rim) => rim.map(([x, y]): Point => [x - middle[0]!, y - middle[1]!]));
}

function listRims({ restPositions, triangles }: FrameLayout['surfaces'][number]): Point[][] {
  const at = (vertex: number): Point => [restPositions[3 * vertex]!, restPositions[3 * vertex + 1]!];
  /** From the first to the second corner of each edge that only one upward triangle has. */
  const next = new Map<string, readonly [number, number]>();
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    const [a, b, c] = [at(corners[0]), at(corners[1]), at(corners[2])];
    if ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0) continue;
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k]!, corners[(k + 1) % 3]!];
      if (!next.delete(`${to} ${from}`)) next.set(`${from} ${to}`, [from, to]);
    }
  }
  const after = new Map<number, number>([...next.values()]);
  const rims: Point[][] = [];
  for (const [start] of next.values()) {
    const rim: Point[] = [];
    let vertex = start;
    for (let following = after.get(vertex); following !== undefined; following = after.get(vertex)) {
      rim.push(at(vertex));
      after.delete(vertex);
      vertex = following;
    }
    if (rim.length > 2) rims.push(rim);
  }
  return rims;
}
