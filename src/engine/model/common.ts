/** Fields that every creature file has, for every body and controller. */
import { z } from 'zod';
import { animalGroups } from './desc-family.ts';
import { flag, list, object, quantity, text } from './fields.ts';

/** Raised whenever a file written for the previous version would be misread; `version-1.ts` reads files of the first. */
export const schemaVersion = 2;

const scheduleEntry = object('At a time, set live controls to new values.', {
  at: quantity({ unit: 's', min: 0, max: 1e6, default: 0, about: 'Time from which the values hold.' }),
  set: () =>
    z.record(z.string(), z.number()).meta({
      description: 'Live controls by path with their new values, in SI units, e.g. {"brainstem.right": 0.4}.',
    }),
});

const suggestion = object('Something worth trying with the animal.', {
  label: text({ default: '', maxLength: 200, about: 'What to do, in a few words.' }),
  set: list(text({ default: '', maxLength: 2000, about: 'A change as after --set: path=value.' }), {
    default: [],
    max: 20,
    about: 'Changes that do it; none where it is done by hand.',
  }),
  featured: () =>
    z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'What it is called on the first page of the studio. Left out: it is not there.' }),
});

/** Drawing only: nothing of it is simulated. */
const view = object('', {
  azimuth: quantity({
    unit: 'rad',
    min: -3.2,
    max: 3.2,
    default: 0.95,
    about: 'Where the camera stands, counter-clockwise from behind the animal.',
  }),
  elevation: quantity({
    unit: 'rad',
    min: 0,
    max: 1.57,
    default: 0.5,
    about: 'How high above the animal it stands.',
  }),
  top: quantity({
    unit: 'rad',
    min: -3.2,
    max: 3.2,
    default: 1.5707963267948966,
    about: 'What is up in the picture from above, counter-clockwise from +x.',
  }),
  stays: flag({ default: false, about: 'The camera does not turn with the animal, as if that looked along +x.' }),
});

export function commonFields(names: { animal: string; title: string; paper: string; about?: string }) {
  return {
    schemaVersion: () => z.literal(schemaVersion).meta({ description: 'Version of this file format.' }),
    animal: text({ default: names.animal, maxLength: 64, about: 'Short name, as used on the command line.' }),
    title: text({ default: names.title, maxLength: 200, about: 'Name for people.' }),
    about: text({ default: names.about ?? '', about: 'What to look for in it: a sentence or two.' }),
    tryFirst: list(suggestion, { default: [], max: 4, about: 'What to try first.' }),
    group: () =>
      z.enum(animalGroups).optional().meta({ description: 'How it gets about; lists of animals are in this order.' }),
    paper: text({ default: names.paper, about: 'The publication the animal comes from.' }),
    view: () => view().optional().meta({ description: 'The side from which the animal is best seen.' }),
    schedule: list(scheduleEntry, {
      default: [],
      max: 1000,
      about: 'Changes of live controls over time, in order of time.',
    }),
  };
}
