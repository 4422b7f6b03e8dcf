import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { EXTRA_TYPES, extraTypeOf } from '../../lib/file/extra-formats.ts'
import { attachmentHeader } from '../../platform/http/answer/attachment.ts'
import { sendFile } from '../../platform/http/answer/send-file.ts'
import { sendsFile } from '../../platform/http/answer/sends.ts'
import { decideExtra } from '../access/decide-access.ts'
import type { Holding } from '../access/entitlement.ts'
import { type Downloader, downloadingOf } from './downloading.ts'

/** Neither a file nor a picture of it is ever shown as a page of this site (rule: extras). */
const boxed = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

const etagOf = (sha256: string) => `"${sha256.slice(0, 32)}"`

type Asked = { id: string; by: Downloader; request: Request }

/**
 * Sends a file that comes with a casset, as a download. Throws as `decideExtra` does, what
 * `downloadingOf` throws, UNAVAILABLE for a damaged file, RANGE_NOT_SATISFIABLE.
 */
export async function sendExtra(ctx: Ctx, holding: Holding, { id, by, request }: Asked): Promise<Response> {
  const { name, format, sha256, bytes, cassetId } = decideExtra(ctx, holding, id)
  const place = await holding.entitlement.findMaster(ctx, { sha256, bytes })
  downloadingOf(ctx)(ctx, { cassetId, by, isSent: true })
  const headers = {
    ...boxed,
    'content-type': extraTypeOf(format),
    'content-disposition': attachmentHeader(`${name}.${format}`),
  }
  return sendFile(ctx, { place, bytes, etag: etagOf(sha256), headers }, request)
}

/** Sends the small picture of such a file. Throws as `sendExtra` does, NOT_FOUND without one. */
export async function sendPreview(ctx: Ctx, holding: Holding, id: string, request: Request): Promise<Response> {
  const { previewSha256: sha256, previewBytes: bytes } = decideExtra(ctx, holding, id)
  if (sha256 === null || bytes === null) throw notFound('picture')
  const place = await holding.entitlement.findMaster(ctx, { sha256, bytes })
  const headers = { ...boxed, 'content-type': 'image/webp' }
  return sendFile(ctx, { place, bytes, etag: etagOf(sha256), headers }, request)
}

export const sendsExtra = () => ({
  tells: ['Content-Disposition'] as const,
  responses: sendsFile('The file', ...EXTRA_TYPES.map((type) => type.replace(/;.*/, ''))),
})

export const sendsPreview = () => ({ responses: sendsFile('A small picture of it', 'image/webp') })
