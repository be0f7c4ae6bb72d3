import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** Stands at the right of the title. */
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

export function SceneSection({ title, extra, children }: SectionProps) {
  return (
    <section className="border-t border-line pt-3 pb-3" aria-label={title}>
      <div className="mb-1.5 flex min-h-7 items-center justify-between">
        <h2 className="font-semibold">{title}</h2>
        {extra}
      </div>
      {children}
    </section>
  );
}
