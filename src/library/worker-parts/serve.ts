/** The worker's side: one animal at a time, its calls in the order in which they came. */
import type { AnimalDesc } from '../../engine/model/desc-family.ts';
import { isObject, printGot, throwProblem } from '../../engine/model/problem.ts';
import type { Simulation } from '../../engine/sim/simulation.ts';
import type { Bestiary } from '../parts/bestiary.ts';
import type { AnimalName } from '../parts/typed.ts';
import { type Answer, type Call, type Opened, packError, type Port } from './messages.ts';

type Animals = Pick<Bestiary<AnimalName>, 'describeAnimal' | 'parseDesc' | 'run'> & {
  readonly Simulation: new (desc: AnimalDesc, options?: { readonly seed: number }) => Simulation;
};

/** A family is loaded when an animal of it comes. */
const families = {
  articulated: () => import('../lamprey.ts'),
  fem: () => import('../worm.ts'),
  hybrid: () => import('../myriapod.ts'),
  soft: async () => {
    const soft = await import('../soft.ts');
    soft.enableDrawnBodies();
    return soft;
  },
};

const bodyOf: Readonly<Record<AnimalName, keyof typeof families>> = {
  lamprey: 'articulated',
  worm: 'fem',
  ...{ centipede: 'hybrid', millipede: 'hybrid', 'house-centipede': 'hybrid', letters: 'hybrid' },
  ...{ 'soft-lamprey': 'soft', octopus: 'soft', stingray: 'soft', cuttlefish: 'soft', starfish: 'soft' },
  ...{ 'ribbon-eel': 'soft', manta: 'soft', butterfly: 'soft', comet: 'soft' },
};

/** Answers calls until the worker ends. */
export function serveSimulation(port: Port): void {
  const server = new Server(port);
  let queue = Promise.resolve();
  port.listen((message) => {
    queue = queue.then(() => server.answer(message as Call));
  });
}

class Server {
  readonly #port: Port;
  #simulation: Simulation | undefined;

  constructor(port: Port) {
    this.#port = port;
  }

  async answer({ id, method, args }: Call): Promise<void> {
    const reply = (answer: { result: unknown } | { error: ReturnType<typeof packError> }, list: ArrayBuffer[] = []) => {
      const { time = 0, stepCount = 0 } = this.#simulation ?? {};
      const message: Answer = { id, time, stepCount, ...answer };
      this.#port.post(message, list);
    };
    try {
      const result = await this.#call(id, method, args);
      const isOwned = (result instanceof Float32Array || result instanceof Float64Array) && result.length > 0;
      reply({ result }, isOwned ? [result.buffer as ArrayBuffer] : []);
    } catch (error) {
      reply({ error: packError(error) });
    }
  }

  #call(id: number, method: string, args: readonly unknown[]): unknown {
    switch (method) {
      case 'open':
        return this.#open(args[0], args[1]);
      case 'run':
        return this.#run(id, args[0], args[1]);
      case 'step':
        this.#step(args[0] as number);
        return undefined;
      case 'readFrame':
        return this.#read(new Float32Array(this.#get().frameLength), (out) => this.#get().writeFrame(out));
      case 'readSignals':
        return this.#read(new Float64Array(this.#get().signalLength), (out) => this.#get().writeSignals(out));
      case 'setControl':
        this.#get().setControl(args[0] as string, args[1] as number);
        return undefined;
      case 'restart':
        this.#get().restart(args[0] as number, args[1] as Record<string, number> | undefined);
        return undefined;
      case 'restore':
        this.#get().restore(args[0] as Uint8Array);
        return undefined;
      case 'snapshot':
        return this.#get().snapshot();
      case 'hash':
        return this.#get().hash();
      default:
        throw new Error(`A worker knows no '${method}'.`);
    }
  }

  #read<T>(out: T, write: (out: T) => void): T {
    write(out);
    return out;
  }

  #step(count: number): void {
    const simulation = this.#get();
    for (let i = 0; i < count; i++) simulation.step();
  }

  #get(): Simulation {
    return this.#simulation ?? throwProblem('missing', '', 'no animal', 'Open one first.');
  }

  async #open(animal: unknown, options: unknown): Promise<Opened> {
    const { Simulation: Running, ...animals } = await loadFamily(animal);
    const simulation = new Running(readAnimal(animals, animal), options as { seed: number });
    this.#simulation = simulation;
    const { system, desc, frameLength, signalOffsets, signalLength } = simulation;
    const { dt, bodyLength, frame, signals, controls, metrics } = system;
    return { desc, dt, bodyLength, frame, frameLength, signals, signalOffsets, signalLength, controls, metrics };
  }

  async #run(id: number, animal: unknown, options: unknown): Promise<unknown> {
    const animals = await loadFamily(animal);
    const onProgress = (share: number): void => this.#port.post({ id, share });
    return animals.run(readAnimal(animals, animal), { ...(options as object), onProgress });
  }
}

async function loadFamily(animal: unknown): Promise<Animals> {
  const kind = typeof animal === 'string' ? bodyOf[animal as AnimalName] : readKind(animal);
  // An unknown one is refused by any of them, with the names of all.
  const load = Object.hasOwn(families, kind) ? families[kind as keyof typeof families] : undefined;
  return load === undefined ? await import('../index.ts') : await load();
}

function readKind(desc: unknown): string {
  const body = isObject(desc) ? desc['body'] : undefined;
  const kind = isObject(body) ? body['kind'] : undefined;
  if (typeof kind === 'string') return kind;
  throwProblem(
    'wrong-type',
    '',
    printGot(desc),
    'Give the name of an animal, or what describeAnimal or parse returns.',
  );
}

function readAnimal({ describeAnimal, parseDesc }: Omit<Animals, 'Simulation'>, animal: unknown): AnimalDesc {
  return typeof animal === 'string' ? describeAnimal(animal as AnimalName) : parseDesc(animal);
}
