/** Version of the code: the program's version and a hash of the sources that results depend on, set by the build. */
import { version } from '../../package.json';

declare const BESTIARY_CODE_STAMP: string | undefined;
declare const BESTIARY_WORK_STAMP: string | undefined;
declare const BESTIARY_LAB_STAMP: string | undefined;

/** Two programs with the same text give the same results, bit for bit. */
export const codeVersion = `${version}+${typeof BESTIARY_CODE_STAMP === 'string' ? BESTIARY_CODE_STAMP : 'sources'}`;

/** The same including learning and the executor protocol: machines that work together must agree on it. */
export const workVersion = `${version}+${typeof BESTIARY_WORK_STAMP === 'string' ? BESTIARY_WORK_STAMP : 'sources'}`;

/** The same as the first with the experiments that measure: other sources may give other rows. */
export const labVersion = `${version}+${typeof BESTIARY_LAB_STAMP === 'string' ? BESTIARY_LAB_STAMP : 'sources'}`;
