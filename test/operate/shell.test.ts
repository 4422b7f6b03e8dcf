import { expect, test } from 'bun:test'
import { completions, completionsFor } from '../../src/operate/command-line/completions.ts'
import { manualPage } from '../../src/operate/command-line/manual-page.ts'
import { commandTable } from '../../src/operate/command-line/table.ts'

/** Returns what bash offers when Tab is pressed at the end of a line. */
function offered(line: string): string[] {
  const words = line.split(' ')
  const list = words.map((word) => `'${word}'`).join(' ')
  const script = `${completions.bash}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _tapedeck; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, exitCode } = Bun.spawnSync(['bash', '--norc', '-c', script], { cwd: import.meta.dir })
  expect(exitCode).toBe(0)
  return stdout.toString().trim().split('\n').filter(Boolean)
}

test.skipIf(Bun.which('bash') === null)('bash completes commands, their options, their words and files', () => {
  expect(offered('tapedeck pass')).toEqual(['password', 'passkeys'])
  expect(offered('tapedeck doctor --')).toEqual(['--fix', '--deep', '--all'])
  expect(offered('tapedeck keys ')).toEqual(['rotate'])
  expect(offered('tapedeck help sec')).toEqual(['security'])
  expect(offered('tapedeck restore shell.')).toEqual(['shell.test.ts'])
  expect(offered('tapedeck verify --')).toEqual(['--key', '--witness', '--checkpoint', '--at'])
  expect(offered('tapedeck owner ')).toEqual([])
})

test('the completions of each shell and the manual page know every command and option, and other shells are refused', () => {
  const page = manualPage().replaceAll('\\-', '-')
  for (const text of [...Object.values(completions), page]) {
    for (const { name, options } of commandTable) {
      expect(text).toMatch(new RegExp(`\\b${name}\\b`))
      for (const option of options) expect(text).toContain(option.name.slice(2))
    }
  }
  expect(page).toStartWith('.TH TAPEDECK 1 "" "Tapedeck ')
  expect(() => completionsFor('tcsh')).toThrow('There are completions for bash, zsh, fish.')
  expect(() => completionsFor(undefined)).toThrow('There are completions for bash, zsh, fish.')
})
