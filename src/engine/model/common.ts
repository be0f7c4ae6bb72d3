/** Fields that every creature file has, whatever its body and controller. */
import { z } from 'zod';
import { list, quantity, text } from './fields.ts';

/** Raised whenever a file written for the previous version would be misread; `migrations.ts` holds the way up. */
export const schemaVersion = 1;

const scheduleEntry = z
  .strictObject({
    at: quantity({ unit: 's', min: 0, max: 1e6, default: 0, about: 'Time from which the values hold.' }),
    set: z.record(z.string(), z.number()).meta({
      description: 'Live controls by path with their new values, in SI units, e.g. {"brainstem.right": 0.4}.',
    }),
  })
  .meta({ description: 'At a time, set live controls to new values.' });

export function commonFields(names: { animal: string; title: string; paper: string }) {
  return {
    schemaVersion: z.literal(schemaVersion).meta({ description: 'Version of this file format.' }),
    animal: text({ default: names.animal, maxLength: 64, about: 'Short name, as used on the command line.' }),
    title: text({ default: names.title, maxLength: 200, about: 'Name for people.' }),
    paper: text({ default: names.paper, about: 'The publication the animal comes from.' }),
    schedule: list(scheduleEntry, {
      default: [],
      max: 1000,
      about: 'Changes of live controls over time, in order of time.',
    }),
  };
}
