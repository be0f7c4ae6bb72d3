/** The bar on top: where we are, theme, help. */
import type { ReactNode } from 'react';
import { setTheme, useStudio } from '../session/store.ts';
import { Button } from './button.tsx';

export function Header({ children, title }: { readonly children?: ReactNode; readonly title?: string }) {
  const theme = useStudio((state) => state.theme);
  const next = theme === 'dark' ? 'light' : 'dark';
  return (
    <header className="flex h-12 items-center gap-2 border-b border-line bg-panel px-3 [grid-area:header]">
      <a
        href="#/"
        className="flex items-center gap-2 rounded-md px-1 py-1 text-[15px] font-semibold tracking-tight"
        aria-label="Bestiary, to the gallery"
      >
        <Mark />
        <span className={title === undefined ? '' : 'max-sm:hidden'}>Bestiary</span>
      </a>
      {title !== undefined && (
        <>
          <span className="text-line max-sm:hidden" aria-hidden="true">
            /
          </span>
          <h1 className="truncate text-[15px] outline-none" tabIndex={-1}>
            {title}
          </h1>
        </>
      )}
      <div className="ml-auto flex items-center gap-1">
        {children}
        <Button
          icon={theme === 'dark' ? 'sun' : 'moon'}
          label={`Switch to the ${next} theme`}
          onClick={() => setTheme(next)}
        />
      </div>
    </header>
  );
}

function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#0d3a46" />
      <path
        d="M26.5 10c-4.5-5-8.5 1-6.5 5s-1.5 9-6 5-7-3-8.5 1"
        fill="none"
        stroke="#57e0cf"
        strokeWidth="3.4"
        strokeLinecap="round"
      />
    </svg>
  );
}
