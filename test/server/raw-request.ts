/** Sends bytes to a server as they are: HTTP clients tidy up the very requests that have to be refused. */
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Everything the server sends back until it closes the connection, as text. */
export function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

export async function sendRaw(
  url: string,
  target: string,
  { method = 'GET', host = '127.0.0.1', headers = [] as readonly string[] } = {},
): Promise<RawAnswer> {
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''];
  return parseAnswer(await exchange(url, Buffer.from(head.join('\r\n'), 'latin1')));
}

export function parseAnswer(text: string): RawAnswer {
  const split = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, split).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(first.split(' ')[1]), headers, body: text.slice(split + 4) };
}
