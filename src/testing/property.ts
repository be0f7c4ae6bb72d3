/**
 * fast-check with the same cases in every run: what passes here passes elsewhere. BESTIARY_SEED=7 tries others, and a failing
 * seed is printed with its case: fix the fault, and keep the case as a separate test.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['BESTIARY_SEED'] ?? 1) });

export { fc };
