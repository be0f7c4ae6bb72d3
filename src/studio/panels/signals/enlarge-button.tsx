import { Icon } from '../../ui/icons.tsx';

/** Opens a plot large, with its other views and what can be saved of it. */
export function EnlargeButton({ title, onPress }: { readonly title: string; readonly onPress: () => void }) {
  return (
    <button
      type="button"
      className="grid size-[18px] shrink-0 place-items-center rounded text-dim hover:bg-raised hover:text-ink"
      aria-label={`Enlarge ${title}`}
      title="Enlarge; spectrum, phase portrait, CSV, PNG"
      onClick={onPress}
    >
      <Icon name="expand" className="!size-3" />
    </button>
  );
}
