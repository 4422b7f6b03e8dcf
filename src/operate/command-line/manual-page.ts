import { version } from '../../platform/version.ts'
import { settingsText } from './help.ts'
import { commandTable, optionText, synopsis } from './table.ts'

/** Returns text in roff: hyphens are searchable, and no line is mistaken for a command. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')

/** Returns the manual page tapedeck(1), in the macros of man(7). */
export function manualPage(): string {
  const commands = commandTable.flatMap((command) => [
    '.TP',
    `.B tapedeck ${roff(synopsis(command))}`,
    `${roff(command.about)}.`,
    ...command.options.flatMap((option) => [
      '.RS',
      '.TP',
      `.B ${roff(optionText(option))}`,
      `${roff(option.about)}.`,
      '.RE',
    ]),
  ])
  return `${[
    `.TH TAPEDECK 1 "" "Tapedeck ${version}"`,
    '.SH NAME',
    'tapedeck \\- a music service in one executable that artists run themselves',
    '.SH SYNOPSIS',
    '.B tapedeck',
    '[COMMAND] [OPTION]...',
    '.SH COMMANDS',
    ...commands,
    '.SH ENVIRONMENT',
    'Settings come from the environment, or from a file .env in the current folder. Those that most people set:',
    '.PP',
    '.nf',
    roff(settingsText),
    '.fi',
    '.SH SEE ALSO',
    'The guide is part of the program:',
    '.B tapedeck help server',
    'prints its page about running a site.',
  ].join('\n')}\n`
}
