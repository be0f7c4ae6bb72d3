import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStudioServer, type StudioServer } from '../../src/node/server.ts';
import { ServerError } from '../../src/node/server-error.ts';
import { exchange, parseAnswer, sendRaw } from './raw-request.ts';
import { createServedFolder, indexText } from './served-folder.ts';

const folder = createServedFolder();
let server: StudioServer;

beforeAll(async () => {
  server = await startStudioServer({ root: folder.root, port: 0, allowedHosts: ['Lab.example'] });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('frames', () => {
  test('of the pages that were named may show it, no others', async () => {
    const allowedFrames = ['https://lab.example', 'http://localhost:8080'];
    const framed = await startStudioServer({ root: folder.root, port: 0, allowedFrames });
    const { headers } = await sendRaw(framed.url, '/');
    await framed.close();
    expect(headers['content-security-policy']).toContain(
      '; frame-ancestors https://lab.example http://localhost:8080; ',
    );
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test.each(['*', 'lab.example', 'https://a.example; script-src *', 'https://a.example/page', ''])(
    'of %j are refused in words',
    async (origin) => {
      const asked = startStudioServer({ root: folder.root, port: 0, allowedFrames: [origin] });
      await expect(asked).rejects.toThrow(/Write scheme and host/u);
    },
  );
});

describe('answers', () => {
  test('the start page, isolated from other origins', async () => {
    const { status, headers, body } = await sendRaw(server.url, '/');
    expect(status).toBe(200);
    expect(body).toBe(indexText);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      'content-security-policy':
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
        "img-src 'self' data: blob:; worker-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; " +
        "base-uri 'none'; form-action 'none'",
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each([
    ['/plain.json', 'application/json; charset=utf-8'],
    ['/plain.json?v=1', 'application/json; charset=utf-8'],
    ['/inside.json', 'application/json; charset=utf-8'],
    ['/with%20space.txt', 'text/plain; charset=utf-8'],
    ['/assets/index-Bx7d_8aZ.js', 'text/javascript; charset=utf-8'],
    ['/assets/kernels-0123abcd.wasm', 'application/wasm'],
    ['/unknown.xyz', 'application/octet-stream'],
  ])('%s as %s', async (target, type) => {
    const { status, headers } = await sendRaw(server.url, target);
    expect([status, headers['content-type']]).toEqual([200, type]);
  });

  test('names with a hash may be cached for ever', async () => {
    const { headers } = await sendRaw(server.url, '/assets/index-Bx7d_8aZ.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test('HEAD has the headers of GET and no body', async () => {
    const get = await sendRaw(server.url, '/');
    const head = await sendRaw(server.url, '/', { method: 'HEAD' });
    expect(head.body).toBe('');
    expect(head.status).toBe(200);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    const missing = await sendRaw(server.url, '/missing', { method: 'HEAD' });
    expect([missing.status, missing.body]).toEqual([404, '']);
  });

  test('health', async () => {
    expect(await sendRaw(server.url, '/health')).toMatchObject({ status: 200, body: 'ok\n' });
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;q=0.5, br;q=0', 'gzip'],
    ['identity', undefined],
    ['br;q=0.0', undefined],
  ])('Accept-Encoding %s gives %s', async (accepted, encoding) => {
    const { headers, body } = await sendRaw(server.url, '/', { headers: [`Accept-Encoding: ${accepted}`] });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toBe('Accept-Encoding');
    const bytes = Buffer.from(body, 'latin1');
    expect(bytes.length).toBe(Number(headers['content-length']));
    const decoded = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
    expect(decoded.toString()).toBe(indexText);
  });

  test('short files are not compressed', async () => {
    const { headers } = await sendRaw(server.url, '/plain.json', { headers: ['Accept-Encoding: br'] });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  test('a known tag is answered with 304, and a changed file with a new one', async () => {
    const path = join(folder.root, 'changing.txt');
    writeFileSync(path, 'one');
    const first = await sendRaw(server.url, '/changing.txt');
    const tag = first.headers['etag']!;
    const again = await sendRaw(server.url, '/changing.txt', { headers: [`If-None-Match: "other", W/${tag}`] });
    expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', tag]);
    writeFileSync(path, 'three');
    const changed = await sendRaw(server.url, '/changing.txt', { headers: [`If-None-Match: ${tag}`] });
    expect([changed.status, changed.body]).toEqual([200, 'three']);
    expect(changed.headers['etag']).not.toBe(tag);
  });

  test('encodings have tags of their own', async () => {
    const tags = new Set<string | undefined>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      tags.add((await sendRaw(server.url, '/', { headers: [`Accept-Encoding: ${encoding}`] })).headers['etag']);
    }
    expect(tags.size).toBe(3);
  });
});

describe('refusals', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is not allowed', async (method) => {
    const { status, headers } = await sendRaw(server.url, '/', { method });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', ''])(
    'host name "%s" is refused, and the option is named',
    async (host) => {
      const { status, body, headers } = await sendRaw(server.url, '/', { host });
      expect(status).toBe(403);
      expect(body).toContain('--allow-host');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
    },
  );

  test('a host name is never echoed as it came', async () => {
    const { status, body } = await sendRaw(server.url, '/', { host: '<script>alert(1)</script>' });
    expect(status).toBe(403);
    expect(body).not.toContain('<');
  });

  test.each(['localhost', 'LOCALHOST:1', '127.0.0.1:80', '[::1]:99', 'lab.example'])(
    'host name "%s" is answered',
    async (host) => {
      expect((await sendRaw(server.url, '/', { host })).status).toBe(200);
    },
  );

  test.each([
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['no host, old protocol', 'GET / HTTP/1.0\r\n\r\n', 403],
    ['not HTTP', 'hello\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['two lengths', 'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na', 400],
  ])('%s', async (_name, bytes, status) => {
    expect(parseAnswer(await exchange(server.url, bytes)).status).toBe(status);
    expect((await sendRaw(server.url, '/health')).status).toBe(200);
  });

  test('half a request is waited for ten seconds, not the half minute between two looks of Node', async () => {
    const begun = performance.now();
    const text = await exchange(server.url, 'GET / HTTP/1.1\r\nHost: localhost\r\n');
    expect(parseAnswer(text).status).toBe(408);
    expect(performance.now() - begun).toBeLessThan(25_000);
  }, 60_000);

  test('a body is not read, and ends the connection', async () => {
    const bytes =
      'GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhelloGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const text = await exchange(server.url, bytes);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(parseAnswer(text).headers['connection']).toBe('close');
  });
});

describe('ports', () => {
  const occupy = async (): Promise<{ blocker: Server; port: number }> => {
    const blocker = createServer();
    await new Promise<void>((resolve) => blocker.listen(0, '127.0.0.1', () => resolve()));
    return { blocker, port: (blocker.address() as AddressInfo).port };
  };

  test('two servers without a port get one each', async () => {
    const servers = await Promise.all([1, 2].map(() => startStudioServer({ root: folder.root })));
    expect(new Set(servers.map(({ url }) => url)).size).toBe(2);
    for (const { url } of servers) expect((await fetch(`${url}health`)).status).toBe(200);
    await Promise.all(servers.map((each) => each.close()));
  });

  test('a taken port is an error that says so', async () => {
    const { blocker, port } = await occupy();
    const error = await startStudioServer({ root: folder.root, port }).catch((reason: unknown) => reason);
    blocker.close();
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({ code: 'port-taken', path: 'port', got: String(port) });
    expect((error as Error).message).toContain(`Port ${port} is already in use.`);
  });

  test.each([-1, 65536, 1.5, Number.NaN])('port %d is out of range', async (port) => {
    await expect(startStudioServer({ root: folder.root, port })).rejects.toMatchObject({ code: 'port-range' });
  });

  test('a folder that is not there is an error that says what to do', async () => {
    await expect(startStudioServer({ root: join(folder.root, 'no'), port: 0 })).rejects.toThrow('npm run build');
  });

  test('only this machine can connect', async () => {
    const { port } = new URL(server.url);
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((address) => address !== undefined && !address.internal && address.family === 'IPv4');
    const refused = outside.map(
      (address) =>
        new Promise<string>((resolve) => {
          const socket = connect(Number(port), address!.address, () => resolve(`${address!.address} connected`));
          socket.on('error', () => resolve('refused'));
        }),
    );
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(await Promise.all(refused)).toEqual(outside.map(() => 'refused'));
  });

  test('closing ends idle connections and may be repeated', async () => {
    const other = await startStudioServer({ root: folder.root, port: 0 });
    const { port } = new URL(other.url);
    const ended = new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.on('close', () => resolve());
        socket.resume();
        socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
        socket.once('data', () => void other.close());
      });
    });
    await ended;
    await other.close();
    await expect(fetch(other.url)).rejects.toThrow();
  });

  test('many requests at once are all answered', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendRaw(server.url, '/')));
    expect(answers.filter(({ status, body }) => status === 200 && body === indexText)).toHaveLength(200);
  });
});
