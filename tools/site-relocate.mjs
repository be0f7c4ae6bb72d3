// Makes a built site run from any folder of any server. VitePress wants to know that folder when it builds; it is told a placeholder,
// which is replaced here: in pages by the way up to the site's folder, in scripts by what is found when they run.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const placeholder = '/BESTIARY_SITE_BASE/';
/** The same as an expression, so that it is not itself replaced. */
const spelled = '["","BESTIARY_SITE_BASE",""].join("/")';

/** The icon of a page is looked for again when a link changes the address: by then its own must be a whole one. */
const fixedIcon = '<script>document.querySelectorAll("link[rel=icon]").forEach((link)=>{link.href=link.href})</script>';

/**
 * A page with addresses relative to it: `up` leads to the site's folder.
 * @param {string} html
 * @param {string} up
 */
export function relocatePage(html, up) {
  const start = `<script>window.siteBase=new URL(${JSON.stringify(up)},location.href).pathname</script>`;
  return html
    .replaceAll(`="${placeholder}`, `="${up}`)
    .replace('<head>', `<head>${start}`)
    .replace('</head>', `${fixedIcon}</head>`);
}

/** All texts of a syntax tree with the placeholder in them; not those that name a module. */
function listTexts(node, found = []) {
  if (node === null || typeof node !== 'object') return found;
  if (Array.isArray(node)) for (const member of node) listTexts(member, found);
  else if (node.type === 'Literal' && typeof node.value === 'string' && node.value.includes(placeholder))
    found.push(node);
  else if (node.type === 'TemplateElement' && node.value.raw.includes(placeholder)) found.push(node);
  else for (const member of Object.values(node)) listTexts(member, found);
  return found;
}

/**
 * A script whose texts hold the site's folder instead of the placeholder.
 * @param {string} script
 * @param {(text: string) => unknown} parse
 */
export function relocateScript(script, parse) {
  if (!script.includes(placeholder)) return script;
  let [result, end] = ['', 0];
  const texts = listTexts(parse(script)).sort((a, b) => a.start - b.start);
  for (const node of texts) {
    const text = script.slice(node.start, node.end);
    result += script.slice(end, node.start);
    result +=
      node.type === 'Literal'
        ? `(${text}.replaceAll(${spelled},window.siteBase))`
        : text.replaceAll(placeholder, '${window.siteBase}');
    end = node.end;
  }
  return result + script.slice(end);
}

/**
 * Makes every address of the site in `folder` relative.
 * @param {string} folder
 */
export async function relocateSite(folder) {
  const { parseSync } = await import('vite');
  const parse = (text) => parseSync('script.js', text).program;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:html|js|css)$/.test(entry.name)) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const text = readFileSync(file, 'utf8');
    const depth = relative(folder, file).split(sep).length - 1;
    const up = depth === 0 ? './' : '../'.repeat(depth);
    if (file.endsWith('.html')) writeFileSync(file, relocatePage(text, up));
    else if (file.endsWith('.js')) writeFileSync(file, relocateScript(text, parse));
    else writeFileSync(file, text.replaceAll(placeholder, up));
  }
}
