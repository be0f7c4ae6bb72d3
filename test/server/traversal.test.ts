import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStudioServer, type StudioServer } from '../../src/node/server.ts';
import { sendRaw } from './raw-request.ts';
import { createServedFolder, secretText } from './served-folder.ts';

const folder = createServedFolder();
let server: StudioServer;

beforeAll(async () => {
  server = await startStudioServer({ root: folder.root, port: 0 });
});

afterAll(async () => {
  await server.close();
  folder.remove();
});

/** Ways to ask for something outside the folder, as functions of a name that exists there and one that does not. */
const attempts: Readonly<Record<string, (name: string) => string>> = {
  climbing: (name) => `/../${name}`,
  'climbing from below': (name) => `/assets/../../${name}`,
  'encoded dots': (name) => `/%2e%2e/${name}`,
  'encoded dots, capitals': (name) => `/%2E%2E/${name}`,
  'encoded slash': (name) => `/..%2f${name}`,
  'encoded twice': (name) => `/%252e%252e/${name}`,
  'encoded twice, slash': (name) => `/..%252f${name}`,
  'overlong encoding': (name) => `/%c0%ae%c0%ae/${name}`,
  backslash: (name) => `/..\\${name}`,
  'encoded backslash': (name) => `/..%5c${name}`,
  NUL: (name) => `/%00../${name}`,
  'NUL before an extension': (name) => `/../${name}%00.html`,
  'line break': (name) => `/%0d%0a../${name}`,
  absolute: (name) => `/${folder.root}/../${name}`,
  'two slashes': (name) => `//${folder.root}/../${name}`,
  'drive letter': (name) => `/C:/${name}`,
  stream: (name) => `/index.html::$DATA/../../${name}`,
  fragment: (name) => `/#/../../${name}`,
  'question mark encoded': (name) => `/%3f/../../${name}`,
  'no slash first': (name) => `../${name}`,
  'another scheme': (name) => `file:///${folder.root}/../${name}`,
  'proxy form': (name) => `http://127.0.0.1/../${name}`,
  'broken encoding': (name) => `/%zz/../../${name}`,
  'link to a folder outside': (name) => `/folder-link/${name}`,
  'trailing dot': (name) => `/../${name}.`,
};

test.each(Object.entries(attempts))('%s is refused, whether or not the file is there', async (_name, aim) => {
  const present = await sendRaw(server.url, aim('secret.txt'));
  const absent = await sendRaw(server.url, aim('absent.txt'));
  expect([400, 403, 404]).toContain(present.status);
  expect(present.body).not.toContain(secretText);
  expect({ ...present, headers: { ...present.headers, date: '' } }).toEqual({
    ...absent,
    headers: { ...absent.headers, date: '' },
  });
});

test.each(['/link.txt', '/sibling.txt', '/assets', '/assets/', '/index.html/', '/nothing', '/INDEX.HTML/x'])(
  '%s is as absent as any other',
  async (target) => {
    const { status, body } = await sendRaw(server.url, target);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain(secretText);
  },
);

test.each(['/.hidden', '/%2ehidden', '/assets/.', '/index.html.', '/index.html%20', '/.absent'])(
  '%s is not a plain path',
  async (target) => {
    expect(await sendRaw(server.url, target)).toMatchObject({
      status: 400,
      body: 'This address is not a plain path.\n',
    });
  },
);

test('what is inside is still served', async () => {
  expect((await sendRaw(server.url, '/plain.json')).body).toBe('{"a":1}');
});
