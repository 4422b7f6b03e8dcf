import { notedValue, noteValue } from '../../../db/kept-value.ts'
import type { Ctx } from '../../context.ts'
import { UnusableFileError } from '../../lib/file/unusable-file.ts'
import { HeldElsewhereError, openOwnPlace as openFor } from '../../platform/backup/claim-place.ts'
import { type BackupPlace, isPlaceOfBlobs, nameOf } from '../../platform/backup/config.ts'
import type { Place } from '../../platform/backup/place.ts'
import { holderOf, noteTaken } from '../../platform/instance.ts'
import { besideBlobs, ofBlobs } from './place-of-blobs.ts'

const name = 'backups-elsewhere'

/**
 * Opens a place to which this site adds backups (rule: backup-owner), and notes whether it is held
 * by another copy of it. Throws UnusableFileError, also for the bucket of BLOBS.
 */
export async function openOwnPlace({ db, config, instanceId }: Ctx, to: BackupPlace): Promise<Place> {
  const { dataDir, bucket } = config
  if (isPlaceOfBlobs(to, bucket)) throw new UnusableFileError(nameOf(to), ofBlobs(), besideBlobs())
  try {
    const place = await openFor(to, { dataDir, deckId: instanceId, ...holderOf(db, dataDir) })
    noteTaken(db)
    noteElsewhere(false)
    return place
  } catch (error) {
    noteElsewhere(error instanceof HeldElsewhereError)
    throw error
  }
  function noteElsewhere(isHeld: boolean): void {
    if ((notedValue(db, name) === '1') !== isHeld) noteValue(db, name, isHeld ? '1' : '0')
  }
}

/** Returns whether the place was held by another copy of this site when it was last opened. */
export const isHeldElsewhere = ({ db }: Ctx): boolean => notedValue(db, name) === '1'
