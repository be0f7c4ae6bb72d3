/** `bestiary studio`: serve the built studio on this machine until interrupted. */
import { openBrowser } from '../../node/open-browser.ts';
import { startStudioServer } from '../../node/server.ts';
import { ServerError } from '../../node/server-error.ts';
import { readNumber } from '../command/arguments.ts';
import type { Arguments, Command, Context } from '../command/command.ts';
import { CommandError, exitCodes } from '../command/command-error.ts';
import { findStudioFolder } from '../input/studio-folder.ts';
import { writeResult } from '../output/layout.ts';

export const studioCommand: Command = {
  name: 'studio',
  summary: 'Serve the studio on this machine and print its address.',
  usage: 'studio [--port N] [--open|--no-open] [--allow-host NAME]… [--allow-frames ORIGIN]…',
  options: [
    {
      name: 'port',
      value: 'N',
      about: 'Port to listen on; without it the usual one, or a free one when that is taken.',
    },
    { name: 'open', about: 'Open it in the browser, where there is one.' },
    { name: 'no-open', about: 'Do not open it in the browser (default).' },
    {
      name: 'allow-host',
      value: 'NAME',
      repeatable: true,
      about: 'Also answer requests addressed to this host name, e.g. of a proxy in front.',
    },
    {
      name: 'allow-frames',
      value: 'ORIGIN',
      repeatable: true,
      about: 'Let pages of this origin show animals in a frame: ADDRESS?embed#/ANIMAL.',
    },
  ],
  examples: () => [
    { line: 'bestiary studio --open', does: 'what npm start runs' },
    { line: 'bestiary studio --port 8080', does: 'this port, or an error when it is taken' },
    { line: 'bestiary studio --allow-frames https://example.org', does: 'animals in frames of pages there' },
  ],
  run: serveStudio,
};

async function serveStudio(context: Context, args: Arguments): Promise<number> {
  const server = await start(args);
  const interrupted = waitForInterrupt();
  writeResult(context, { url: server.url }, `${server.url}\n`);
  context.progress?.write('The studio is served at this address until you press Ctrl-C.\n');
  if (args.has('open') && !args.has('no-open')) openBrowser(server.url);
  await interrupted;
  await server.close();
  return exitCodes.done;
}

async function start(args: Arguments) {
  const port = args.has('port') ? readNumber(args, 'port', 0, { min: 1, max: 65535, whole: true }) : undefined;
  try {
    return await startStudioServer({
      root: findStudioFolder(),
      allowedHosts: args.getAll('allow-host'),
      allowedFrames: args.getAll('allow-frames'),
      ...(port === undefined ? {} : { port }),
    });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    throw new CommandError(error.code, error.message, {
      exitCode: error.code === 'frame-origin' ? exitCodes.badInput : exitCodes.failed,
      cause: error,
    });
  }
}

/** Resolves at the first signal to stop. */
function waitForInterrupt(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}
