import type { Ctx } from '../../../context.ts'
import { notFound } from '../../../errors.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { ownCasset } from '../../casset.ts'

/** A casset of the sender and, unless the upload is new, an upload to it. */
export type UploadPlace = { cassetId: string; uploadId: string | null }

const idPattern = /^(?<cassetId>[0-9a-f-]{36})_(?<trackId>[0-9a-f-]{36})$/

// The library gets no other headers, so that it cannot read anything that differs from what was
// checked.
const heard = [
  'tus-resumable',
  'content-type',
  'content-length',
  'upload-length',
  'upload-defer-length',
  'upload-offset',
  'upload-metadata',
  'upload-concat',
]

/** Splits an upload id into casset and track. NOT_FOUND for others: the store makes paths of it. */
export function readUploadId(uploadId: string): { cassetId: string; trackId: string } {
  const { cassetId, trackId } = idPattern.exec(uploadId)?.groups ?? {}
  if (cassetId === undefined || trackId === undefined) throw notFound('upload')
  return { cassetId, trackId }
}

/**
 * Decides which upload a request is for, using only the path that the router matched. Throws
 * FORBIDDEN for another's casset, NOT_FOUND for an unknown upload.
 */
export function placeOfRequest(
  ctx: Ctx,
  author: Viewer,
  { id, uploadId }: { id: string; uploadId?: string },
): UploadPlace {
  const casset = ownCasset(ctx, id, author)
  if (uploadId === undefined) return { cassetId: casset.id, uploadId: null }
  if (readUploadId(uploadId).cassetId !== casset.id) throw notFound('upload')
  return { cassetId: casset.id, uploadId }
}

export const uploadPath = (uploadId: string) =>
  `/api/studio/casset/${readUploadId(uploadId).cassetId}/tracks/${uploadId}`

/** Returns the request for the library: a URL from the checked target, only headers of tus. */
export function toTusRequest({ method, headers, body }: Request, { cassetId, uploadId }: UploadPlace): Request {
  const path = uploadId === null ? `/api/studio/casset/${cassetId}/tracks` : uploadPath(uploadId)
  const kept = new Headers()
  for (const name of heard) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  const isEmpty = method === 'HEAD' || method === 'DELETE' || body === null
  return new Request(new URL(path, 'http://uploads.invalid'), { method, headers: kept, ...(isEmpty ? {} : { body }) })
}
