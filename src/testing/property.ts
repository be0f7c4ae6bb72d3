/**
 * fast-check with the same cases in every run: what passes here passes elsewhere. BESTIARY_SEED=7 tries others, and a seed that
 * fails is printed with what it found: mend that, and keep the case as a test of its own.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['BESTIARY_SEED'] ?? 1) });

export { fc };
