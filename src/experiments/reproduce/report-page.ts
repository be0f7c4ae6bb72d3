/** One self-contained HTML page of a reproduction: every row beside the paper's number, plots, and the commands of its runs. */
import { drawPlot } from '../plots/draw.ts';
import { escapeHtml, formatShort } from '../plots/frame.ts';
import { pageStyle } from '../plots/page.ts';
import type { Selected } from '../kinds/claim.ts';
import type { ClaimRow, ExperimentOutcome, Verdict } from './judge.ts';

export interface PagePart extends Selected {
  readonly outcome: ExperimentOutcome;
  readonly rows: readonly ClaimRow[];
}

export interface PageFacts {
  readonly version: string;
  readonly quick: boolean;
  /** Description of the machine, for numbers that depend on it. */
  readonly machine: string;
}

const verdicts: readonly Verdict[] = ['agrees', 'differs', 'cannot be checked'];
const classes: Readonly<Record<Verdict, string>> = {
  agrees: 'agrees',
  differs: 'differs',
  'cannot be checked': 'unknown',
};

export function createReproductionPage(parts: readonly PagePart[], facts: PageFacts): string {
  const rows = parts.flatMap((part) => part.rows);
  const names = [...new Set(parts.map(({ paper }) => paper.name))];
  const sections = names.map((name) => formatPaper(parts.filter(({ paper }) => paper.name === name)));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Reproduction of ${names.length} papers</title><style>${pageStyle}</style></head><body>
<h1>Do they reproduce?</h1>
<p>${formatCounts(rows)} Version ${escapeHtml(facts.version)}${facts.quick ? ', quick: shorter runs and fewer of them' : ''}. <b>input</b> rows were set from the paper, <b>fitted</b> ones were tuned to match; only <b>predicted</b> rows that agree are evidence.</p>
<p>Times are of this machine: ${escapeHtml(facts.machine)}.</p>
${sections.join('\n')}
</body></html>
`;
}

export function formatCounts(rows: readonly ClaimRow[]): string {
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  const predicted = rows.filter(({ kind, verdict }) => kind === 'predicted' && verdict === 'agrees').length;
  return `${rows.length} rows: ${verdicts.map((verdict) => `${count(verdict)} ${verdict === 'agrees' ? 'agree' : verdict === 'differs' ? 'differ' : verdict}`).join(', ')}; ${predicted} of those that agree are predictions.`;
}

function formatPaper(parts: readonly PagePart[]): string {
  const { paper } = parts[0]!;
  return `<h2>${escapeHtml(paper.title)}</h2>\n${parts.map(formatPart).join('\n')}`;
}

function formatPart({ experiment, outcome, rows }: PagePart): string {
  const { tables, plots, runs } = outcome.result;
  const figures = plots.map(
    (plot) => `<figure>${drawPlot(plot, tables)}<figcaption>${escapeHtml(plot.title)}</figcaption></figure>`,
  );
  const commands = runs.map(
    ({ command, hash }) => `<li><code>npx ${escapeHtml(command)}</code> → <code>${escapeHtml(hash)}</code></li>`,
  );
  const took = experiment.run === undefined ? '' : ` <small>${formatShort(outcome.seconds)} s</small>`;
  return `<h3 id="${escapeHtml(experiment.id)}">${escapeHtml(experiment.title)}${took}</h3>
<div class="wide"><table><tr>${['claim', 'paper', 'here', 'within', 'verdict', 'why'].map((name) => `<th>${name}</th>`).join('')}</tr>
${rows.map(formatRow).join('\n')}</table></div>
${figures.length === 0 ? '' : `<div class="plots">${figures.join('\n')}</div>`}
${commands.length === 0 ? '' : `<details><summary>${commands.length} runs</summary><ul>${commands.join('')}</ul></details>`}`;
}

function formatRow(row: ClaimRow): string {
  const why = [row.why, row.note].filter((text, i, all) => text !== '' && all.indexOf(text) === i).join(' ');
  const cells = [
    ['claim', formatClaim(row)],
    ['text', escapeHtml(formatValue(row.theirs, row.unit))],
    ['text', escapeHtml(formatValue(row.ours, row.unit)) + (row.timed ? ' <small>(this machine)</small>' : '')],
    ['text', escapeHtml(row.tolerance)],
    ['text', `<span class="${classes[row.verdict]}">${row.verdict}</span><br><small>${row.kind}</small>`],
    ['why', escapeHtml(why)],
  ];
  return `<tr>${cells.map(([name, cell]) => `<td class="${name}">${cell}</td>`).join('')}</tr>`;
}

/** What is claimed and where, and behind the name of the row how to get it again. */
function formatClaim({ claim, where, id, command, seed, version, hash, time }: ClaimRow): string {
  const facts = [`seed ${seed}`, version, hash, time].filter((text) => text !== '').map(escapeHtml);
  return `${escapeHtml(claim)} <small>(${escapeHtml(where)})</small><details><summary><code>${escapeHtml(id)}</code></summary><code>npx ${escapeHtml(command)}</code><br><small>${facts.join(', ')}</small></details>`;
}

/** A number with its unit in four digits, or words. */
export function formatValue(value: number | string | null, unit: string): string {
  if (value === null) return '–';
  // What is counted is printed whole.
  const text = typeof value === 'string' ? value : Number.isInteger(value) ? String(value) : formatShort(value);
  return typeof value === 'number' && unit !== '' ? `${text} ${unit}` : text;
}
