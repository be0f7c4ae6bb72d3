/** Help texts, made from the command table. */
import { commonOptions } from '../command/arguments.ts';
import type { Command } from '../command/command.ts';
import { layOutColumns } from './layout.ts';
import { getSample } from './sample.ts';

export function formatOverview(commands: readonly Command[], columns: number): string {
  const sample = getSample();
  const rows = commands.map((command) => [command.name, command.summary]);
  return [
    'Bestiary: a lab of physically simulated animals.',
    '',
    'Usage: bestiary COMMAND [options]',
    '',
    'Commands',
    layOutColumns([...rows, ['help', 'Help on a command: bestiary help run.']], columns),
    '',
    'Examples',
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
    'With --json a command prints exactly one JSON document. Exit codes: 0 done, 1 failed, 2 bad input, 130 interrupted.',
    '',
  ].join('\n');
}

export function formatCommandHelp(command: Command, columns: number): string {
  const positionals = (command.positionals ?? []).map((spec) => [spec.name, spec.about]);
  const options = [...command.options, ...commonOptions].map((option) => [
    option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`,
    option.repeatable === true ? `${option.about} May be repeated.` : option.about,
  ]);
  const examples = (command.examples?.() ?? []).map(({ line, does }) => [line, does]);
  return [
    command.summary,
    '',
    `Usage: bestiary ${command.usage}`,
    '',
    'Options',
    layOutColumns([...positionals, ...options], columns),
    ...(examples.length === 0 ? [] : ['', 'Examples', layOutColumns(examples, columns)]),
    '',
  ].join('\n');
}
