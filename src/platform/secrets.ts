import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Config } from '../config.ts'
import { openedAt } from '../lib/file/unusable-file.ts'
import { parseJson } from '../lib/json/json.ts'

const Key = t.String({ minLength: 16 })
const Keys = t.Object({ session: Key, audioToken: Key })

/** The keys of a site, made once. They are in the data folder and not in the database. */
export type Keys = Static<typeof Keys>

/** Keys that sign cookies and audio URLs. The first session secret signs; all of them verify. */
export type Secrets = {
  readonly session: readonly string[]
  readonly audioToken: string
  readonly sealing: Uint8Array
}

type Random = (bytes: number) => Uint8Array

export const keysPath = (dataDir: string): string => join(dataDir, 'secrets.json')

/** Returns a folder's keys, or why none can be used. Throws UnusableFileError when unreadable. */
export function readKeys(dataDir: string): Keys | 'absent' | 'damaged' {
  const path = keysPath(dataDir)
  if (!existsSync(path)) return 'absent'
  const text = openedAt(path, 'Let the user that runs this read it.', () => readFileSync(path, 'utf8'))
  try {
    return Value.Decode(Keys, parseJson(text))
  } catch {
    return 'damaged'
  }
}

/**
 * Makes the keys of a data folder, in a file that only its user can read (rule: own-secrets). It
 * appears complete or not at all; when several processes start together, the first one's is used.
 */
export function makeKeys(dataDir: string, random: Random): void {
  const path = keysPath(dataDir)
  placing(path, random, (aside) => {
    try {
      linkSync(aside, path)
    } catch (error) {
      if (!existsSync(path)) throw error
    }
  })
}

/** Makes new keys in place of those of a data folder. The file is replaced in one step. */
export const replaceKeys = (dataDir: string, random: Random): void =>
  placing(keysPath(dataDir), random, (aside) => renameSync(aside, keysPath(dataDir)))

function placing(path: string, random: Random, place: (aside: string) => void): void {
  const make = () => Buffer.from(random(32)).toString('base64url')
  const keys: Keys = { session: make(), audioToken: make() }
  const aside = `${path}.${Buffer.from(random(6)).toString('hex')}`
  try {
    const file = openSync(aside, 'wx', 0o600)
    try {
      writeFileSync(file, `${JSON.stringify(keys)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    place(aside)
  } finally {
    rmSync(aside, { force: true })
  }
}

const derived = ({ session }: Keys, use: string) => new Bun.CryptoHasher('sha256', session).update(use)

export const sealingKey = (keys: Keys): Uint8Array => derived(keys, 'settings of the desk').digest()

/** Returns what tells the keys of a site from those of another, and tells nothing of them. */
export const markOf = (keys: Keys): string => derived(keys, 'mark of the keys').digest('base64url')

/** Returns the secrets of the configuration, or those that the site made. */
export const secretsOf = (keys: Keys, config: Config): Secrets => ({
  session: config.sessionSecrets ?? [keys.session],
  audioToken: config.audioTokenSecret ?? keys.audioToken,
  sealing: sealingKey(keys),
})
