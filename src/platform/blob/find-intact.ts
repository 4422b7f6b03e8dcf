import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Place } from '../../lib/file/file-place.ts'
import { say } from '../../lib/language/say.ts'
import type { BlobFault, StoredFile } from './blob-fault.ts'

const retryAfterSec = 3_600

const damagedHint =
  'The file is missing or damaged on this server. Trying again does not help until the artist uploads it again.'

/** Throws UNAVAILABLE when it is missing or damaged, and logs which. */
export async function findIntact(ctx: Pick<Ctx, 'blobs' | 'log'>, { sha256, bytes }: StoredFile): Promise<Place> {
  const found = await ctx.blobs.find({ sha256, bytes })
  if ('place' in found) return found.place
  ctx.log.error('a stored file is damaged', { sha256, bytes, fault: found.fault })
  throw new AppError('UNAVAILABLE', say('This file cannot be sent.'), {
    hint: damagedHint,
    retryAfter: retryAfterSec,
  })
}

/** Returns the fault of a stored file, judged by its size; undefined without one. */
export async function faultOf({ blobs }: Pick<Ctx, 'blobs'>, stored: StoredFile): Promise<BlobFault | undefined> {
  const found = await blobs.find(stored)
  return 'fault' in found ? found.fault : undefined
}
