import type { Ctx } from '../../../context.ts'
import type { Viewer } from '../../../platform/http/session/session.ts'
import { ownLetter } from '../letter.ts'
import { letterEmail } from '../send/letter-email.ts'
import { nobodysToken } from '../send/reader-token.ts'

// It is shown in a frame of the studio: without scripts, forms or anything of other sites.
const policy =
  "sandbox allow-popups; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"

export function previewLetter(ctx: Ctx, author: Viewer, id: string, as: 'html' | 'text'): Response {
  const email = letterEmail(ctx, ownLetter(ctx, author, id), nobodysToken)
  const type = as === 'html' ? 'text/html' : 'text/plain'
  const headers = { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'private, no-store' }
  return new Response(email[as], { headers: { ...headers, 'content-security-policy': policy } })
}
