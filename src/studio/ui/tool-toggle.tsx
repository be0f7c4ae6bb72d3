/** A button on the picture that switches a tool on and off. */
import { Icon, type IconName } from './icons.tsx';

interface ToggleProps {
  readonly icon: IconName;
  readonly label: string;
  readonly title: string;
  readonly pressed: boolean;
  readonly onToggle: () => void;
}

export function ToolToggle({ icon, label, title, pressed, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={title}
      className={`flex h-8 items-center gap-1.5 rounded-lg px-2.5 text-[12px] ${pressed ? 'bg-accent text-on-accent' : 'glass text-dim hover:text-ink'}`}
      onClick={onToggle}
    >
      <Icon name={icon} /> {label}
    </button>
  );
}
