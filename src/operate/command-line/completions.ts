import { topics } from '../guide/topics.ts'
import { UsageError } from './arguments.ts'
import { type Command, commandTable } from './table.ts'

/** Returns the choices of an operand, and the topics of the guide. */
function completionsAfter({ name, operands, options }: Command): string[] {
  const choices = operands.flatMap((operand) => (/^[a-z|]+$/.test(operand) ? operand.split('|') : []))
  const names = name === 'help' ? topics.map((topic) => topic.name) : []
  return [...choices, ...names, ...options.map((option) => option.name)]
}

const takesFile = ({ operands, options }: Command): boolean =>
  operands.some((operand) => /FILE|AUDIO/.test(operand)) || options.some(({ value }) => value === 'FILE')

const names = commandTable.map(({ name }) => name).join(' ')

const bash = `# bash completion for tapedeck
_tapedeck() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${names} --help --version' -- "$word"))
    return
  fi
  local words='' files=''
  case "\${COMP_WORDS[1]}" in
${commandTable.map((each) => `    ${each.name}) words='${completionsAfter(each).join(' ')}' files='${takesFile(each) ? 'yes' : ''}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  if [ -n "$files" ] && [ "\${word#-}" = "$word" ]; then COMPREPLY+=($(compgen -f -- "$word")); fi
}
complete -o filenames -F _tapedeck tapedeck
`

/** Returns a text in single quotes that all three shells read alike. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

const zsh = `#compdef tapedeck
_tapedeck() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commandTable.map(({ name, about }) => `      ${quoted(`${name}:${about.replaceAll(':', '\\:')}`)}`).join('\n')}
    )
    _describe command commands
    return
  fi
  case "$words[2]" in
${commandTable.map((each) => `    ${each.name}) compadd -- ${completionsAfter(each).join(' ')}${takesFile(each) ? '; _files' : ''} ;;`).join('\n')}
  esac
}
if [ "$funcstack[1]" = _tapedeck ]; then _tapedeck "$@"; else compdef _tapedeck tapedeck; fi
`

const fish = `# fish completion for tapedeck
complete -c tapedeck -f
${commandTable
  .flatMap((each) => {
    const after = `__fish_seen_subcommand_from ${each.name}`
    const words = completionsAfter(each).filter((word) => !word.startsWith('--'))
    return [
      `complete -c tapedeck -n __fish_use_subcommand -a ${each.name} -d ${quoted(each.about)}`,
      ...(words.length > 0 ? [`complete -c tapedeck -n '${after}' -a '${words.join(' ')}'`] : []),
      ...(takesFile(each) ? [`complete -c tapedeck -n '${after}' -F`] : []),
      ...each.options.map(
        ({ name, value, about }) =>
          `complete -c tapedeck -n '${after}' -l ${name.slice(2)}${value === undefined ? '' : ' -r'}${value === 'FILE' ? ' -F' : ''} -d ${quoted(about)}`,
      ),
    ]
  })
  .join('\n')}
`

export const completions: Readonly<Record<string, string>> = { bash, zsh, fish }

/** Returns the completion script of a shell. Throws UsageError for another shell. */
export function completionsFor(shell: string | undefined): string {
  const text = shell !== undefined && Object.hasOwn(completions, shell) ? completions[shell] : undefined
  if (text === undefined) throw new UsageError(`There are completions for ${Object.keys(completions).join(', ')}.`)
  return text
}
