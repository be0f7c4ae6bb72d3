/** One self-contained HTML page of a study: what was varied, plots of every metric, and each row with its command. */
import { escapeHtml, formatShort, type PlotAxis } from '../plots/frame.ts';
import { pageStyle } from '../plots/page.ts';
import { drawCurves, drawHeatMap, drawParallel, type PlotPoint } from './plots.ts';
import type { Study } from './study.ts';
import { formatCell } from '../tables/table.ts';
import { formatRunCommand, formatStudioLink, type Row } from './table.ts';

/** More would make the page slow; the table has all of them. */
const maxRows = 2000;
const maxMetrics = 16;
const maxPlotted = 4;

export interface SummaryFacts {
  readonly jobs: number;
  readonly done: number;
  readonly failed: number;
  /** Further paragraphs, already HTML. */
  readonly more?: string;
}

export function createSummaryPage(study: Study, rows: readonly Row[], facts: SummaryFacts): string {
  const { spec, task } = study;
  const title = spec.title === '' ? `Study of ${task.creature.animal}` : spec.title;
  const axes = listPlottedAxes(study, rows);
  const metrics = study.metrics
    .filter((name) => rows.some(({ result }) => typeof result.metrics[name] === 'number'))
    .slice(0, maxMetrics);
  const sections = metrics.map((name, i) => drawMetric(study, rows, axes, name, study.getMetricUnit(name), i === 0));
  const options = metrics.map((name, i) => `<option value="m${i}">${escapeHtml(name)}</option>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><style>${pageStyle}</style></head><body>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(task.creature.title)}, ${formatShort(task.seconds)} s in each run; ${facts.jobs} jobs, ${facts.done} done, ${facts.failed} failed. Version ${escapeHtml(task.version)}.</p>
${facts.more ?? ''}
${describeParameters(study, rows)}
${metrics.length === 0 ? '<p>No metric has a value.</p>' : `<p><label>Metric <select id="metric">${options.join('')}</select></label></p>${sections.map((section, i) => `<section class="metric" id="m${i}"${i === 0 ? '' : ' hidden'}>${section}</section>`).join('\n')}`}
<h2>Runs</h2>
<p><label>Show rows with <input id="filter" placeholder="text"></label> ${rows.length > maxRows ? `The first ${maxRows} of ${rows.length}; all are in results.csv and results.parquet.` : ''} Run the commands in this folder; with <code>--out DIR</code> they record. Links open a studio at <code>http://localhost:4711/</code>.</p>
${formatRows(study, rows)}
<script>${script}</script>
</body></html>
`;
}

interface Plotted extends PlotAxis {
  readonly index: number;
}

/** Numbers that take more than one value, at most so many. */
function listPlottedAxes(study: Study, rows: readonly Row[]): Plotted[] {
  return study.parameters
    .map(({ name, unit }, index) => ({ name, unit, index }))
    .filter(({ name }) => {
      const values = new Set(rows.map(({ job }) => job.parameters[name]));
      return values.size > 1 && [...values].every((value) => typeof value === 'number');
    });
}

/** Means over seeds, one for each set of values. */
function averageSeeds(rows: readonly Row[], axes: readonly PlotAxis[], metric: string, unit: string): PlotPoint[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = JSON.stringify(row.job.parameters);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => {
    const values = group.flatMap(({ result }) => result.metrics[metric] ?? []);
    const value = values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
    const { parameters } = group[0]!.job;
    const at = axes.map(({ name }) => parameters[name] as number);
    const places = axes.map(({ name }, i) => `${name} ${formatShort(at[i]!)}`);
    return { at, value, label: `${places.join(', ')}: ${value === null ? '–' : formatShort(value)} ${unit}` };
  });
}

function drawMetric(
  study: Study,
  rows: readonly Row[],
  axes: readonly Plotted[],
  metric: string,
  unit: string,
  first: boolean,
): string {
  const named: PlotAxis = { name: metric, unit };
  const points = averageSeeds(rows, axes, metric, unit);
  const shown = axes.slice(0, maxPlotted);
  const plots = shown.map((_, i) =>
    drawCurves(points, axes, i, axes.length > 1 ? (i === 0 ? 1 : 0) : undefined, named),
  );
  for (let i = 0; i < shown.length; i++)
    for (let j = i + 1; j < shown.length; j++) plots.push(drawHeatMap(points, axes, i, j, named));
  if (axes.length > 1) plots.push(drawParallel(points, axes, named));
  const values = points.flatMap((point) => point.value ?? []);
  const range =
    values.length === 0
      ? ''
      : `<p>${escapeHtml(metric)}: ${formatShort(Math.min(...values))} to ${formatShort(Math.max(...values))} ${escapeHtml(unit)}${study.seeds.length > 1 ? `, means over ${study.seeds.length} seeds` : ''}.</p>`;
  return `<h2>${escapeHtml(metric)}</h2>${range}<div class="plots">${plots.join('\n')}</div>${first && plots.length === 0 ? '<p>No number was varied, so there is nothing to plot.</p>' : ''}`;
}

function describeParameters(study: Study, rows: readonly Row[]): string {
  if (study.parameters.length === 0) return '';
  const lines = study.parameters.map(({ name, unit }) => {
    const values = [...new Set(rows.map(({ job }) => formatCell(job.parameters[name] as number)))];
    const few = values.slice(0, 8).map(escapeHtml).join(', ');
    return `<tr><td>${escapeHtml(name)}</td><td>${values.length > 8 ? `${values.length} values: ${few}, …` : few}</td><td>${escapeHtml(unit)}</td></tr>`;
  });
  return `<table><tr><th>parameter</th><th>values</th><th>unit</th></tr>${lines.join('')}</table>`;
}

function formatRows(study: Study, rows: readonly Row[]): string {
  const names = [...study.parameters.map(({ name }) => name)];
  const head = ['job', ...names, 'seed', ...study.metrics, 'status', 'again'];
  const body = rows.slice(0, maxRows).map((row, index) => {
    const { job, result } = row;
    const link = formatStudioLink(study, job);
    const cells = [
      String(index),
      ...names.map((name) => formatCell(job.parameters[name] as number)),
      String(job.seed),
      ...study.metrics.map((name) => {
        const value = result.metrics[name];
        return typeof value === 'number' ? formatShort(value) : '–';
      }),
      result.reason === undefined ? result.status : `${result.status}: ${result.reason.message}`,
    ];
    const open = link === undefined ? '' : ` <a href="http://localhost:4711/${escapeHtml(link)}">studio</a>`;
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}<td><code>${escapeHtml(formatRunCommand(study, row))}</code>${open}</td></tr>`;
  });
  return `<div class="wide"><table id="rows"><tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>${body.join('\n')}</table></div>`;
}

const script =
  "const s=document.getElementById('metric');if(s)s.onchange=()=>{for(const e of document.querySelectorAll('.metric'))e.hidden=e.id!==s.value};" +
  "const f=document.getElementById('filter');f.oninput=()=>{const w=f.value.toLowerCase();for(const r of document.querySelectorAll('#rows tr'))" +
  "if(r.firstChild.tagName==='TD')r.hidden=!r.textContent.toLowerCase().includes(w)};";
