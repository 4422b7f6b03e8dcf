import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { ownCasset } from '../casset.ts'
import type { UploadKind, UploadPlace } from './upload-kind.ts'

const idPattern = /^(?<cassetId>[0-9a-f-]{36})_(?<id>[0-9a-f-]{36})(?<ending>|_extra)$/

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

/** The id of an upload of this kind, which will be that of what it becomes. */
export const uploadIdOf = (
  { ending }: Pick<UploadKind, 'ending'>,
  { cassetId, id }: { cassetId: string; id: string },
): string => `${cassetId}_${id}${ending}`

/** Splits an upload id. NOT_FOUND for one of another kind: the store makes paths of it. */
export function readUploadId({ ending }: UploadKind, uploadId: string): { cassetId: string; id: string } {
  const { cassetId, id, ...found } = idPattern.exec(uploadId)?.groups ?? {}
  if (cassetId === undefined || id === undefined || found.ending !== ending) throw notFound('upload')
  return { cassetId, id }
}

/**
 * Decides which upload a request is for, using only the path that the router matched. Throws
 * FORBIDDEN for another's casset, NOT_FOUND for an unknown upload.
 */
export function placeOfRequest(
  ctx: Ctx,
  kind: UploadKind,
  author: Viewer,
  { id, uploadId }: { id: string; uploadId?: string },
): UploadPlace {
  const casset = ownCasset(ctx, id, author)
  if (uploadId === undefined) return { kind, cassetId: casset.id, uploadId: null }
  if (readUploadId(kind, uploadId).cassetId !== casset.id) throw notFound('upload')
  return { kind, cassetId: casset.id, uploadId }
}

export const uploadPath = ({ kind, cassetId, uploadId }: UploadPlace) =>
  `/api/studio/casset/${cassetId}/${kind.path}${uploadId === null ? '' : `/${uploadId}`}`

/** Returns the request for the library: a URL from the checked target, only headers of tus. */
export function toTusRequest({ method, headers, body }: Request, place: UploadPlace): Request {
  const path = uploadPath(place)
  const kept = new Headers()
  for (const name of heard) {
    const value = headers.get(name)
    if (value !== null) kept.set(name, value)
  }
  const isEmpty = method === 'HEAD' || method === 'DELETE' || body === null
  return new Request(new URL(path, 'http://uploads.invalid'), { method, headers: kept, ...(isEmpty ? {} : { body }) })
}
