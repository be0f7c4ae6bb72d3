/** Colour on terminals, sparingly: headings, errors, warnings and verdicts. */

type Paint = (text: string) => string;

export interface Style {
  readonly heading: Paint;
  readonly error: Paint;
  readonly warning: Paint;
  readonly good: Paint;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** FORCE_COLOR before NO_COLOR (https://no-color.org, https://force-color.org), then whether it is a terminal that has colours. */
export function wantsColour(isTerminal: boolean, env: Variables): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTerminal && env['TERM'] !== 'dumb';
}

export function createStyle(isColoured: boolean): Style {
  const paint =
    (on: number, off: number): Paint =>
    (text) =>
      isColoured && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return { heading: paint(1, 22), error: paint(31, 39), warning: paint(33, 39), good: paint(32, 39) };
}

/** All that drives a terminal but what this program writes itself: colours, and lines that are drawn again. */
const foreignControls = /\u001b(?!\[\d*[mK])|[\0-\u0008\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/gu;

/** Texts of strangers' files are shown, and must not set titles, move the cursor or reach the clipboard. */
export function escapeControls(text: string): string {
  return text.replace(foreignControls, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
