/** The designer's worker: meshes drawings, makes drawings of animals, and lets one search for speed, a trial at a time. */
import { animalNames, describeAnimal, parseCreature } from '../../../animals/registry.ts';
import { createFasterSearch } from '../../../designer/faster.ts';
import { makeAnimal } from '../../../designer/gauge.ts';
import { canRemix, createRemix } from '../../../designer/remix.ts';
import { templates } from '../../../designer/templates.ts';
import { ModelError } from '../../../engine/model/problem.ts';
import type { DesignerCommand, DesignerReport } from './messages.ts';

/** The part of a dedicated worker's global object that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: DesignerReport): void;
  onmessage: ((event: MessageEvent<DesignerCommand>) => void) | null;
}

const scope = self as unknown as WorkerScope;

function obey(command: DesignerCommand): void {
  switch (command.kind) {
    case 'make':
      scope.postMessage({ kind: 'made', id: command.id, sketched: makeAnimal(command.drawing) });
      break;
    case 'remix': {
      const desc = describeAnimal(command.animal);
      const drawing = createRemix(desc, `My ${desc.title.toLowerCase()}`);
      scope.postMessage({ kind: 'drawing', id: command.id, drawing });
      break;
    }
    case 'read':
      scope.postMessage({ kind: 'drawing', id: command.id, drawing: createRemix(parseCreature(command.text)) });
      break;
    case 'list':
      scope.postMessage({ kind: 'list', id: command.id, animals: listAnimals() });
      setTimeout(warmUp);
      break;
    case 'search':
      search(createFasterSearch(command.drawing));
      break;
  }
}

/** While somebody chooses what to begin with, the meshers are compiled, so that the first line is not the slowest. */
function warmUp(): void {
  for (const { create } of templates.slice(0, 3)) makeAnimal(create());
}

function listAnimals() {
  return animalNames.flatMap((name) => {
    const desc = describeAnimal(name);
    return canRemix(desc) ? [{ name, title: desc.title }] : [];
  });
}

function search(running: ReturnType<typeof createFasterSearch>): void {
  running.step();
  scope.postMessage({ kind: 'trial', speeds: [...running.speeds], best: running.best });
  setTimeout(() => {
    search(running);
  });
}

scope.onmessage = ({ data }) => {
  try {
    obey(data);
  } catch (error) {
    const id = 'id' in data ? data.id : undefined;
    if (error instanceof ModelError && id !== undefined)
      scope.postMessage({ kind: 'refused', id, problems: error.problems });
    else scope.postMessage({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
};
