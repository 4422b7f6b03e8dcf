import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { refuseBlockedBucket } from '../../platform/bucket/bucket-check.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseFullDisk } from '../../platform/storage/keep-free.ts'
import { resumableOf } from './resumable.ts'
import type { UploadKind, UploadPlace } from './upload-kind.ts'
import { uploadReservation } from './upload-reservation.ts'

const numberOf = ({ headers }: Request, name: string): number => {
  const value = Number(headers.get(name) ?? 0)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

const headBytes = 65_536

/**
 * Passes a request to the tus server, and checks every chunk against the quota and the disk's
 * reserve. Throws BAD_STATE and UNAVAILABLE; earlier chunks stay, and the upload can be resumed
 * once there is space. Throws UNSUPPORTED_MEDIA_TYPE and drops the upload as soon as its first
 * bytes show that we do not accept it.
 */
export async function receiveUpload(ctx: Ctx, request: Request, author: Viewer, place: UploadPlace): Promise<Response> {
  const { kind, cassetId, uploadId } = place
  const { handle: answerTo, drop } = resumableOf(ctx)
  const answer = (watched: Request) => answerTo(watched, place)
  if (request.method !== 'POST' && request.method !== 'PATCH') return answer(request)
  if (request.method === 'POST') kind.refuseMore(ctx, author, cassetId, numberOf(request, 'upload-length'))
  const declared = Math.min(numberOf(request, 'upload-length'), ctx.config.maxUploadBytes)
  refuseFullDisk(ctx, Math.max(numberOf(request, 'content-length'), uploadId === null ? declared : 0))
  refuseBlockedBucket(ctx)
  const reservation = uploadId === null ? undefined : uploadReservation(ctx, uploadId)
  reservation?.hold(declared)
  if (!request.body) return answer(request)
  let refusal: unknown
  let reached = numberOf(request, 'upload-offset')
  const recognise = reached === 0 ? recogniser(ctx, kind) : () => {}
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      reached += piece.length
      try {
        refuseFullDisk(ctx)
        reservation?.hold(reached)
        recognise(piece)
      } catch (error) {
        refusal = error
        throw error
      }
      controller.enqueue(piece)
    },
  })
  const { url, method, headers, signal } = request
  try {
    return await answer(new Request(url, { method, headers, signal, body: request.body.pipeThrough(watch) }))
  } catch (error) {
    if (refusal instanceof AppError && refusal.code === 'UNSUPPORTED_MEDIA_TYPE' && uploadId) await drop(uploadId)
    throw refusal ?? error
  }
}

/**
 * Returns a function that takes the first pieces of a file, and throws UNSUPPORTED_MEDIA_TYPE once
 * they suffice to refuse it.
 */
function recogniser(ctx: Ctx, kind: UploadKind): (piece: Uint8Array) => void {
  let head = new Uint8Array()
  return (piece) => {
    if (head.length >= headBytes) return
    head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)])
    if (head.length === headBytes) kind.checkHead(ctx, head)
  }
}
