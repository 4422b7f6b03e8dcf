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
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type Config, ConfigError } from '../config.ts'
import { parseJson } from '../lib/json.ts'
import { openedAt } from '../lib/unusable-file.ts'

const Key = t.String({ minLength: 16 })
const KeptSecrets = t.Object({
  session: Key,
  audioToken: Key,
  /** Secret settings of the desk, by the change that set them (`NAME ID`). */
  settings: t.Optional(t.Record(t.String(), t.String())),
})

/** Keys that sign cookies and audio URLs. The first session secret signs; all of them verify. */
export type Secrets = {
  readonly session: readonly string[]
  readonly audioToken: string
}

const fileName = 'secrets.json'

type Random = (bytes: number) => Uint8Array

/**
 * Returns the secrets of the configuration, or those created once and stored in the data folder
 * with mode 0600 (rule: own-secrets). Throws ConfigError when the stored file is damaged: new keys
 * would sign everybody out, which the operator has to decide. Calls `made` when there was no file
 * yet.
 */
export function readSecrets(config: Config, random: Random, made: () => void = () => {}): Secrets {
  const path = join(config.dataDir, fileName)
  if (!existsSync(path)) {
    makeSecrets(path, random)
    made()
  }
  const kept = parseSecrets(path)
  return {
    session: config.sessionSecrets ?? [kept.session],
    audioToken: config.audioTokenSecret ?? kept.audioToken,
  }
}

/** Secret settings by the change that set them (`NAME ID`). */
export type KeptSettings = Readonly<Record<string, string>>

/**
 * Returns the secret settings that are kept in the data folder. Throws ConfigError as
 * `readSecrets`.
 */
export const readKeptSettings = (dataDir: string): KeptSettings => parseSecrets(join(dataDir, fileName)).settings ?? {}

/** Keeps these secret settings and no others. The file is replaced in one step. */
export function writeKeptSettings(dataDir: string, random: Random, settings: KeptSettings): void {
  const path = join(dataDir, fileName)
  const kept = parseSecrets(path)
  const aside = `${path}.${Buffer.from(random(6)).toString('hex')}`
  try {
    writeAside(aside, JSON.stringify({ ...kept, settings }))
    renameSync(aside, path)
  } finally {
    rmSync(aside, { force: true })
  }
}

function writeAside(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, `${text}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * The file appears complete or not at all; when several processes start together, the first one's
 * is used.
 */
function makeSecrets(path: string, random: Random): void {
  const make = () => Buffer.from(random(32)).toString('base64url')
  const aside = `${path}.${Buffer.from(random(6)).toString('hex')}`
  try {
    writeAside(aside, JSON.stringify({ session: make(), audioToken: make() }))
    linkSync(aside, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function parseSecrets(path: string) {
  const advice = 'Let the user that runs this read it.'
  const text = openedAt(path, advice, () => readFileSync(path, 'utf8'))
  try {
    return Value.Decode(KeptSecrets, parseJson(text))
  } catch {
    const problem = 'is damaged; put it back from a backup, or remove it, which signs everybody out'
    throw new ConfigError([{ name: path, problem }])
  }
}
