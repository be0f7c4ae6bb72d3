/** Help texts, made from the command table. */
import { commonOptions } from '../command/arguments.ts';
import type { Command, Output } from '../command/command.ts';
import { layOutColumns, wrapAfter, wrapText } from './layout.ts';
import { getSample } from './sample.ts';

type Page = Pick<Output, 'columns' | 'style'>;

export function formatOverview(commands: readonly Command[], { columns, style }: Page): string {
  const sample = getSample();
  const rows = commands.map((command) => [command.name, command.summary]);
  return [
    'Bestiary: a lab of physically simulated animals.',
    '',
    'Usage: bestiary COMMAND [options]',
    '',
    style.heading('Commands'),
    layOutColumns([...rows, ['help', 'Help on a command: bestiary help run.']], columns),
    '',
    style.heading('Examples'),
    layOutColumns(
      [
        [`bestiary run ${sample.name}`, 'ten seconds of it'],
        ...sample.changes.map(({ settings, does }) => [`bestiary run ${sample.name} ${settings}`, does]),
        [`bestiary describe ${sample.name} --parameters`, 'what can be changed'],
        ['bestiary studio', 'see it in the browser'],
      ],
      columns,
    ),
    '',
    ...wrapText(
      'With --json a command prints exactly one JSON document. Exit codes: 0 done, 1 failed, 2 bad input, 130 interrupted. Colour is for terminals; NO_COLOR and FORCE_COLOR decide otherwise.',
      columns,
    ),
    '',
  ].join('\n');
}

export function formatCommandHelp(command: Command, { columns, style }: Page): string {
  const positionals = (command.positionals ?? []).map((spec) => [spec.name, spec.about]);
  const options = [...command.options, ...commonOptions].map((option) => [
    option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`,
    option.repeatable === true ? `${option.about} May be repeated.` : option.about,
  ]);
  const examples = (command.examples?.() ?? []).map(({ line, does }) => [line, does]);
  return [
    ...wrapText(command.summary, columns),
    '',
    wrapAfter('Usage: bestiary', command.usage, columns),
    '',
    style.heading('Options'),
    layOutColumns([...positionals, ...options], columns),
    ...(command.notes ?? []).flatMap((note) => ['', wrapText(note, columns).join('\n')]),
    ...(examples.length === 0 ? [] : ['', style.heading('Examples'), layOutColumns(examples, columns)]),
    '',
  ].join('\n');
}
