import { eq } from 'drizzle-orm'
import { uploads } from '../../../db/schema/casset/upload.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { StorageReservation } from '../../platform/http/request/receive-file.ts'
import { refuseOverQuota } from '../../platform/storage/reservation.ts'
import { worldById } from '../access/visible-casset.ts'

const ownerOf = (ctx: Ctx, uploadId: string): string => {
  const world = worldById(ctx, uploadId.split('_')[0] ?? '')
  if (!world) throw notFound('upload')
  return world.artist.userId
}

/** Bytes to reserve for an upload that declares no length: those of its first request. */
export const undeclaredBytes = (ctx: Ctx, { headers, body }: Pick<Request, 'headers' | 'body'>): number => {
  const length = headers.get('content-length')
  if (length !== null) return Number(length)
  return body ? ctx.config.maxUploadBytes : 0
}

/** Called in a transaction. Throws BAD_STATE when the account is full. */
export function beginUpload(ctx: Ctx, id: string, bytes: number): void {
  const userId = ownerOf(ctx, id)
  refuseOverQuota(ctx, userId, bytes)
  ctx.db.insert(uploads).values({ id, userId, bytes, createdAt: ctx.now() }).run()
}

/** Returns the reservation of a resumable upload in the database, where it survives a restart. */
export function uploadReservation(ctx: Ctx, id: string): StorageReservation {
  const which = eq(uploads.id, id)
  let known = 0
  return {
    hold(bytes) {
      if (bytes <= known) return
      const held = ctx.db.select({ bytes: uploads.bytes }).from(uploads).where(which).get()?.bytes
      // Absent once the upload is stored as what it is, whose size counts by itself.
      if (held === undefined) return
      if (bytes > held) {
        refuseOverQuota(ctx, ownerOf(ctx, id), bytes - held, held)
        ctx.db.update(uploads).set({ bytes }).where(which).run()
      }
      known = Math.max(bytes, held)
    },
    release() {
      known = 0
      ctx.db.delete(uploads).where(which).run()
    },
  }
}
