/** How soft animals are trained: importing this brings it. */
import { createSoftLearning, prepareSoftLearning } from '../../engine/families/soft/learning/learning.ts';
import { setSoftLearning } from '../substitutes/soft-learning.ts';

setSoftLearning(createSoftLearning, prepareSoftLearning);
