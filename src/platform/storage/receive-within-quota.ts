import type { Ctx } from '../../context.ts'
import { refuseBlockedBucket } from '../bucket/bucket-check.ts'
import type { StorageReservation } from '../http/request/receive-file.ts'
import { refuseFullDisk } from './keep-free.ts'
import { reserveStorage } from './reservation.ts'

// A form may contain this much in addition to its file: part headers, a title, a waveform.
const otherPartsBytes = 49_152

export type FormReservation = StorageReservation & {
  /** Called with the file's length so far. Throws BAD_STATE and UNAVAILABLE. */
  arriving(bytes: number): void
}

/**
 * Receives a form within the account's free space, checked by Content-Length before anything is
 * read, and again for every chunk. Throws BAD_STATE when the account is full, UNAVAILABLE when the
 * disk is.
 */
export async function receiveWithinQuota<T>(
  ctx: Ctx,
  userId: string,
  { headers }: Request,
  receive: (reservation: FormReservation) => Promise<T>,
): Promise<T> {
  const bodyBytes = Number(headers.get('content-length') ?? 0)
  const leastBytes = Math.max(0, bodyBytes - otherPartsBytes)
  refuseFullDisk(ctx, leastBytes)
  refuseBlockedBucket(ctx)
  const reservation = reserveStorage(ctx, userId, leastBytes, bodyBytes)
  try {
    return await receive({
      ...reservation,
      arriving(bytes) {
        refuseFullDisk(ctx)
        reservation.hold(bytes)
      },
    })
  } finally {
    reservation.release()
  }
}
