import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { maxDownloadBytes } from '../../program/download.ts'

// The router ignores a slash at the end, so the checks before it do too.
const uploads =
  /^\/api\/(?:hooks\/clips|(?<program>desk\/upgrade)|studio\/(?:assets|disputes\/[^/]+\/files|casset\/[^/]+\/(?:tracks|extras)(?<part>\/[^/]+)?))\/?$/

/** Bytes that a form may contain besides its file. */
const formRoomBytes = 1_000_000

export const isUpload = (path: string): boolean => uploads.test(path)

/**
 * Returns the largest body of an upload: that of a file as large as the site's limit, but for the
 * program, which the limit of music is not about.
 */
export function maxUploadBodyBytes(path: string, maxUploadBytes: number): number {
  const isProgram = uploads.exec(path)?.groups?.program !== undefined
  return (isProgram ? maxDownloadBytes : maxUploadBytes) + formRoomBytes
}

/** Throws UNSUPPORTED_MEDIA_TYPE for an upload that is neither a form nor tus 1.0. */
export function refuseUploadType({ method, headers }: Request, path: string): void {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isPart = uploads.exec(path)?.groups?.part !== undefined
  if (method === 'PATCH' && isPart && type !== 'application/offset+octet-stream') {
    throw new AppError(
      'UNSUPPORTED_MEDIA_TYPE',
      say('This address takes application/offset+octet-stream, as tus 1.0 has it.'),
    )
  }
  if (method === 'POST' && !isPart && type !== 'multipart/form-data' && !headers.has('tus-resumable')) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', say('This route takes multipart/form-data with a part named "file".'))
  }
}
