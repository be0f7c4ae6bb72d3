/**
 * Which code computes: the version and a stamp of the sources that results depend on, set by the build. Programs with the same
 * text give the same results, bit for bit.
 */
import { version } from '../package.json';

declare const BESTIARY_CODE_STAMP: string | undefined;
declare const BESTIARY_LEARNING_STAMP: string | undefined;
declare const BESTIARY_WORK_STAMP: string | undefined;
declare const BESTIARY_LAB_STAMP: string | undefined;

/** Of runs and studies: engine, kernels and animals. */
export const codeVersion = `${version}+${typeof BESTIARY_CODE_STAMP === 'string' ? BESTIARY_CODE_STAMP : 'sources'}`;

/** Of trainings, and of runs that a policy steers. */
export const learningVersion = `${version}+${typeof BESTIARY_LEARNING_STAMP === 'string' ? BESTIARY_LEARNING_STAMP : 'sources'}`;

/** Of machines that work together: also how executors talk. */
export const workVersion = `${version}+${typeof BESTIARY_WORK_STAMP === 'string' ? BESTIARY_WORK_STAMP : 'sources'}`;

/** Of reproductions: also the experiments that measure, and the policies that ship. */
export const labVersion = `${version}+${typeof BESTIARY_LAB_STAMP === 'string' ? BESTIARY_LAB_STAMP : 'sources'}`;
