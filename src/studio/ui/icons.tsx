/** Line icons on a 16-unit square. They are always beside or inside something with a name. */
import type { ReactNode } from 'react';

const shapes = {
  play: <path d="M4.5 2.8v10.4L13 8z" fill="currentColor" stroke="none" />,
  pause: <path d="M4 3h2.8v10H4zM9.2 3H12v10H9.2z" fill="currentColor" stroke="none" />,
  forward: <path d="M3.5 3.5 9 8l-5.5 4.5zM12 3.5v9" />,
  back: <path d="M12.5 3.5 7 8l5.5 4.5zM4 3.5v9" />,
  restart: <path d="M3 8a5 5 0 1 0 1.7-3.750M3 2.5v3h3" />,
  undo: <path d="M6 3 3 6l3 3M3.3 6H9a3.5 3.5 0 0 1 0 7H6.5" />,
  redo: <path d="m10 3 3 3-3 3M12.7 6H7a3.5 3.5 0 0 0 0 7h2.5" />,
  moon: <path d="M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1" />
    </>
  ),
  help: (
    <>
      <path d="M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6" />
      <circle cx="8" cy="12" r="0.6" fill="currentColor" />
    </>
  ),
  link: (
    <path d="M6.5 9.5 9.5 6.5M7 4.5l1.3-1.3a3 3 0 0 1 4.3 4.3L11.3 8.8M9 11.5l-1.3 1.3a3 3 0 0 1-4.3-4.3L4.7 7.2" />
  ),
  check: <path d="m3 8.5 3.3 3.3L13 5" />,
  save: <path d="M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 10.5v2.7h10.4v-2.7" />,
  branch: (
    <>
      <path d="M4.5 5.8v4.4M4.5 8h4a3 3 0 0 0 3-2.2" />
      <circle cx="4.5" cy="4" r="1.7" />
      <circle cx="4.5" cy="12" r="1.7" />
      <circle cx="11.5" cy="4" r="1.7" />
    </>
  ),
  chevron: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  expand: <path d="M9.5 2.5h4v4M13.5 2.500 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9" />,
  plus: <path d="M8 3v10M3 8h10" />,
  cross: <path d="m4 4 8 8M12 4l-8 8" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4" />
      <path d="m10 10 3.5 3.5" />
    </>
  ),
  warning: <path d="M8 2.5 14.5 13.5h-13zM8 6.5v3.5M8 11.8v.2" />,
  steer: <path d="M8 2.5v11M2.5 8h11M6.5 4 8 2.5 9.5 4M6.5 12 8 13.5 9.5 12M4 6.5 2.5 8 4 9.5M12 6.5 13.5 8 12 9.5" />,
  compass: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="m10.4 5.6-1.5 3.3-3.3 1.5 1.5-3.3z" />
    </>
  ),
  wave: <path d="M1.5 8c1.6-5 3.2-5 4.8 0s3.2 5 4.8 0c1-3 2-4.2 3.4-3" />,
  grid: <path d="M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return <LineIcon className={className}>{shapes[name]}</LineIcon>;
}

interface LineIconProps {
  readonly size?: number;
  readonly stroke?: number;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A drawing on the 16-unit square. */
export function LineIcon({ size = 16, stroke = 1.4, className = '', children }: LineIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
