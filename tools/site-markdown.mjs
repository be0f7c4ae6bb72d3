// Pieces of Markdown that the generated pages of the documents share.

/**
 * Text that Markdown and Vue leave as it is, also in a cell of a table. Code between backquotes stays code.
 * @param {string} text
 */
export function escapeText(text) {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .split(/(`[^`]*`)/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part
            .replaceAll('<', '&lt;')
            .replaceAll('{{', '&#123;&#123;')
            .replace(/([*_[\]])/g, '\\$1'),
    )
    .join('');
}

/** @param {string} text */
export const code = (text) => (text === '' ? '' : `\`${text.replaceAll('|', '\\|')}\``);

/**
 * A table; cells are Markdown. Columns in which every cell is empty are left out.
 * @param {readonly string[]} heads
 * @param {readonly (readonly string[])[]} rows
 */
export function createTable(heads, rows) {
  const kept = heads.map((_, column) => column).filter((column) => rows.some((row) => row[column] !== ''));
  const line = (cells) => `| ${kept.map((column) => cells[column]).join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/**
 * Numbers as people write them: 0.5236 and 1e-13 rather than seventeen digits.
 * @param {unknown} value
 */
export function formatValue(value) {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number') return String(Number(value.toPrecision(6)));
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '' || text === '[]' || text === '{}') return 'none';
  if (text.length <= 60) return text;
  return Array.isArray(value) ? `${value.length} items` : `${text.slice(0, 57)}…`;
}

/**
 * A page with its title, as wide as the window: it has tables.
 * @param {string} title
 * @param {readonly string[]} parts
 */
export function createPage(title, parts) {
  const head = `---\ntitle: ${JSON.stringify(title)}\naside: false\npageClass: wide\n---`;
  return `${head}\n\n# ${title}\n\n${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
