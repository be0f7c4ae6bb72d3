/** A small built site in a temporary folder, with a secret beside it that must never be served. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const indexText = `<!doctype html><title>t</title>${'<p>A long page compresses well.</p>'.repeat(60)}`;
export const secretText = 'do not serve';

export function createServedFolder(): { readonly root: string; remove(): void } {
  const outer = mkdtempSync(join(tmpdir(), 'bestiary-server-'));
  const root = join(outer, 'site');
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(outer, 'secret.txt'), secretText);
  writeFileSync(join(root, 'index.html'), indexText);
  writeFileSync(join(root, 'plain.json'), '{"a":1}');
  writeFileSync(join(root, '.hidden'), secretText);
  writeFileSync(join(root, 'unknown.xyz'), 'x');
  writeFileSync(join(root, 'with space.txt'), 'spaced');
  writeFileSync(join(root, 'assets/index-Bx7d_8aZ.js'), 'export {};');
  writeFileSync(join(root, 'assets/kernels-0123abcd.wasm'), Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  symlinkSync(join(outer, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(outer, join(root, 'folder-link'));
  // A folder beside the root whose name begins like the root's.
  mkdirSync(`${root}-other`);
  writeFileSync(join(`${root}-other`, 'secret.txt'), secretText);
  symlinkSync(join(`${root}-other`, 'secret.txt'), join(root, 'sibling.txt'));
  symlinkSync(join(root, 'plain.json'), join(root, 'inside.json'));
  return { root, remove: () => rmSync(outer, { recursive: true, force: true }) };
}
