/** One self-contained HTML page of a report on an animal: the tables of the terminal, with plots. */
import { drawPlot } from '../plots/draw.ts';
import { escapeHtml, formatShort } from '../plots/frame.ts';
import { pageStyle } from '../plots/page.ts';
import type { ReportCell, ReportResult, ReportTable } from '../kinds/report.ts';

export interface CardFacts {
  readonly title: string;
  readonly about: string;
  readonly version: string;
  /** Simulated. */
  readonly seconds: number;
}

const verdictClasses: Readonly<Record<string, string>> = { within: 'agrees', outside: 'differs', unknown: 'unknown' };

export function createReportPage(result: ReportResult, facts: CardFacts): string {
  const { tables, notes, series = [], plots = [] } = result;
  const figures = plots.map(
    (plot) => `<figure>${drawPlot(plot, series)}<figcaption>${escapeHtml(plot.title)}</figcaption></figure>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(facts.title)}: report</title><style>${pageStyle}</style></head><body>
<h1>${escapeHtml(facts.title)}</h1>
<p>Report on ${escapeHtml(facts.about)}; ${formatShort(facts.seconds)} s simulated, the second half measured. Version ${escapeHtml(facts.version)}.</p>
${tables.map(formatTable).join('\n')}
${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<div class="plots">${figures.join('\n')}</div>
</body></html>
`;
}

function formatTable({ title, head, rows }: ReportTable): string {
  const heads = head === undefined ? '' : `<tr>${head.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>`;
  const lines = rows.map((row) => `<tr>${row.map((cell) => formatCell(cell)).join('')}</tr>`);
  return `${title === undefined ? '' : `<p>${escapeHtml(title)}</p>`}<div class="wide"><table>${heads}${lines.join('\n')}</table></div>`;
}

function formatCell(cell: ReportCell): string {
  if (cell === null) return '<td class="unknown">none</td>';
  if (typeof cell === 'number') return `<td>${formatShort(cell)}</td>`;
  if (typeof cell === 'object') return `<td>${formatShort(cell.low)} to ${formatShort(cell.high)}</td>`;
  const name = verdictClasses[cell];
  return `<td${name === undefined ? (cell.length > 40 ? ' class="why"' : '') : ` class="${name}"`}>${escapeHtml(cell)}</td>`;
}
