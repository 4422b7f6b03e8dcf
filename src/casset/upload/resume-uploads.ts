import type { Ctx } from '../../context.ts'
import type { Guarded } from '../../platform/http/guard.ts'
import { receiveUpload } from './receive-upload.ts'
import { placeOfRequest } from './tus-request.ts'
import { describeMeans, describePart } from './upload-description.ts'
import type { UploadKind } from './upload-kind.ts'

// Elysia changes the options it is given, so each route needs its own.
const uploading = (kind: UploadKind, method: 'HEAD' | 'PATCH' | 'DELETE', operation: string, summary: string) =>
  ({
    operation,
    summary,
    limit: 'read',
    session: true,
    parse: 'none',
    detail: describePart(method, kind.answersIn),
  }) as const

const nouns = { tracks: 'Track', extras: 'Extra' } as const

/** The routes by which an upload of this kind goes on where it was cut off (rule: uploads). */
export const resumesUploads = (ctx: Ctx, kind: UploadKind) => (app: Guarded) => {
  const start = `/api/studio/casset/:id/${kind.path}` as const
  const upload = `${start}/:uploadId` as const
  const noun = nouns[kind.path]
  return app
    .options(
      start,
      ({ params, request, author }) => receiveUpload(ctx, request, author, placeOfRequest(ctx, kind, author, params)),
      {
        operation: `get${noun}UploadOptions`,
        summary: 'Read what resumable uploads can do',
        session: true,
        refuses: ['FORBIDDEN'],
        detail: describeMeans(),
      },
    )
    .head(
      upload,
      ({ params, request, author }) => receiveUpload(ctx, request, author, placeOfRequest(ctx, kind, author, params)),
      uploading(kind, 'HEAD', `get${noun}UploadOffset`, 'Ask how far an upload has come'),
    )
    .patch(
      upload,
      ({ params, request, author }) => receiveUpload(ctx, request, author, placeOfRequest(ctx, kind, author, params)),
      uploading(kind, 'PATCH', `send${noun}UploadPart`, 'Send the next part of an upload'),
    )
    .delete(
      upload,
      ({ params, request, author }) => receiveUpload(ctx, request, author, placeOfRequest(ctx, kind, author, params)),
      uploading(kind, 'DELETE', `cancel${noun}Upload`, 'Give up an upload'),
    )
}
