/** Where in the tour one is, and whether it was offered before. */
import { create } from 'zustand';
import { tourSteps } from './steps.ts';

const storageKey = 'bestiary.tour';

interface TourState {
  /** undefined: nobody takes it. */
  readonly step: number | undefined;
  /** Whether it was taken or turned down, on this visit or an earlier one. */
  readonly known: boolean;
}

/** Without storage the tour is offered again each time, and that is all. */
function readKnown(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

export const useTour = create<TourState>()(() => ({ step: undefined, known: readKnown() }));

function remember(): void {
  try {
    localStorage.setItem(storageKey, 'known');
  } catch {
    // It holds until the page is closed.
  }
}

export function startTour(): void {
  useTour.setState({ step: 0 });
}

export function endTour(): void {
  remember();
  useTour.setState({ step: undefined, known: true });
}

/** `move` is 1 or −1; after the last step the tour is over. */
export function moveTour(move: number): void {
  const { step } = useTour.getState();
  if (step === undefined) return;
  const next = step + move;
  if (next >= tourSteps.length) endTour();
  else if (next >= 0) useTour.setState({ step: next });
}
