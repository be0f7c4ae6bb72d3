/** The address of a Redis: read, and never printed with its password. Needs no library, so that commands start fast. */

const defaultPort = 6379;

/** What is wrong with a Redis or its workers, as a sentence without secrets. */
export class RedisError extends Error {
  readonly code:
    | 'redis-address'
    | 'redis-unreachable'
    | 'redis-password'
    | 'redis-refused'
    | 'redis-lost'
    | 'version-mismatch';

  constructor(code: RedisError['code'], message: string) {
    super(message);
    this.name = 'RedisError';
    this.code = code;
  }
}

export interface RedisAddress {
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly db?: number;
    readonly username?: string;
    readonly password?: string;
    readonly tls?: object;
  };
  /** Host, port and database: what may be printed. */
  readonly name: string;
}

/** `redis://user:password@host:port/db`, or `rediss://` for TLS. */
export function parseRedisAddress(text: string): RedisAddress {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Told below, without the text: it may hold a password.
  }
  const db = url?.pathname.replace(/^\//u, '') ?? '';
  if (url === undefined || !/^rediss?:$/u.test(url.protocol) || url.hostname === '' || !/^\d{0,5}$/u.test(db))
    throw new RedisError(
      'redis-address',
      'The Redis address cannot be read. Write redis://HOST:PORT, or redis://:PASSWORD@HOST:PORT/DATABASE, rediss:// for TLS.',
    );
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const port = url.port === '' ? defaultPort : Number(url.port);
  return {
    name: `${url.hostname}:${port}${db === '' ? '' : `/${db}`}`,
    options: {
      host,
      port,
      ...(db === '' ? {} : { db: Number(db) }),
      ...(url.username === '' ? {} : { username: decode(url.username) }),
      ...(url.password === '' ? {} : { password: decode(url.password) }),
      ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
    },
  };
}

/** A % that begins no escape stands for itself, as in a password that was typed as it is. */
function decode(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/** Whatever a library wrote, without our secret. */
export function redact(text: string, address: RedisAddress): string {
  const { password } = address.options;
  return password === undefined ? text : text.replaceAll(password, '***');
}
