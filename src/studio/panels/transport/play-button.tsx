/** Play and pause. */
import { useController } from '../../session/controller-context.ts';
import { useStudio } from '../../session/store.ts';
import { Icon } from '../../ui/icons.tsx';

interface PlayButtonProps {
  readonly className?: string;
  readonly disabled?: boolean;
}

export function PlayButton({ className = '', disabled = false }: PlayButtonProps) {
  const controller = useController();
  const playing = useStudio((state) => state.status?.playing === true);
  const action = playing ? 'Pause' : 'Play';
  return (
    <button
      type="button"
      className={`button button-square ${className}`}
      aria-label={action}
      title={`${action} (space)`}
      disabled={disabled}
      onClick={() => {
        controller.togglePlay();
      }}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  );
}
