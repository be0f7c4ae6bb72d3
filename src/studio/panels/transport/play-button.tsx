/** Play and pause. */
import { useController } from '../../session/controller-context.ts';
import { useStudio } from '../../session/store.ts';
import { Button } from '../../ui/button.tsx';

interface PlayButtonProps {
  readonly className?: string;
  readonly disabled?: boolean;
}

export function PlayButton({ className = '', disabled = false }: PlayButtonProps) {
  const controller = useController();
  const playing = useStudio((state) => state.status?.playing === true);
  const action = playing ? 'Pause' : 'Play';
  return (
    <Button
      icon={playing ? 'pause' : 'play'}
      label={action}
      title={`${action} (space)`}
      className={className}
      disabled={disabled}
      onClick={() => controller.togglePlay()}
    />
  );
}
