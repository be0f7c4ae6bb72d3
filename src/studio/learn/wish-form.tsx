/** What is to be learned, and how; every choice has a default that works. */
import { type ReactNode, useId, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import { type Choices, defaultTask, type Wish } from './training/messages.ts';

interface WishFormProps {
  readonly choices: Choices | undefined;
  readonly onBegin: (wish: Wish) => void;
}

const trainers = {
  es: 'Evolution (CMA-ES): a linear policy, in seconds to minutes.',
  ppo: 'Policy gradients (PPO): a network, in minutes.',
} as const;
const observations = {
  aim: 'Where the target is, in a few numbers; for linear policies.',
  small: 'Target, axes, velocities, phase of the stroke; for networks.',
  full: 'Also sampled nodes of the body; learns slowly.',
} as const;
const actionWords: Readonly<Record<string, string>> = {
  few: 'Turn, climb and effort of the whole body.',
  default: 'Every cord or control by itself.',
  paper: "Every cord, as in the model's paper, set in every tick.",
};

type Trainer = Wish['trainer'];

/** What works for a trainer: evolution wants few numbers. */
function createWish(choices: Choices | undefined, trainer: Trainer): Wish {
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
      <Choice title="Task" about={task?.about} value={wish.task} onChange={(name) => set({ task: name })}>
        {(choices?.tasks ?? [{ name: wish.task }]).map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice
        title="Trainer"
        about={trainers[wish.trainer]}
        value={wish.trainer}
        onChange={(trainer) => {
          // Its own defaults for what it sees and does.
          setChanged({ task: wish.task, model: wish.model, seed: wish.seed, trainer: trainer as Trainer });
        }}
      >
        <option value="es">Evolution</option>
        <option value="ppo">PPO</option>
      </Choice>
      {choices !== undefined && choices.models.length > 1 && (
        <Choice
          title="Excitation"
          about="How actions become excitations of muscles."
          value={wish.model === '' ? choices.models[0]! : wish.model}
          onChange={(model) => set({ model: model === choices.models[0] ? '' : model })}
        >
          {choices.models.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      )}
      <Choice
        title="Sees"
        about={observations[wish.observation]}
        value={wish.observation}
        onChange={(observation) => set({ observation: observation as Wish['observation'] })}
      >
        {Object.keys(observations).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <Choice
        title="Changes"
        about={actionWords[wish.actions]}
        value={wish.actions}
        onChange={(actions) => set({ actions })}
      >
        {(choices?.actions ?? [wish.actions]).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Choice>
      <SeedInput seed={wish.seed} onChange={(seed) => set({ seed })} />
      <button type="submit" className="button button-accent" disabled={choices === undefined}>
        <Icon name="play" /> Start learning
      </button>
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

interface ChoiceProps {
  readonly title: string;
  readonly about: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Choice({ title, about, value, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="grid grid-cols-[92px_1fr] gap-x-2 gap-y-0.5">
      <label htmlFor={id} className="self-center text-dim">
        {title}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        {children}
      </select>
      <p id={`${id}-about`} className="col-start-2 text-[12px] text-dim">
        {about}
      </p>
    </div>
  );
}
