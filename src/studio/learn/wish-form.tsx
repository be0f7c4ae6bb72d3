/** What is to be learned, and how; every choice has a default that works. */
import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { formatTask } from './training/describe.ts';
import { type TrainingChoices, defaultTask, type Wish } from './training/messages.ts';
import { Select } from '../ui/choices.tsx';

interface WishFormProps {
  readonly choices: TrainingChoices | undefined;
  readonly onBegin: (wish: Wish) => void;
}

const trainers = {
  es: 'Evolution (CMA-ES): a linear policy, in seconds to minutes.',
  ppo: 'Policy gradients (PPO): a network, in minutes.',
} as const;
const trainerTitles = [['es', 'Evolution'] as const, ['ppo', 'Policy gradients (PPO)'] as const];
/** Title and sentence. */
type Words = readonly [title: string, about: string];

const observations: Readonly<Record<Wish['observation'], Words>> = {
  aim: ['Direction of the target', 'Where the target is, in a few numbers; for linear policies.'],
  small: ['Target and own motion', 'Target, axes, velocities, phase of the stroke; for networks.'],
  full: ['Its whole body', 'Also sampled nodes of the body; learns slowly.'],
};
const actionWords: Readonly<Record<string, Words>> = {
  few: ['The whole body', 'Turn, climb and effort of the whole body.'],
  default: ['Each part by itself', 'Every cord or control by itself.'],
  paper: ['Each part, as in the paper', "Every cord, as in the model's paper, set in every tick."],
};
const modelWords: Readonly<Record<string, Words>> = {
  'ap-mem': ['Travelling pulses (AP-MEM)', 'Each cord: the pulse and how it travels, four numbers.'],
  'cpg-mem': ['Pulses at the root (CPG-MEM)', 'Each cord: the pulse; how it travels is fixed.'],
  's-mem': ['One signal a cord (S-MEM)', 'All segments of a cord are excited alike.'],
  'i-mem': ['Every segment by itself (I-MEM)', 'Each segment of each cord: many numbers, slow to learn.'],
};

function withTitles<T extends string>(names: readonly T[], words: Readonly<Record<string, Words>>) {
  return names.map((name) => [name, words[name]?.[0] ?? name] as const);
}

type Trainer = Wish['trainer'];

/** What works for a trainer: evolution wants few numbers. */
function createWish(choices: TrainingChoices | undefined, trainer: Trainer): Wish {
  const tasks = choices?.tasks.map(({ name }) => name) ?? [];
  return {
    task: tasks.includes(defaultTask) ? defaultTask : (tasks[0] ?? defaultTask),
    model: '',
    trainer,
    observation: trainer === 'es' ? 'aim' : 'small',
    actions: choices?.actions.includes('few') === true ? 'few' : 'default',
    seed: 1,
  };
}

export function WishForm({ choices, onBegin }: WishFormProps) {
  const [changed, setChanged] = useState<Partial<Wish>>({});
  const wish = { ...createWish(choices, changed.trainer ?? 'es'), ...changed };
  const set = (change: Partial<Wish>): void => {
    setChanged({ ...changed, ...change });
  };
  const task = choices?.tasks.find(({ name }) => name === wish.task);
  return (
    <form
      className="grid gap-3 px-4 py-4"
      aria-label="What is to be learned"
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(wish);
      }}
    >
      <Choice
        title="Task"
        about={task?.about}
        value={wish.task}
        options={(choices?.tasks.map(({ name }) => name) ?? [wish.task]).map(
          (name) => [name, formatTask(name)] as const,
        )}
        onChange={(name) => set({ task: name })}
      />
      <Choice
        title="Trainer"
        about={trainers[wish.trainer]}
        value={wish.trainer}
        options={trainerTitles}
        // Its own defaults for what it sees and does.
        onChange={(trainer) => setChanged({ task: wish.task, model: wish.model, seed: wish.seed, trainer })}
      />
      {choices !== undefined && choices.models.length > 1 && (
        <Choice
          title="Excitation"
          about={modelWords[wish.model === '' ? choices.models[0]! : wish.model]?.[1]}
          value={wish.model === '' ? choices.models[0]! : wish.model}
          options={withTitles(choices.models, modelWords)}
          onChange={(model) => set({ model: model === choices.models[0] ? '' : model })}
        />
      )}
      <Choice
        title="Senses"
        about={observations[wish.observation][1]}
        value={wish.observation}
        options={withTitles(Object.keys(observations) as Wish['observation'][], observations)}
        onChange={(observation) => set({ observation })}
      />
      <Choice
        title="May change"
        about={actionWords[wish.actions]?.[1]}
        value={wish.actions}
        options={withTitles(choices?.actions ?? [wish.actions], actionWords)}
        onChange={(actions) => set({ actions })}
      />
      <SeedInput seed={wish.seed} onChange={(seed) => set({ seed })} />
      <Button type="submit" icon="play" look="accent" disabled={choices === undefined}>
        Start learning
      </Button>
    </form>
  );
}

function SeedInput({ seed, onChange }: { readonly seed: number; readonly onChange: (seed: number) => void }) {
  return (
    <label className="grid grid-cols-[92px_1fr] items-center gap-2">
      <span className="text-dim">Seed</span>
      <input
        className="input"
        type="number"
        min={0}
        step={1}
        value={seed}
        onChange={({ target }) => {
          const next = target.valueAsNumber;
          if (Number.isSafeInteger(next) && next >= 0) onChange(next);
        }}
      />
    </label>
  );
}

interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly about: string | undefined;
  readonly value: T;
  readonly options: readonly (T | readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ title, about, value, options, onChange }: ChoiceProps<T>) {
  const id = useId();
  return (
    <div className="grid grid-cols-[92px_1fr] gap-x-2 gap-y-0.5">
      <label htmlFor={id} className="self-center text-dim">
        {title}
      </label>
      <Select id={id} value={value} options={options} aria-describedby={`${id}-about`} onSet={onChange} />
      <p id={`${id}-about`} className="col-start-2 text-[12px] text-dim">
        {about}
      </p>
    </div>
  );
}
