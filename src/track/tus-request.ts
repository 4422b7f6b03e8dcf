import { ownCasset } from '../casset/own-casset.ts'
import type { Ctx } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Viewer } from '../http/session.ts'

/** What a request for an upload is about: a casset of the sender's and, unless it begins one, an upload to it. */
export type UploadPlace = { cassetId: string; uploadId: string | null }

const idPattern = /^(?<cassetId>[0-9a-f-]{36})_(?<trackId>[0-9a-f-]{36})$/

// The rest of a request is nothing to the library, so that nothing it reads can differ from what was checked.
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

/**
 * What an upload's id says: its casset, and the track it becomes. Throws NOT_FOUND for any other text, which the store
 * would take for a path.
 */
export function readUploadId(uploadId: string): { cassetId: string; trackId: string } {
  const { cassetId, trackId } = idPattern.exec(uploadId)?.groups ?? {}
  if (cassetId === undefined || trackId === undefined) throw notFound('upload')
  return { cassetId, trackId }
}

/**
 * The one place that decides which upload a request means: by the path that the router matched, and by nothing else of
 * the address. Throws FORBIDDEN for another's casset, NOT_FOUND for an upload to any other.
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

/** Where an upload is found. */
export const uploadPath = (uploadId: string) =>
  `/api/studio/casset/${readUploadId(uploadId).cassetId}/tracks/${uploadId}`

/** The request as the library is given it: with an address made of the place that was checked, and the headers of tus. */
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
