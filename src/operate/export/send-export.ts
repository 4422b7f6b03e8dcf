import { stat } from 'node:fs/promises'
import type { Client } from '../../account/session/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError, notFound } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { attachmentHeader } from '../../platform/http/answer/attachment.ts'
import { sendFile } from '../../platform/http/answer/send-file.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { exportName, ownExport } from './own-export.ts'
import { problemText } from './problems.ts'

/**
 * Sends a zip to its owner, with Range, and records that in their activity. Throws NOT_FOUND,
 * FORBIDDEN, BAD_STATE until it is ready.
 */
export async function sendExport(
  ctx: Ctx,
  id: string,
  author: Viewer,
  { address, userAgent }: Client,
  request: Request,
): Promise<Response> {
  const row = ownExport(ctx, id, author)
  if (row.state === 'MAKING') {
    throw new AppError('BAD_STATE', say('Your data is still being packed.'), {
      hint: say('Try again in a few minutes.'),
    })
  }
  if (row.state === 'FAILED') {
    throw new AppError('BAD_STATE', problemText(row.problem), {
      hint: say('Ask for it again.'),
    })
  }
  const path = ctx.blobs.made(exportName(row))
  const found = await stat(path).catch(() => undefined)
  if (!found) throw notFound('export')
  const day = new Date(row.createdAt).toISOString().slice(0, 10)
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': attachmentHeader(
      say('{handle} data {day}.zip ## the name of a file with all data of an account', { handle: author.handle, day }),
    ),
  }
  const sent = await sendFile(ctx, { place: { path }, bytes: found.size, etag: `"${row.id}"`, headers }, request)
  if (request.method === 'GET') noteSecurity(ctx, 'data_downloaded', { userId: row.userId, address, userAgent })
  return sent
}
