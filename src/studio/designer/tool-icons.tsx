/** Line icons of the drawing tools, on a 16-unit square. */
import type { ReactNode } from 'react';

const shapes = {
  select: <path d="M4 2.5v10l2.8-2.6 1.9 4 1.8-.9-1.9-3.8h3.6z" />,
  outline: <path d="M13.5 8c0 3-2.6 5-5.6 5S2.500 11 2.500 8.200 5 3 8.200 3s5.300 2 5.300 5z" />,
  limb: <path d="M2.500 12.500C5 5.500 8 11.500 13.500 4" strokeWidth="3.400" />,
  ball: <ellipse cx="8" cy="8" rx="5.500" ry="4" />,
  zigzag: <path d="M2 12 5 4l2.500 8L10 4l2.500 8L14 7" />,
  line: <path d="M2.500 12c3-1 3-7 6-7.500 2-.3 3 1 5 .5M11 2.800 13.700 5l-2.200 2.500" />,
  points: (
    <>
      <path d="M3 12 7 4.500 13 9" />
      <circle cx="3" cy="12" r="1.500" fill="currentColor" />
      <circle cx="7" cy="4.500" r="1.500" fill="currentColor" />
      <circle cx="13" cy="9" r="1.500" fill="currentColor" />
    </>
  ),
  fin: (
    <path d="M2.500 12.500h11M3.500 12.500C4 5.500 9 2.500 13 3c-1.500 2.500-1.200 6.500-.5 9.500M7 12.500c.2-2.500 1-5 2.500-7" />
  ),
  brush: (
    <path d="M13.500 2.500 7.500 9M6.800 8.600c-2-.3-3.300 1-3.300 2.700 0 .9-.5 1.600-1.300 2 2.600.6 5.600.1 5.700-2.500 0-.9-.4-1.800-1.100-2.200z" />
  ),
  minus: <path d="M3 8h10" />,
  fit: <path d="M2.500 6V2.500H6M10 2.500h3.500V6M13.500 10v3.500H10M6 13.500H2.500V10" />,
} as const satisfies Record<string, ReactNode>;

export function ToolIcon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.400"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  );
}
