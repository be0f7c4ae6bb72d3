/** What a command is. One file per command exports one of these; ../registry.ts lists them. */
import type { Style } from './style.ts';

export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  /** Placeholder of its value, e.g. `S`; words with bars between them are its choices; a flag when left out. */
  readonly value?: string;
  /** Words that it may have besides other values, for completion. */
  readonly choices?: readonly string[];
  /** May be given more than once. */
  readonly repeatable?: boolean;
  readonly about: string;
}

export interface PositionalSpec {
  /** Placeholder in capitals, e.g. `ANIMAL|FILE`. */
  readonly name: string;
  readonly about: string;
  /** Words that it may be, for completion. */
  readonly choices?: readonly string[];
  readonly optional?: boolean;
  /** The last one may be given several times. */
  readonly variadic?: boolean;
}

/** Arguments after parsing; only declared options occur. */
export interface Arguments {
  readonly positionals: readonly string[];
  has(flag: string): boolean;
  /** The value of an option, or undefined when it was not given. */
  get(option: string): string | undefined;
  /** All values of a repeatable option. */
  getAll(option: string): readonly string[];
}

/** A place to write text: standard output or standard error. */
export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width in characters to lay tables out for. */
  readonly columns: number;
  /** Whether that is a width to keep to: of a terminal, or said by COLUMNS. */
  readonly hasWidth: boolean;
  readonly style: Style;
}

export interface Context {
  /** Results. With `json` exactly one JSON document. */
  readonly out: Output;
  /** Warnings, errors and advice. */
  readonly messages: Output;
  /** Progress and notes; none with --quiet. */
  readonly progress: Output | undefined;
  /** All commands, of which one may tell. */
  readonly loadCommands: () => Promise<readonly Command[]>;
  readonly json: boolean;
}

export interface Example {
  readonly line: string;
  readonly does: string;
}

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** After `bestiary`, e.g. `run ANIMAL|FILE [options]`. */
  readonly usage: string;
  readonly positionals?: readonly PositionalSpec[];
  /** Besides `--quiet`, `--json` and `--help`, which every command has. */
  readonly options: readonly OptionSpec[];
  /** Whole command lines with what they do; made when help is asked for. */
  readonly examples?: () => readonly Example[];
  /** Sentences below the options, such as what the words of a table mean. */
  readonly notes?: readonly string[];
  /** The exit code: 0 done, 1 the thing asked for failed, 2 bad input. May throw a CommandError or a ModelError instead. */
  run(context: Context, args: Arguments): Promise<number>;
}
