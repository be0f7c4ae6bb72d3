/** What the page shows, apart from frames and signals, which never pass through here. */
import { create } from 'zustand';
import type { Problem } from '../../engine/model/problem.ts';
import type { CameraMode } from '../../viewer/camera/camera-rig.ts';
import type { Theme } from '../../viewer/surfaces/palette.ts';
import type { Colouring } from '../../viewer/surfaces/surface-view.ts';
import type { RunFailure, Status, SystemInfo } from '../data/protocol.ts';
import type { ThemeSource } from '../live/live-view.ts';

export interface StudioState {
  readonly info: SystemInfo | undefined;
  readonly status: Status | undefined;
  readonly failure: RunFailure | undefined;
  /** Why the picture cannot be drawn. */
  readonly viewerProblem: string | undefined;
  /** Refused values by path of the parameter that was set. */
  readonly problems: Readonly<Record<string, readonly Problem[]>>;
  readonly notice: string | undefined;
  readonly theme: Theme;
  readonly camera: CameraMode;
  readonly colouring: Colouring;
  readonly channel: string | undefined;
  readonly partsShown: boolean;
  readonly gridSpacing: number;
  /** Sets of lines and markers that are seen. */
  readonly shownSets: readonly string[];
  /** The small view from above. */
  readonly insetShown: boolean;
  /** What is under the pointer and what pressing it does, with the pointer's place on the picture. */
  readonly hovered:
    | { readonly name: string; readonly about: string; readonly x: number; readonly y: number }
    | undefined;
  /** Whether the arrow keys steer the animal. */
  readonly steering: boolean;
  /** Whether the natural modes are shown instead of the run. */
  readonly modesOpen: boolean;
  /** Whether nothing but the picture is shown. */
  readonly poster: boolean;
  /** What the panel at the side shows. */
  readonly panel: 'parameters' | 'scene';
  /** Files that were dropped on the page and wait for the editor of the scene: a mesh, and what belongs to it. */
  readonly dropped: readonly File[];
  /** Seconds that the strips show. */
  readonly window: number;
  readonly helpOpen: boolean;
  /** What the dialog opens with; undefined: it is closed. */
  readonly exportOpen: string | undefined;
}

const themeKey = 'bestiary.theme';

/** Browsers that deny a page storage (in a frame of another site, say) throw at the very name of it. */
function readStored(): string | null {
  try {
    return localStorage.getItem(themeKey);
  } catch {
    return null;
  }
}

function readTheme(): Theme {
  const stored = readStored();
  if (stored === 'light' || stored === 'dark') return stored;
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
}

export const emptySession = {
  info: undefined,
  status: undefined,
  failure: undefined,
  viewerProblem: undefined,
  problems: {},
  notice: undefined,
  hovered: undefined,
  steering: false,
  modesOpen: false,
  poster: false,
  panel: 'parameters',
  dropped: [],
} as const;

export const useStudio = create<StudioState>()(() => ({
  ...emptySession,
  theme: readTheme(),
  camera: 'follow',
  colouring: 'blend',
  channel: undefined,
  partsShown: false,
  gridSpacing: 0,
  shownSets: [],
  insetShown: true,
  window: 2,
  helpOpen: false,
  exportOpen: undefined,
}));

/** For pictures outside of React. */
export const themes: ThemeSource = {
  read: () => useStudio.getState().theme,
  watch: (listener) =>
    useStudio.subscribe((state, before) => {
      if (state.theme !== before.theme) listener(state.theme);
    }),
};

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(themeKey, theme);
  } catch {
    // It holds until the page is closed.
  }
  useStudio.setState({ theme });
}

/** Follows the system's choice until the person makes their own. */
export function watchSystemTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => {
    if (readStored() === null) useStudio.setState({ theme: readTheme() });
  });
}
