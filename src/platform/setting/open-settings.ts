import { notedValue, noteValue } from '../../../db/kept-value.ts'
import type { Db } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { say } from '../../lib/language/say.ts'
import { asSentence } from '../../lib/text/as-sentence.ts'
import { dateOf, dayAt } from '../../lib/time/calendar.ts'
import type { Finding } from '../check.ts'
import { type Keys, keysPath, makeKeys, markOf, readKeys, sealingKey } from '../secrets.ts'
import { type Env, setByEnvironment } from './environment.ts'
import { type MissingSecret, readStored, type StoredSettings } from './stored-settings.ts'

/** Why the keys of a data folder cannot be used: `other` are those of another site. */
export type KeyFault = 'absent' | 'damaged' | 'other'

/** Keys and secrets that were here once and cannot be read any more. */
export type Loss = { path: string; keys: KeyFault | undefined; secrets: readonly MissingSecret[] }

/** A site without its secrets is not served: it would be one without mail, payments, encryption. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError'
  readonly loss: Loss

  constructor(loss: Loss) {
    const { problem = '', fix = '' } = findingOf(loss)
    super(`${asSentence(problem)}\n${asSentence(fix)}`)
    this.loss = loss
  }
}

const ofKeys = (path: string): Readonly<Record<KeyFault, () => string>> => ({
  absent: () => say('{path} is missing, which has the keys of this site', { path }),
  damaged: () => say('{path}, which has the keys of this site, is damaged', { path }),
  other: () => say('{path} has the keys of another site', { path }),
})

export const datedNames = (secrets: readonly MissingSecret[]): string =>
  secrets.map(({ name, since }) => `${name} (${dateOf(dayAt(since))})`).join(', ')

export function findingOf({ path, keys, secrets }: Loss): Finding {
  const names = datedNames(secrets)
  const found = [
    ...(keys ? [ofKeys(path)[keys]()] : []),
    ...(names ? [say('set at the desk, and not to be opened any more: {names}', { names })] : []),
  ]
  const again = say('run tapedeck secrets renew, which says first what it takes away')
  const fix = keys
    ? say('copy the secrets.json of this site there, from where it ran before or from a backup; or {again}', { again })
    : say('give each as a variable of the environment, empty to do without it; or {again}', { again })
  return { problem: found.join('; '), fix }
}

const markName = 'mark-of-keys'

/** A data folder: what is configured without its desk, and the environment, null for no desk. */
type Folder = { db: Db; given: Config; env: Env | null }

/**
 * Returns the keys of a site, made where it has none yet, and the settings of its desk. Calls
 * `made` when it made keys. Throws SecretsError where the keys, or a secret of the desk that the
 * environment does not replace, were there once and are not (rule: missing-secret).
 */
export function openSettings(folder: Folder, random: (bytes: number) => Uint8Array, made: () => void) {
  const { db, given } = folder
  const loss = lossOf(folder)
  if (loss) throw new SecretsError(loss)
  const found = readKeys(given.dataDir)
  if (found === 'absent') {
    makeKeys(given.dataDir, random)
    made()
  }
  const keys = readKeys(given.dataDir)
  if (typeof keys === 'string') throw new SecretsError({ path: keysPath(given.dataDir), keys, secrets: [] })
  noteMark(db, keys)
  return { keys, stored: folder.env === null ? none : readStored(db, sealingKey(keys)) }
}

const none: StoredSettings = { values: {}, missing: [] }

export function noteMark(db: Db, keys: Keys): void {
  const mark = markOf(keys)
  if (notedValue(db, markName) !== mark) noteValue(db, markName, mark)
}

/** Returns what a site has lost; undefined for nothing. */
export function lossOf({ db, given, env }: Folder): Loss | undefined {
  // Before the file: another process that starts here for the first time makes that first.
  const mark = notedValue(db, markName)
  const found = readKeys(given.dataDir)
  const keys = typeof found === 'string' ? undefined : found
  const { missing } = readStored(db, keys && sealingKey(keys))
  const environment = env === null ? undefined : setByEnvironment(env)
  const secrets = missing.filter(
    ({ name, isForgotten }) => !isForgotten && environment && environment[name] === undefined,
  )
  const fault = faultOf(found, mark, secrets.length > 0)
  // Keys that sign nothing and seal nothing are no loss, and neither are those of a demo.
  const areConfigured = given.sessionSecrets !== undefined && given.audioTokenSecret !== undefined
  const isNeeded = secrets.length > 0 || !(areConfigured || given.addressName === 'DEMO_URL')
  const isLost = fault === 'damaged' || (fault !== undefined && isNeeded)
  if (!isLost && secrets.length === 0) return undefined
  return { path: keysPath(given.dataDir), keys: isLost ? fault : undefined, secrets }
}

function faultOf(
  found: ReturnType<typeof readKeys>,
  mark: string | undefined,
  isSealed: boolean,
): KeyFault | undefined {
  if (found === 'damaged') return found
  if (found === 'absent') return mark === undefined && !isSealed ? undefined : found
  return mark === undefined || markOf(found) === mark ? undefined : 'other'
}
