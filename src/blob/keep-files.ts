import { rm } from 'node:fs/promises'
import { inTransaction } from '../../db/commits.ts'
import type { Ctx } from '../context.ts'
import { notStored } from '../http/disk-full.ts'
import type { WholeFile } from './blobs.ts'
import { sweepBlobs } from './sweep-blobs.ts'

/**
 * Keeps uploaded files together with the row that names them. Resolves when a power failure takes back neither; when it
 * throws, nothing is left that no row names.
 */
export async function keepFiles<T>(ctx: Ctx, files: readonly WholeFile[], write: () => T): Promise<T> {
  try {
    const row = await ctx.blobs.adopt(files, () => inTransaction(ctx.db, write))
    // The row is committed; what is written durably after it waits for the disk to have both.
    await ctx.durably(() => {})
    return row
  } catch (error) {
    await Promise.all(files.map(({ path }) => rm(path, { force: true }).catch(() => {})))
    const hashes = files.map(({ sha256 }) => sha256)
    try {
      sweepBlobs(ctx, hashes)
    } catch (fault) {
      ctx.log.warn('files could not be removed', { count: hashes.length, fault: String(fault) })
    }
    throw isOfFiles(error) ? notStored(ctx.log, error) : error
  }
}

const isOfFiles = (error: unknown) => error instanceof Error && 'syscall' in error
