import type { ComponentChildren } from 'preact'
import type { Ctx } from '../context.ts'
import type { Viewer } from '../http/session.ts'
import { keepReferral } from '../referral/referral-cookie.ts'
import { type Head, renderDocument } from './document.tsx'
import { html } from './html.ts'
import type { FootProps } from './parts/foot.tsx'

/** A page to send: the document's head, its main part, and how it is sent. */
export type Page = {
  head: Head
  main: ComponentChildren
  foot?: FootProps
  status?: number
  headers?: Record<string, string>
}

/**
 * Sends a page to a visitor. Pages for strangers may be cached by anybody; pages for signed-in viewers, and answers
 * that set a referral cookie, by nobody.
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
