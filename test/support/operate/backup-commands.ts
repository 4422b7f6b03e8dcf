import { readConfig } from '../../../src/config.ts'
import { diskInWords } from '../../../src/lib/file/unusable-file.ts'
import { backupCommand } from '../../../src/operate/command/backup.ts'
import { errorsForReaders } from '../../../src/operate/command/errors-for-readers.ts'
import { restoreCommand } from '../../../src/operate/command/restore.ts'

type Env = Record<string, string>
type Print = (line: string) => void

const machine = { selfCommand: [], pids: { own: process.pid, isAlive: () => false }, program: '' }

/** Returns what a command comes to, as the program tells it, without starting that. */
async function outcomeOf(run: (print: Print) => Promise<number>) {
  const lines: string[] = []
  const outcome = (exitCode: number, err: string) => ({ exitCode, out: lines.map((line) => `${line}\n`).join(''), err })
  try {
    return outcome(await run((line) => void lines.push(line)), '')
  } catch (thrown) {
    const error = diskInWords(thrown)
    if (!(error instanceof Error && errorsForReaders.has(error.name))) throw thrown
    return outcome(1, `${error.message}\n`)
  }
}

/** `tapedeck backup`. */
export function runBackup(dataDir: string, args: readonly string[], more: Env = {}) {
  const env = { DATA_DIR: dataDir, ...more }
  return outcomeOf((print) => backupCommand(readConfig(env), { ...machine, env }, args, print))
}

/** `tapedeck restore`, at no terminal. */
export function runRestore(dataDir: string, args: readonly string[], more: Env = {}) {
  const env = { DATA_DIR: dataDir, ...more }
  return outcomeOf((print) => restoreCommand(readConfig(env), { ...machine, env, ask: () => null }, args, print))
}
