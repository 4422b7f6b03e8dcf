import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { nameOf } from '../../lib/album/found.ts'
import { refuseBlockedBucket } from '../../platform/bucket/bucket-check.ts'
import { type ReceivedFile, readHead } from '../../platform/http/request/receive-file.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { reserveStorage } from '../../platform/storage/reservation.ts'
import { openFound } from './find-files.ts'

const pieceBytes = 1 << 20

/** The account or the disk is full: the next file would meet that too. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/**
 * Copies a file of the folder into the site, as an upload arrives there: within the account's quota
 * and the disk's reserve. Throws StoppedError where there is no room, and the fault of a file that
 * cannot be read; then no copy is left.
 */
export async function withCopy<Made>(
  ctx: Ctx,
  userId: string,
  { root, path, bytes }: { root: string; path: string; bytes: number },
  use: (file: ReceivedFile) => Promise<Made>,
): Promise<Made> {
  const reservation = reserve(ctx, userId, bytes)
  const copy = ctx.blobs.scratch(ctx.uuid())
  try {
    const copied = await copyFile(join(root, path), copy, bytes)
    return await use({ path: copy, name: nameOf(path), ...copied, head: await readHead(copy), reservation })
  } finally {
    await rm(copy, { force: true })
    reservation.release()
  }
}

function reserve(ctx: Ctx, userId: string, bytes: number) {
  try {
    refuseFullDisk(ctx, bytes)
    refuseBlockedBucket(ctx)
    return reserveStorage(ctx, userId, bytes, bytes)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new StoppedError(error.told)
  }
}

async function copyFile(from: string, to: string, mostBytes: number): Promise<{ bytes: number; sha256: string }> {
  const hasher = new Bun.CryptoHasher('sha256')
  const source = await openFound(from)
  try {
    const target = await open(to, 'wx', 0o600)
    try {
      const piece = Buffer.alloc(pieceBytes)
      let bytes = 0
      for (;;) {
        const { bytesRead } = await source.read(piece, 0, piece.length, bytes)
        if (bytesRead === 0) return { bytes, sha256: hasher.digest('hex') }
        if (bytes + bytesRead > mostBytes) throw invalid('file', 'The file grew while it was read.')
        hasher.update(piece.subarray(0, bytesRead))
        for (let at = 0; at < bytesRead; ) at += (await target.write(piece, at, bytesRead - at)).bytesWritten
        bytes += bytesRead
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
