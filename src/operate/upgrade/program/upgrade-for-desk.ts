import { rmSync } from 'node:fs'
import type { Config } from '../../../config.ts'
import { diskInWords } from '../../../lib/file/unusable-file.ts'
import { signatureSuffix } from '../../../platform/program/download.ts'
import { readReport, type UpgradeReport, writeReport } from '../report.ts'
import { upgradeCommand } from './upgrade-command.ts'

/**
 * `tapedeck __upgrade FILE` or `--back`, which the desk starts: the command `upgrade`, whose words
 * and end are written where the desk reads them, since the service that began it ends meanwhile.
 * FILE and its signature are removed. Returns the exit code.
 */
export async function upgradeForDesk(
  config: Config,
  hands: Parameters<typeof upgradeCommand>[1],
  args: readonly string[],
): Promise<number> {
  const { dataDir } = config
  const begun = readReport(dataDir)
  const lines: string[] = []
  const note = (state: UpgradeReport['state']) => {
    try {
      if (begun) writeReport(dataDir, { ...begun, pid: hands.pid, state, text: lines.join('\n') })
    } catch {
      // On a full disk the upgrade goes on or is taken back all the same: the desk sees which.
    }
  }
  let exitCode = 1
  try {
    note('running')
    exitCode = await upgradeCommand(config, hands, args, (line) => {
      lines.push(line)
      note('running')
    })
  } catch (error) {
    const told = diskInWords(error)
    lines.push(told instanceof Error ? told.message : String(told))
  }
  for (const path of args.filter((arg) => !arg.startsWith('-')))
    for (const each of [path, path + signatureSuffix]) rmSync(each, { force: true })
  note(exitCode === 0 ? 'done' : 'failed')
  return exitCode
}
