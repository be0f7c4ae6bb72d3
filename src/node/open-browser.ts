/** Opens an address in the user's browser if there is a display. Never fails. */
import { spawn } from 'node:child_process';

interface Launch {
  readonly program: string;
  readonly args: readonly string[];
}

/** How to open an address on this machine, or undefined without a screen. */
export function findLaunch(
  url: string,
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Launch | undefined {
  if (platform === 'win32') return { program: 'cmd', args: ['/c', 'start', '', url] };
  // A remote shell would open the window on a display that the user cannot see.
  if (env['SSH_CONNECTION'] !== undefined && env['DISPLAY'] === undefined) return undefined;
  if (platform === 'darwin') return { program: 'open', args: [url] };
  if (env['DISPLAY'] === undefined && env['WAYLAND_DISPLAY'] === undefined) return undefined;
  return { program: 'xdg-open', args: [url] };
}

export function openBrowser(url: string): void {
  const launch = findLaunch(url);
  if (launch === undefined) return;
  const child = spawn(launch.program, launch.args, { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
