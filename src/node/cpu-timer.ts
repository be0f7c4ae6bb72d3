/** CPU time of this process: unlike wall time it does not grow when other programs are busy. */

/** Starts a timer; calling it reads the CPU seconds since then, user and system. */
export function startCpuTimer(): () => number {
  const start = process.cpuUsage();
  return () => {
    const used = process.cpuUsage(start);
    return (used.user + used.system) / 1e6;
  };
}
