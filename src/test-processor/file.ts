import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { sha256Hex } from '../lib/hash/hmac.ts'
import { type AccountContext, newId, nowSec } from './context.ts'
import { invalidRequest, resourceMissing } from './request/api-error.ts'
import { listRoute } from './request/list-route.ts'
import { Expand, strictObject } from './request/read-params.ts'
import { route } from './route.ts'

/** The most bytes of an upload, file and fields together. */
export const maxUploadBytes = 5_000_000 + 10_000
const maxFileBytes = 5_000_000

export const isUpload = (path: string, contentType: string): boolean =>
  path === '/v1/files' && /^multipart\/form-data\b/i.test(contentType)

/**
 * Returns the fields of an upload in Stripe's form encoding, with name, kind, size and hash in
 * place of the file, so that the same upload has the same text. Throws invalid_request_error for a
 * body that is no upload.
 */
export async function uploadAsForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<string> {
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw invalidRequest('Invalid multipart form.', { param: 'file' })
  })
  const fields = new URLSearchParams()
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.append(name, value)
    else {
      const content = new Uint8Array(await value.arrayBuffer())
      const about = { name: value.name, kind: kindOf(content), size: content.length, hash: sha256Hex(content) }
      for (const [key, text] of Object.entries(about)) fields.append(`${name}[${key}]`, String(text))
    }
  }
  return fields.toString()
}

function kindOf(content: Uint8Array): string {
  const start = String.fromCharCode(...content.subarray(0, 8))
  if (start.startsWith('%PDF')) return 'pdf'
  if (start.startsWith('\x89PNG')) return 'png'
  return start.startsWith('\xff\xd8\xff') ? 'jpg' : 'unknown'
}

type NewFile = { purpose: string; file: { name: string; kind: string; size: number } }

function create(ctx: AccountContext, { purpose, file }: NewFile): Stripe.File {
  if (file.kind === 'unknown') {
    throw invalidRequest('Invalid file: only PDF, JPEG and PNG files are accepted for this purpose.', { param: 'file' })
  }
  if (file.size > maxFileBytes) {
    throw invalidRequest(`File is too large: at most ${maxFileBytes} bytes are accepted.`, { param: 'file' })
  }
  const id = newId(ctx, 'file')
  return ctx.store.file.put({
    id,
    object: 'file',
    created: nowSec(ctx),
    expires_at: null,
    filename: file.name,
    links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
    purpose,
    size: file.size,
    title: null,
    type: file.kind,
    url: `${ctx.server.pagesUrl()}/v1/files/${id}/contents`,
  })
}

export const fileRoutes = [
  route(
    'POST',
    '/v1/files',
    strictObject({
      purpose: t.Union([t.Literal('dispute_evidence'), t.Literal('identity_document'), t.Literal('business_logo')]),
      file: strictObject({
        name: t.String({ maxLength: 300 }),
        kind: t.String(),
        size: t.Integer({ minimum: 1 }),
        hash: t.String(),
      }),
      ...Expand,
    }),
    create,
  ),
  route('GET', '/v1/files/:id', strictObject(Expand), (ctx, _, id) => {
    const file = ctx.store.file.get(id)
    if (!file) throw resourceMissing('file', id)
    return file
  }),
  listRoute('/v1/files', ['purpose'], (request) => request.store.file),
]
