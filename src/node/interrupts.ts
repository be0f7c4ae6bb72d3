/** Ctrl-C and termination signals as a flag that a loop can poll. */

export interface InterruptWatch {
  readonly interrupted: boolean;
  /** Aborted at the same moment, for asynchronous waits. */
  readonly signal: AbortSignal;
  /** Gives the signals back to the system. */
  stop(): void;
}

/** From now on the first of these signals is only noted, so that a run can end cleanly; a second one ends the process. */
export function watchInterrupts(): InterruptWatch {
  const controller = new AbortController();
  const note = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  // SIGHUP is that of a terminal that was closed; SIGBREAK, on Windows alone, what one program can send to another.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;
  for (const signal of signals) process.on(signal, note);
  return {
    get interrupted() {
      return controller.signal.aborted;
    },
    signal: controller.signal,
    stop: () => {
      for (const signal of signals) process.off(signal, note);
    },
  };
}
