import type { ComponentChildren } from 'preact'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { keepReferral } from '../referral/referral-cookie.ts'
import { type Head, renderDocument } from './document.tsx'
import { html } from './html.ts'
import type { FootProps } from './parts/foot.tsx'

/** What is answered at one address: the document's head, its main part, and how it is answered. */
export type Page = {
  head: Head
  main: ComponentChildren
  foot?: FootProps
  status?: number
  headers?: Record<string, string>
}

/**
 * Answers one page to one visitor: kept by anybody when the visitor is nobody, by nobody when they are signed in or came
 * by a link that is remembered.
 */
export function answerPage(ctx: Ctx, request: Request, viewer: Viewer | null, page: Page): Response {
  const { head, main, foot = {}, status = 200, headers = {} } = page
  const referral = status === 200 ? keepReferral(ctx, request) : undefined
  const text = renderDocument({
    assets: ctx.assets,
    origin: ctx.site.origin,
    viewer,
    isTest: ctx.config.payments === 'test',
    head,
    foot,
    children: main,
  })
  return html(request, text, {
    status,
    audience: viewer || referral !== undefined ? 'viewer' : 'anyone',
    headers: referral === undefined ? headers : { ...headers, 'set-cookie': referral },
  })
}
