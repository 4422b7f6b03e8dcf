import type { Ctx } from '../context.ts'
import { refuseFullDisk } from '../storage/keep-free.ts'
import { uploadRoom } from './upload-room.ts'

const numberOf = ({ headers }: Request, name: string): number => {
  const value = Number(headers.get(name) ?? 0)
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

/**
 * Lets the tus server handle a request, and checks every chunk against the quota and the disk's reserve. Throws
 * BAD_STATE and UNAVAILABLE; earlier chunks stay, and the upload can be resumed when there is room.
 */
export async function receiveUpload(
  ctx: Ctx,
  request: Request,
  uploadId: string | null,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== 'POST' && request.method !== 'PATCH') return answer(request)
  const declared = Math.min(numberOf(request, 'upload-length'), ctx.config.maxUploadBytes)
  refuseFullDisk(ctx, Math.max(numberOf(request, 'content-length'), uploadId === null ? declared : 0))
  const room = uploadId === null ? undefined : uploadRoom(ctx, uploadId)
  room?.hold(declared)
  if (!request.body) return answer(request)
  let refusal: unknown
  let reached = numberOf(request, 'upload-offset')
  const watch = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      reached += piece.length
      try {
        refuseFullDisk(ctx)
        room?.hold(reached)
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
    throw refusal ?? error
  }
}
