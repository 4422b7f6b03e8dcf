import { existsSync, linkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inTransaction } from '../../../db/commits.ts'
import { migrate } from '../../../db/migrations/run.ts'
import { closeDb, type Db, openDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { writtenAt } from '../../lib/file/unusable-file.ts'
import { randomBytes } from '../../lib/hash/random-bytes.ts'
import { createUuids } from '../../lib/hash/uuid.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { databaseName } from '../../platform/backup/format.ts'
import { keysPath, readKeys, replaceKeys } from '../../platform/secrets.ts'
import { datedNames, findingOf, type Loss, lossOf, noteMark } from '../../platform/setting/open-settings.ts'
import { forgetSecrets } from '../../platform/setting/stored-settings.ts'
import { lockFolder } from '../site-folder/lock-folder.ts'
import { refuseWithoutSite } from '../site-folder/site-folder.ts'
import type { Machine } from './start-serving.ts'

type Print = (line: string) => void

/**
 * `tapedeck secrets renew [--yes]`: the way out where secrets.json is lost or damaged, or a secret
 * of the desk cannot be opened (rule: missing-secret). Says what it takes away, and with --yes does
 * it. Returns the exit code. Throws FolderInUseError while the site is served.
 */
export function secretsCommand(config: Config, machine: Machine, args: readonly string[], print: Print): number {
  if (args[0] !== 'renew') {
    print('Usage: tapedeck secrets renew [--yes]')
    return 1
  }
  const { dataDir } = config
  refuseWithoutSite(dataDir)
  const lock = lockFolder(dataDir, machine.pids.own)
  const path = join(dataDir, databaseName)
  const db = openDb(path)
  try {
    // Raw: migrations are SQL.
    writtenAt(path, () => migrate(db.$client, Date.now()))
    // Also what the environment replaces for now.
    const loss = lossOf({ db, given: config, env: {} })
    if (!loss) {
      print(`All secrets of ${resolve(dataDir)} can be opened: there is nothing to renew.`)
      return 0
    }
    print(asSentence(findingOf(loss).problem ?? ''))
    for (const line of costLines(config, loss)) print(line)
    if (!args.includes('--yes')) {
      print('Nothing is changed yet. To do it, add --yes. If there is a copy of secrets.json, put that back instead.')
      return 1
    }
    renew(db, config, loss, print)
    return 0
  } finally {
    closeDb(db)
    lock.release()
  }
}

function costLines({ accel, sessionSecrets, audioTokenSecret }: Config, { keys, secrets }: Loss): string[] {
  const lines = []
  if (keys && sessionSecrets === undefined)
    lines.push('With new keys everybody is signed out, and links in emails that were sent before lead nowhere.')
  if (keys && audioTokenSecret === undefined && accel === 'nginx')
    lines.push('nginx in front gets a new configuration: tapedeck nginx prints it.')
  if (secrets.length > 0)
    lines.push(`These secrets are forgotten, and asked for again at /desk: ${datedNames(secrets)}.`)
  return lines
}

function renew(db: Db, { dataDir }: Config, { keys, secrets }: Loss, print: Print): void {
  if (keys) {
    const aside = setAside(keysPath(dataDir))
    replaceKeys(dataDir, randomBytes)
    print(`New keys are in ${keysPath(dataDir)}.${aside === undefined ? '' : ` ${aside} has what was there.`}`)
  }
  // A clock that is behind would have the old changes stay in force.
  const now = Math.max(Date.now(), ...secrets.map(({ since }) => since + 1))
  const made = readKeys(dataDir)
  inTransaction(db, () => {
    const names = secrets.map(({ name }) => name)
    forgetSecrets(
      db,
      names,
      createUuids(() => now, randomBytes),
      now,
    )
    if (typeof made === 'object') noteMark(db, made)
  })
  print('Now start tapedeck, sign in, and type in again at /desk what was forgotten. The doctor names it until then.')
}

/**
 * Gives a file a second name, and leaves what an earlier try set aside: its keys may be whole.
 * Undefined where there is no file.
 */
function setAside(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  let aside = `${path}.replaced`
  for (let number = 2; existsSync(aside); number += 1) aside = `${path}.replaced-${number}`
  linkSync(path, aside)
  return aside
}
