/**
 * The address of a run: `#/ANIMAL?path=value&seed=3` starts one with these parameters, as a person may write it. With `&v=1&run=…`
 * it is a run as it was: start, schedule, time, hash and look, packed (`kept-run.ts`). Readers that do not understand it can
 * use the rest.
 */
import { keptRunVersion, type Setting } from './kept-run.ts';

export interface Permalink {
  readonly animal: string;
  readonly settings: readonly Setting[];
  readonly seed: number;
  /** A kept run: deflated JSON in base64url. */
  readonly run?: { readonly version: string; readonly packed: string };
}

export const defaultSeed = 1;

/** undefined: the gallery. */
export function parsePermalink(hash: string): Permalink | undefined {
  const match = /^#\/([a-z][a-z0-9-]*)\/?(?:\?(.*))?$/iu.exec(hash);
  if (match === null) return undefined;
  const settings: Setting[] = [];
  let seed = defaultSeed;
  let [version, packed] = [String(keptRunVersion), ''];
  for (const pair of (match[2] ?? '').split('&')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const path = decode(pair.slice(0, at));
    const text = decode(pair.slice(at + 1));
    if (path === 'seed') seed = Number.isSafeInteger(Number(text)) ? Number(text) : defaultSeed;
    else if (path === 'v') version = text;
    else if (path === 'run') packed = text;
    else settings.push([path, parseValue(text)]);
  }
  const run = packed === '' ? {} : { run: { version, packed } };
  return { animal: match[1]!.toLowerCase(), settings, seed, ...run };
}

/** Whether an address is that of the gallery, rather than an invalid one. */
export function isGallery(hash: string): boolean {
  return ['', '#', '#/'].includes(hash);
}

export function formatPermalink(link: Permalink): string {
  const pairs = link.settings.map(([path, value]) => `${encode(path)}=${encode(formatValue(value))}`);
  if (link.seed !== defaultSeed) pairs.push(`seed=${link.seed}`);
  if (link.run !== undefined) pairs.push(`v=${link.run.version}`, `run=${link.run.packed}`);
  return `#/${link.animal}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
}

/** `path=value`, as after `--set`. */
export function parseSetting(text: string): Setting {
  const at = text.indexOf('=');
  return [text.slice(0, at), parseValue(text.slice(at + 1))];
}

/** Numbers, lists and truth values are JSON; anything else is text as it stands. */
function parseValue(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A text that would be read as something else stands in quotes. */
function formatValue(value: unknown): string {
  return typeof value === 'string' && parseValue(value) === value ? value : JSON.stringify(value);
}

/** A broken escape is kept as it stands: the engine will refuse it by name. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Escapes only what an address requires, so that people can read it. */
function encode(text: string): string {
  // An unpaired surrogate cannot be part of an address.
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /%(?:5B|5D|2C|3A|22|7B|7D)/gu,
    (escaped) => decodeURIComponent(escaped),
  );
}
