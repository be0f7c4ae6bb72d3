/** A button: an icon, words, or both. */
import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  readonly icon?: IconName;
  /** Its name where it shows no words; also its title, unless it has another. */
  readonly label?: string;
  readonly look?: 'outline' | 'accent';
}

export function Button({ icon, label, look, className = '', children, ...others }: ButtonProps) {
  const shape = children === undefined ? 'button-square' : '';
  return (
    <button
      type="button"
      className={`button ${shape} ${look === undefined ? '' : `button-${look}`} ${className}`}
      aria-label={label}
      title={label}
      {...others}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
