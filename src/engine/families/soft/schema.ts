/**
 * The soft animals' family: a body of tetrahedra and plates in water, with muscles along nerve cords that carry waves of
 * excitation. SI throughout. Files in fields/ and body/ have the groups; those in derived/ need no more than a description.
 */
import { createDescFamily } from '../../model/desc-family.ts';
import { wholeFile } from '../../model/fields.ts';
import { softFields } from './fields/desc.ts';
import { softVersion1 } from './fields/version-1.ts';

export type { SoftDesc } from './fields/desc.ts';

export const softSchema = wholeFile('soft body, excitation controller', softFields);

export const softDescriptions = createDescFamily('soft', 'excitation', softSchema, softVersion1);
