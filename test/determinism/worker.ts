import { computeFingerprints } from './fingerprints.ts';

postMessage(computeFingerprints());
