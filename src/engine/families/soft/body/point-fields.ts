/** Points in space, as fields of a body have them. */
import { z } from 'zod';

const coordinates = () => z.array(z.number().min(-1e3).max(1e3)).length(3);

/** One point. */
export const place = (about: string) => coordinates().meta({ description: about, maxItems: 3, minItems: 3 });

/** A list of points. */
export const places = (most: number, about: string) => place(about).array().max(most);
