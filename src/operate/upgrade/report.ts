import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { giveToOwnerOf, writeAnew } from '../../lib/file/private-files.ts'
import { tryJson } from '../../lib/json/json.ts'

/** The course of an upgrade that the desk began: `text` is what the command said, in English. */
export const UpgradeReport = t.Object({
  state: t.Union([t.Literal('running'), t.Literal('done'), t.Literal('failed')]),
  from: t.String(),
  version: t.String(),
  startedAt: t.Number({ description: 'milliseconds since 1970' }),
  pid: t.Number(),
  text: t.String(),
})

export type UpgradeReport = Static<typeof UpgradeReport>

const pathOf = (dataDir: string) => join(dataDir, 'upgrade', 'report.json')

/** Writes how an upgrade goes, where the version before and the new one read it. */
export function writeReport(dataDir: string, report: UpgradeReport): void {
  mkdirSync(join(dataDir, 'upgrade'), { recursive: true, mode: 0o700 })
  const part = `${pathOf(dataDir)}.part`
  writeAnew(part, JSON.stringify(report))
  giveToOwnerOf(dataDir, part)
  renameSync(part, pathOf(dataDir))
}

/**
 * Returns the last upgrade that the desk began; undefined where there was none, or a power failure
 * left a part of what was written of it.
 */
export function readReport(dataDir: string): UpgradeReport | undefined {
  if (!existsSync(pathOf(dataDir))) return undefined
  const found = tryJson(readFileSync(pathOf(dataDir), 'utf8'))
  return Value.Check(UpgradeReport, found) ? found : undefined
}
