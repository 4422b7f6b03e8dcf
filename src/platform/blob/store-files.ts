import { rm } from 'node:fs/promises'
import { inTransaction } from '../../../db/commits.ts'
import type { Ctx } from '../../context.ts'
import { notStored } from '../http/disk-full.ts'
import { adoptFiles } from './adopt-files.ts'
import type { WholeFile } from './blobs.ts'
import { sweepBlobs } from './sweep-blobs.ts'

/**
 * Stores uploaded files together with the row that names them. Resolves when both survive a power
 * failure; when it throws, no file without a row is left.
 */
export async function storeFiles<T>(ctx: Ctx, files: readonly WholeFile[], write: () => T): Promise<T> {
  try {
    const row = await adoptFiles(ctx, files, () => inTransaction(ctx.db, write))
    // The row is committed; this durable write waits until both are on the disk.
    await ctx.durably(() => {})
    return row
  } catch (error) {
    await Promise.all(files.map(({ path }) => rm(path, { force: true }).catch(() => {})))
    const hashes = files.map(({ sha256 }) => sha256)
    try {
      await sweepBlobs(ctx, hashes)
    } catch (fault) {
      ctx.log.warn('files could not be removed', { count: hashes.length, fault: String(fault) })
    }
    throw isOfFiles(error) ? notStored(ctx.log, error) : error
  }
}

const isOfFiles = (error: unknown) => error instanceof Error && 'syscall' in error
