/**
 * Serves the built studio on this machine only. The pages are isolated from other origins (so that they may share memory
 * with their workers), and requests addressed to any other host name are refused: a foreign site whose name is made to
 * point here can therefore read nothing.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServerError } from './server-error.ts';
import { chooseEncoding, parseTarget, type ServedFile, ServedFolder } from './server-files.ts';

export interface StudioServerOptions {
  /** The folder to serve. */
  readonly root: string;
  /** When given, this port or an error; otherwise the default port, or any free one if that is taken. */
  readonly port?: number;
  /** Names, besides those of this machine, that a request may be addressed to: for a forwarded port or a proxy. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may show the studio in a frame; none by default. */
  readonly allowedFrames?: readonly string[];
}

export interface StudioServer {
  readonly url: string;
  /** Ends open connections too. May be called more than once. */
  close(): Promise<void>;
}

const defaultPort = 4711;
const loopback = '127.0.0.1';
const ownHosts = [loopback, 'localhost', '[::1]'];

function createPolicy(frames: readonly string[]): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** On every answer, errors included. */
function createCommonHeaders(frames: readonly string[]): OutgoingHttpHeaders {
  return {
    'Content-Security-Policy': createPolicy(frames),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
    // A page that is itself isolated frames only what says that it may be.
    'Cross-Origin-Resource-Policy': frames.length === 0 ? 'same-origin' : 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    // Browser features that the studio does not use; it uses game pads and full screen.
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'X-Content-Type-Options': 'nosniff',
  };
}

/** Scheme, host (with * for all below it) and port: nothing that could begin another part of the policy. */
const originPattern = /^https?:\/\/(?:\*\.)?[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d{1,5})?$/iu;

function checkFrames(frames: readonly string[]): void {
  const wrong = frames.find((origin) => !originPattern.test(origin));
  if (wrong === undefined) return;
  const what = `The origin of a page with frames is '${printName(wrong)}'.`;
  const hint = 'Write scheme and host, as https://example.org or http://localhost:8080.';
  throw new ServerError('frame-origin', 'frames', wrong, what, hint);
}

export async function startStudioServer(options: StudioServerOptions): Promise<StudioServer> {
  const { port } = options;
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw new ServerError(
      'port-range',
      'port',
      String(port),
      `The port is ${port}.`,
      'Give a whole number from 0 to 65535.',
    );
  }
  const frames = options.allowedFrames ?? [];
  checkFrames(frames);
  const folder = await openFolder(options.root);
  const headers = createCommonHeaders(frames);
  const hosts = new Set([...ownHosts, ...(options.allowedHosts ?? []).map((host) => host.toLowerCase())]);
  // Connections that do not say what they want are looked for every second; Node's own half a minute lets them stay.
  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value!);
    answer(request, response, folder, hosts).catch(() => {
      if (response.headersSent) response.destroy();
      else sendText(request, response, 500, 'The file could not be read.');
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 10_000;
  await listenSomewhere(server, port);
  return {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function openFolder(root: string): Promise<ServedFolder> {
  try {
    return await ServedFolder.open(root);
  } catch {
    throw new ServerError(
      'no-files',
      'root',
      root,
      `There is no folder ${root}.`,
      'Build the studio first: npm run build.',
    );
  }
}

async function listenSomewhere(server: Server, port: number | undefined): Promise<void> {
  try {
    await listen(server, port ?? defaultPort);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (port === undefined && (code === 'EADDRINUSE' || code === 'EACCES')) return listen(server, 0);
    if (code === 'EADDRINUSE') {
      const hint = 'Stop the program that listens there, choose another, or leave the port out to get a free one.';
      throw new ServerError('port-taken', 'port', String(port), `Port ${port} is already in use.`, hint);
    }
    const hint = 'Choose another port, or leave it out to get a free one.';
    throw new ServerError('port-refused', 'port', String(port), `Port ${port} cannot be opened (${code}).`, hint);
  }
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: loopback, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: ServedFolder,
  hosts: ReadonlySet<string>,
): Promise<void> {
  // Nothing here reads a body; a client that sends one may not use the connection for the next request.
  if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) {
    response.setHeader('Connection', 'close');
  }
  const found = refuse(request, hosts) ?? (await find(request.url ?? '', folder));
  if ('text' in found) sendText(request, response, found.status, found.text);
  else await sendFile(request, response, found);
}

interface TextAnswer {
  readonly status: number;
  readonly text: string;
}

function refuse(request: IncomingMessage, hosts: ReadonlySet<string>): TextAnswer | undefined {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (!hosts.has(host)) {
    const what = `This server does not answer to the host name '${printName(host)}'.`;
    return { status: 403, text: `${what} If it is yours, start the studio with --allow-host NAME.` };
  }
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  return { status: 405, text: 'Only GET and HEAD are answered.' };
}

async function find(target: string, folder: ServedFolder): Promise<TextAnswer | ServedFile> {
  if (target === '/health') return { status: 200, text: 'ok' };
  const path = parseTarget(target);
  if (path === undefined) return { status: 400, text: 'This address is not a plain path.' };
  return (await folder.find(path)) ?? { status: 404, text: 'There is nothing at this address.' };
}

/** A name from a request, safe to show: anything unusual becomes `?`. */
function printName(name: string): string {
  return name.slice(0, 64).replace(/[^\w.:[\]-]/g, '?');
}

function sendText(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  const body = `${text}\n`;
  response.writeHead(status, {
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
    'Cache-Control': 'no-store',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): Promise<void> {
  const encoding = file.isCompressible ? chooseEncoding(request.headers['accept-encoding']?.toString()) : 'identity';
  const tag = `"${file.tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  const headers: OutgoingHttpHeaders = {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Type': file.type,
    ETag: tag,
  };
  if (file.isCompressible) headers['Vary'] = 'Accept-Encoding';
  if (matchesTag(request.headers['if-none-match'], tag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const body = await file.encode(encoding);
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
  headers['Content-Length'] = body.length;
  response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body);
}

function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === tag);
}
