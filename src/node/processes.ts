/** Whether a process of this machine is there, also one of another user. */
import { readSystemCode } from './file-error.ts';

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readSystemCode(error) === 'EPERM';
  }
}
