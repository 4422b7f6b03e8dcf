import { AppError } from '../errors.ts'

// The router takes a slash at the end as nothing, so what is decided before it does too.
const uploads = /^\/api\/studio\/(?:assets|casset\/[^/]+\/tracks(?<part>\/[^/]+)?)\/?$/

/** Bytes that the parts of a form may take beside its file. */
export const formRoomBytes = 1_000_000

/** Whether a path takes files rather than JSON. */
export const isUpload = (path: string): boolean => uploads.test(path)

/** Refuses what is neither a form nor tus 1.0 where files are put in. Throws UNSUPPORTED_MEDIA_TYPE. */
export function refuseUploadType({ method, headers }: Request, path: string): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPart = uploads.exec(path)?.groups?.part !== undefined
  if (method === 'PATCH' && isPart && type !== 'application/offset+octet-stream') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      'This address takes application/offset+octet-stream, as tus 1.0 has it.',
    )
  }
  if (method === 'POST' && !isPart && type !== 'multipart/form-data' && !headers.has('tus-resumable')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'This route takes multipart/form-data with a part named "file".')
  }
}
