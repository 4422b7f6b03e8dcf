import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { say } from '../../lib/language/say.ts'
import { within } from '../../lib/turn/within.ts'
import { refuseOwnFolder } from '../../platform/backup/claim-place.ts'
import { type BackupConfig, isPlaceOfBlobs } from '../../platform/backup/config.ts'
import { requireSamePassphrase } from '../../platform/backup/encryption.ts'
import { inPlace, type Place } from '../../platform/backup/place.ts'
import { openOwnPlace } from '../backup/open-own-place.ts'

const field = 'BACKUP_TO'
const answerMs = 20_000

/**
 * Does with the place for backups what a backup does, before it is saved: makes its folder where
 * that is missing, since its owner has no shell, marks it as this site's, and writes, reads and
 * removes a file. `mayFail`: a bucket may be of no use. Throws VALIDATION.
 */
export async function tryBackupPlace(ctx: Ctx, { to, passphrase }: BackupConfig, mayFail: boolean): Promise<void> {
  if (!to) return
  const { dataDir } = ctx.config
  if (to.kind === 'folder') {
    await inWords(field, async () => {
      refuseOwnFolder(to.path, dataDir)
      makeFolder(to.path)
    })
  }
  try {
    const place = await inWords(field, () => openOwnPlace(ctx, to))
    await inWords(field, () => tryOut(place, ctx.instanceId, ctx.uuid()))
    if (passphrase !== undefined) await inWords('BACKUP_PASSPHRASE', () => requireSamePassphrase(place, passphrase))
  } catch (error) {
    // A place that keeps the music is refused whatever its owner says.
    if (!mayFail || to.kind === 'folder' || isPlaceOfBlobs(to, ctx.config.bucket)) throw error
  }
}

/** Makes a folder in one that is there. Throws VALIDATION, or UnusableFileError for its disk. */
function makeFolder(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) throw invalid(field, say('This is a file. Name a folder.'))
  try {
    if (!found) mkdirSync(path, { mode: 0o700 })
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isAbsent) throw inPlace(path, error)
    throw invalid(
      field,
      say('The folder above it is not there.'),
      say('Name another one, or have it made for the user that runs the program.'),
    )
  }
}

async function tryOut(place: Place, deckId: string, token: string): Promise<void> {
  const key = `backups/trial-${deckId}`
  await place.put(key, new Blob([token]))
  const found = await new Response(await place.open(key)).text()
  await place.remove(key)
  if (found === token) return
  const reason = say('it does not return what was written there')
  throw new UnusableFileError(place.name, reason, say('Name another one.'))
}

async function inWords<T>(name: string, use: () => Promise<T>): Promise<T> {
  const late = () => invalid(name, say('It does not answer.'), say('Try again in a moment.'))
  try {
    return await within(answerMs, use(), late)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG')
      throw invalid(name, say('This path is longer than a disk allows.'))
    throw error instanceof UnusableFileError ? invalid(name, `${capital(error.reason)}.`, error.advice) : error
  }
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
