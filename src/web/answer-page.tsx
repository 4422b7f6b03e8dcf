import type { ComponentChildren, ComponentType } from 'preact'
import { revisionOf } from '../../db/revision.ts'
import { unreadCount } from '../account/notification/box.ts'
import { keepLetter } from '../audience/letter/page/letter-cookie.ts'
import { usageHeadersOfCasset } from '../casset/usage/casset-usage-headers.ts'
import { termsOfSite } from '../casset/usage/read-terms.ts'
import { usageHeaders } from '../casset/usage/usage-headers.ts'
import type { Ctx } from '../context.ts'
import { currentLanguage } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { isFromNginx } from '../platform/http/site/nginx.ts'
import { keepReferral } from '../shop/referral/referral-cookie.ts'
import { cachedPages, type Plain } from './cached-pages.ts'
import { type Head, renderDocument } from './document/document.tsx'
import { createDocument, html } from './document/html.ts'
import type { FootProps } from './parts/frame/foot.tsx'
import { sitePictureOf } from './site-picture.ts'

export type Page = {
  head: Head
  main: ComponentChildren
  /** The only data that `main` is rendered from; see renderedFrom. */
  source?: Plain
  foot?: FootProps
  status?: number
  headers?: Record<string, string>
  /** Whether it is for its visitor only, even a stranger. */
  isPrivate?: boolean
}

/**
 * Returns the main part of a page that is rendered from plain data and nothing else. Strangers get
 * the last rendering of such a page until its data change.
 */
export const renderedFrom = <P extends { readonly [key: string]: Plain }>(View: ComponentType<P>, props: P) => ({
  main: <View {...props} />,
  source: props,
})

/**
 * Sends a page to a visitor. Pages for strangers may be cached by anybody; pages for signed-in
 * viewers, and answers that set a cookie of a link, by nobody.
 */
export function answerPage(ctx: Ctx, request: Request, viewer: Viewer | null, page: Page): Response {
  const { status = 200, headers = {}, isPrivate = false } = page
  const { sheet } = ctx.assets
  const referral = status === 200 ? (keepReferral(ctx, request, viewer) ?? keepLetter(ctx, request)) : undefined
  const isForAnyone = viewer === null && referral === undefined && !isPrivate
  const isForAll = isForAnyone && status === 200
  const document = isForAll ? keptDocument(ctx, page) : createDocument(render(ctx, viewer, page), { sheet })
  const said = { ...termsOf(ctx, page.head, isForAll), ...headers }
  if (isForAll && page.source !== undefined) cachedPages(ctx).noteSent(keyOf(page.head.path), stampOf(ctx), said)
  return html(request, document, {
    status,
    audience: isForAnyone ? 'anyone' : 'viewer',
    roomsUrl: ctx.config.relay?.roomsUrl,
    headers: {
      ...said,
      ...(referral === undefined ? {} : { 'set-cookie': referral }),
      ...(isForAll ? keptByNginx(ctx, request) : {}),
    },
  })
}

/** Returns the headers that tell programs the terms of a page (rule: policy-documents). */
function termsOf(ctx: Ctx, { cassetId }: Head, isForAll: boolean): Record<string, string> {
  if (cassetId !== undefined) return usageHeadersOfCasset(ctx, cassetId)
  return isForAll ? usageHeaders(termsOfSite(ctx)) : {}
}

/** Lets our nginx keep a stranger's page for a second; all others obey Cache-Control. */
const keptByNginx = (ctx: Ctx, request: Request): Record<string, string> =>
  isFromNginx(ctx, request) ? { 'x-accel-expires': '1' } : {}

/** A page is kept once for each language that it was read in. */
const keyOf = (path: string): string => `${currentLanguage()} ${path}`

/**
 * Returns a text that stays the same only while nothing was written and the clock shows the same
 * second: times on a stranger's page are a second late at most.
 */
const stampOf = ({ db, monotonicMs }: Ctx): string => `${revisionOf(db)()} ${Math.floor(monotonicMs() / 1000)}`

/** Undefined when anything may have changed since. */
export function answerAgain(ctx: Ctx, request: Request): Response | undefined {
  const { url } = request
  if (url.includes('?')) return undefined
  const kept = cachedPages(ctx).sentAt(keyOf(url.slice(url.indexOf('/', schemeLength))), stampOf(ctx))
  if (!kept) return undefined
  const headers = { ...kept.headers, ...keptByNginx(ctx, request) }
  return html(request, kept.document, { audience: 'anyone', headers, roomsUrl: ctx.config.relay?.roomsUrl })
}

// `http://` is one character shorter, and a host has at least one.
const schemeLength = 'https://'.length

const render = (ctx: Ctx, viewer: Viewer | null, { head, main, foot = {} }: Page): string =>
  renderDocument({
    assets: ctx.assets,
    origin: ctx.site.origin,
    viewer,
    unread: viewer ? unreadCount(ctx, viewer.userId) : 0,
    site: ctx.config.site,
    picture: sitePictureOf(ctx),
    isDemo: ctx.config.addressName === 'DEMO_URL',
    isTest: ctx.config.payments === 'test',
    isApart: ctx.config.payments === 'stripe',
    canJoin: ctx.config.registration === 'open',
    head,
    foot,
    children: main,
  })

/** The kept one if it was rendered from the same data, else a new one, which is kept. */
function keptDocument(ctx: Ctx, page: Page) {
  const { head, foot, source } = page
  const { sheet } = ctx.assets
  if (source === undefined) return createDocument(render(ctx, null, page), { sheet })
  const data = JSON.stringify([head, foot, source])
  const [pages, key] = [cachedPages(ctx), keyOf(head.path)]
  return pages.get(key, data) ?? pages.put(key, data, render(ctx, null, page), sheet)
}
