/** Errors when starting a server: data first, then the sentence of `message`. */
export type ServerErrorCode = 'no-files' | 'port-range' | 'port-taken' | 'port-refused' | 'frame-origin';

export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly code: ServerErrorCode;
  /** The option at fault. */
  readonly path: 'root' | 'port' | 'frames';
  readonly got: string;
  readonly hint: string;

  constructor(code: ServerErrorCode, path: 'root' | 'port' | 'frames', got: string, what: string, hint: string) {
    super(`${what} ${hint}`);
    this.code = code;
    this.path = path;
    this.got = got;
    this.hint = hint;
  }
}
