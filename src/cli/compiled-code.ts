/**
 * Lets Node keep the compiled program in its cache (NODE_COMPILE_CACHE, or the machine's folder for temporary files), so that from
 * the second time on a command does not compile a million characters again. Node 20 has no such cache and starts without one:
 * measured on a busy machine, a run of 0.02 s takes 0.35 s in Node 22 with it, 0.7 s without and 0.63 s in Node 20.
 */
import Module from 'node:module';
import process from 'node:process';
import v8 from 'node:v8';

export function keepCompiled(): void {
  const { enableCompileCache } = Module as { readonly enableCompileCache?: () => unknown };
  enableCompileCache?.();
}

/**
 * chosen: three times V8's own. Making an animal runs much code for a tenth of a second, which costs more to optimise than it
 * takes; longer runs pay nothing. Measured with 0.13, 0.2, 0.4 and 1 million, seconds of CPU: a large mesh for 0.02 s takes 0.50,
 * 0.41, 0.36 and 0.34, for 3 s 0.93, 0.81, 0.77 and 0.79; a chain of links for 10 s 0.30, 0.29, 0.27 and 0.26; many rigid bodies
 * for 2 s 1.33, 1.31, 1.37 and 1.46.
 */
const budget = 400_000;

/** Only where it was measured: Node 22 has a second compiler between, and another V8 may refuse the flag. */
export function optimiseLater(node = process.versions.node, setFlag = v8.setFlagsFromString): void {
  if (node.startsWith('20.')) setFlag(`--interrupt-budget=${budget}`);
}
