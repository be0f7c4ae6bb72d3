/** The designer's worker: meshes drawings, makes drawings of animals, and lets one search for speed, a trial at a time. */
import { describeError } from '../../data/describe-error.ts';
import { animalNames, describeAnimal, parseCreature } from '../../../animals/registry.ts';
import type { Drawing } from '../../../designer/drawing.ts';
import { createFasterSearch } from '../../../designer/faster.ts';
import { makeAnimal, type Sketched } from '../../../designer/gauge.ts';
import { canRemix, createRemix } from '../../../designer/remix.ts';
import { templates } from '../../../designer/templates.ts';
import { formatProblem, ModelError } from '../../../engine/model/problem.ts';
import { serve } from '../../calls/call.ts';
import type { RemixCard, Trials } from './messages.ts';

/** While somebody chooses what to begin with, the meshers are compiled, so that the first line is not the slowest. */
function warmUp(): void {
  for (const { create } of templates.slice(0, 3)) makeAnimal(create());
}

/** Throws a sentence. */
function readDrawing(create: () => Drawing): Drawing {
  try {
    return create();
  } catch (error) {
    const isRefused = error instanceof ModelError;
    const said = isRefused
      ? error.problems.map(formatProblem).join(' ')
      : `It cannot be read (${describeError(error)}).`;
    throw new Error(said, { cause: error });
  }
}

const program = {
  /** undefined for a drawing that is not an animal yet. */
  make: (drawing: Drawing): Sketched | undefined => {
    try {
      return makeAnimal(drawing);
    } catch (error) {
      if (error instanceof ModelError) return undefined;
      throw error;
    }
  },

  /** An animal of the gallery as a drawing. */
  remix: (animal: string): Drawing =>
    readDrawing(() => {
      const desc = describeAnimal(animal);
      return createRemix(desc, `My ${desc.title.toLowerCase()}`);
    }),

  /** The text of a creature file as a drawing. */
  read: (text: string): Drawing => readDrawing(() => createRemix(parseCreature(text))),

  /** The animals of the gallery that can be drawn. */
  list: (): readonly RemixCard[] => {
    setTimeout(warmUp);
    return animalNames.flatMap((name) => {
      const desc = describeAnimal(name);
      return canRemix(desc) ? [{ name, title: desc.title }] : [];
    });
  },

  /** Searches until the worker is ended. */
  search: async (drawing: Drawing, { onTrial }: { readonly onTrial: (trials: Trials) => void }): Promise<never> => {
    const running = createFasterSearch(drawing);
    for (;;) {
      running.step();
      onTrial({ speeds: [...running.speeds], best: running.best });
      await new Promise((resolve) => setTimeout(resolve));
    }
  },
};

export type DesignerProgram = typeof program;

serve(program);
