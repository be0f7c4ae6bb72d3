/** Ctrl-C and termination, as something a loop can look at. */

export interface InterruptWatch {
  readonly interrupted: boolean;
  /** Gives the signals back to the system. */
  stop(): void;
}

/** From now on the first of these signals is only noted, so that a run can end well; a second one ends the process. */
export function watchInterrupts(): InterruptWatch {
  let interrupted = false;
  const note = (): void => {
    if (interrupted) process.exit(130);
    interrupted = true;
  };
  // The last is that of a terminal that was closed.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, note);
  return {
    get interrupted() {
      return interrupted;
    },
    stop: () => {
      for (const signal of signals) process.off(signal, note);
    },
  };
}
