import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type StoredFile, sizeFault } from './blob-fault.ts'

const retryAfterSec = 3_600

const damagedHint =
  'The file is missing or damaged on this server. Trying again does not help until the artist uploads it again.'

/**
 * Checks a stored file before any of it is sent. Throws UNAVAILABLE when it is missing or damaged, and logs which it
 * is.
 */
export async function refuseDamaged(ctx: Pick<Ctx, 'blobs' | 'log'>, stored: StoredFile): Promise<void> {
  const fault = await sizeFault(ctx, stored)
  if (!fault) return
  ctx.log.error('a stored file is damaged', { sha256: stored.sha256, bytes: stored.bytes, fault })
  throw new AppError('UNAVAILABLE', 'This file cannot be sent.', {
    hint: damagedHint,
    retryAfter: retryAfterSec,
  })
}
