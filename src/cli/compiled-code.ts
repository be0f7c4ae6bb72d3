/**
 * Lets Node keep the compiled program in its cache (NODE_COMPILE_CACHE, or the machine's folder for temporary files), so that from
 * the second time on a command does not compile a million characters again. Node 20 has no such cache and starts without one:
 * measured on a busy machine, a run of 0.02 s takes 0.35 s in Node 22 with it, 0.7 s without and 0.63 s in Node 20.
 */
import Module from 'node:module';

export function keepCompiled(): void {
  const { enableCompileCache } = Module as { readonly enableCompileCache?: () => unknown };
  enableCompileCache?.();
}
