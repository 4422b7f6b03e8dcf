import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import type { Ctx } from '../../context.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { databaseName, partOf, rescuedName, secretsName, testDatabaseName } from '../../platform/backup/format.ts'
import { servedAddress } from '../../platform/http/site/served-address.ts'

const filesOfSite = ['blobs', 'uploads', secretsName, testDatabaseName]

/**
 * Throws UnusableFileError for a folder with files of a site and no database: served, it would
 * become a new, empty site (rule: data-folder).
 */
export function requireKnownFolder(dataDir: string): void {
  const has = (name: string) => existsSync(join(dataDir, name))
  if (hasDatabase(dataDir)) return
  const refuse = (reason: string, advice: string) => {
    throw new UnusableFileError(dataDir, reason, advice)
  }
  if (has(rescuedName)) {
    const reason = `its ${databaseName} was removed while it was served, and what that held is in ${rescuedName}`
    refuse(reason, `Rename ${rescuedName} to ${databaseName}, and remove ${databaseName}-wal and ${databaseName}-shm.`)
  }
  if (has(partOf(databaseName))) {
    refuse('a restore ended there before it was done', 'Empty the folder and run tapedeck restore again.')
  }
  const found = filesOfSite.find(has)
  if (found === undefined) return
  const advice =
    'Put the database back, or empty the folder and restore a backup. To begin a new site, name another one.'
  refuse(`it has files of a site (${found}) and no ${databaseName}`, advice)
}

/** A command about a site creates none (rule: data-folder). Throws UnusableFileError. */
export function refuseWithoutSite(dataDir: string): void {
  requireKnownFolder(dataDir)
  if (hasDatabase(dataDir)) return
  const reason = existsSync(dataDir) ? `it has no ${databaseName}` : 'there is no such folder'
  throw new UnusableFileError(dataDir, reason, 'Name the data folder of the site with DATA_DIR.')
}

// A start that ended before it wrote anything leaves an empty file.
function hasDatabase(dataDir: string): boolean {
  const path = join(dataDir, databaseName)
  return existsSync(path) && statSync(path).size > 0
}

/** Names the folder, the address, and where the address comes from. */
export function placeLine(given: Config, { config, db, site }: Ctx): string {
  const { baseUrl, addressName } = given
  const served = servedAddress(db)?.baseUrl ?? undefined
  const isOther = baseUrl !== undefined && served !== undefined && served !== baseUrl.origin
  const usual = config.baseUrl ? 'as it was last served' : `no ${addressName} is set`
  const from = baseUrl === undefined ? usual : isOther ? `${addressName}; last served as ${served}` : addressName
  return `Folder ${resolve(config.dataDir)}, site ${site.origin} (${from})`
}
