/** A dialog over the page, with a title and the button that closes it. */
import { Dialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button.tsx';

interface ModalProps extends Omit<ComponentProps<typeof Dialog.Content>, 'title'> {
  readonly open?: boolean;
  readonly title: string;
  /** Stands between the title and the button that closes. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
}

/** `className` has its size and what is inside of its border. */
export function Modal({ open = true, title, actions, onClose, className = '', children, ...others }: ModalProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className={`fixed top-1/2 left-1/2 z-50 -translate-1/2 rounded-2xl border border-line bg-panel shadow-2xl ${className}`}
          {...others}
        >
          <div className="flex flex-wrap items-center gap-2">
            <Dialog.Title className="mr-auto text-lg font-semibold">{title}</Dialog.Title>
            {actions}
            <Dialog.Close asChild>
              <Button icon="cross" label="Close" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
