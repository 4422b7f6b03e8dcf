import { readDomainName } from '../../platform/certificate/domain-name.ts'
import { devCommand } from '../../platform/client/client-dir.ts'
import { commandTable } from './table.ts'

export class UsageError extends Error {
  override readonly name = 'UsageError'

  constructor(problem: string) {
    super(`${problem} Try tapedeck --help.`)
  }
}

/** The arguments of a command. A value follows each option in `values`. */
type AcceptedArguments = { options: readonly string[]; operands: number; values: readonly string[] }

const nothing: AcceptedArguments = { options: [], operands: 0, values: [] }

const taken: Readonly<Record<string, AcceptedArguments>> = {
  ...Object.fromEntries(
    commandTable.map(({ name, operands, options }) => [
      name,
      {
        options: options.map((option) => option.name),
        operands: operands.length,
        values: options.flatMap((option) => (option.value === undefined ? [] : [option.name])),
      },
    ]),
  ),
  '--help': nothing,
  '-h': nothing,
  '--version': nothing,
}

// Commands with two leading underscores are this program's children, which take any arguments.
const ownChildren = new Set([
  '__dev',
  devCommand,
  '__backup',
  '__doctor',
  '__door',
  '__draw',
  '__email-picture',
  '__emoji',
  '__media',
  '__pack',
  '__picture',
  '__preview',
  '__render',
  '__try',
  '__unzip',
  '__upgrade',
])

const whatFollows: Readonly<Record<string, string>> = {
  '--domain': 'a name',
  '--to': 'a folder or bucket',
  '--at': 'the name of a backup, or a date',
  '--artist': 'a handle',
  '--by': 'a name',
  '--tape': 'the name of a casset',
}

export type CommandLine = { command: string; args: readonly string[] }

/**
 * Parses a command line: `serve` by default, the help for a command's help option. Throws
 * UsageError for an unknown command or option and for too many arguments (rule: one-executable).
 */
export function readCommandLine([first, ...rest]: readonly string[]): CommandLine {
  if (first === undefined) return { command: 'serve', args: [] }
  if (ownChildren.has(first)) return { command: first, args: rest }
  const isNamed = Object.hasOwn(taken, first)
  if (!isNamed && !first.startsWith('-')) throw new UsageError(`"${first}" is not a command.`)
  const command = isNamed ? first : 'serve'
  const args = isNamed ? rest : [first, ...rest]
  if (args.includes('--help') || args.includes('-h')) return { command: '--help', args: [] }
  refuseUnknown(command, args)
  return { command, args }
}

function refuseUnknown(command: string, args: readonly string[]): void {
  const { options, operands } = taken[command] ?? nothing
  const unknown = args.find((arg) => arg.startsWith('-') && !options.includes(arg))
  if (unknown !== undefined) {
    const known = options.length === 0 ? `${command} has none` : `${command} has ${options.join(', ')}`
    throw new UsageError(`"${unknown}" is not an option here: ${known}.`)
  }
  const extra = splitArguments(command, args).operands[operands]
  if (extra !== undefined) throw new UsageError(`${command} does not take "${extra}".`)
}

/** Throws UsageError for an option without its value. */
export function splitArguments(command: string, args: readonly string[]) {
  const { values } = taken[command] ?? nothing
  const operands: string[] = []
  const given = new Map<string, string>()
  const rest = args.values()
  for (const arg of rest) {
    if (!arg.startsWith('-')) operands.push(arg)
    if (!values.includes(arg)) continue
    const { value } = rest.next()
    if (value === undefined || value.startsWith('-'))
      throw new UsageError(`"${arg}" needs ${whatFollows[arg] ?? 'a file'} after it.`)
    if (given.has(arg)) throw new UsageError(`"${arg}" is given twice.`)
    given.set(arg, value)
  }
  return { operands, given }
}

/**
 * Returns the domain given to `serve`, as certificates write it. Throws UsageError (rule:
 * own-certificate).
 */
export function readDomainOption(args: readonly string[]): string | undefined {
  const text = splitArguments('serve', args).given.get('--domain')
  if (text === undefined) return undefined
  const read = readDomainName(text)
  if ('problem' in read) throw new UsageError(`--domain cannot be "${text}": ${read.problem}.`)
  return read.domain
}
