import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { notedValue, noteValue } from '../../../../db/kept-value.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { ownState } from '../../own-state.ts'
import { isWebhook, pathOf } from '../request/path.ts'
import { mayUse } from '../session/desk-role.ts'
import type { Viewer } from '../session/session.ts'

const name = 'maintenance'
const Kept = t.Object({ since: t.Union([t.Integer(), t.Null()]), text: t.String() })

/** Since when the site is closed for work (null: it is open), and what its pages say then. */
export type Maintenance = Static<typeof Kept>

const retryAfterSec = 600

const kept = ownState((ctx): { now: Maintenance } => {
  const value = notedValue(ctx.db, name)
  return { now: value === undefined ? { since: null, text: '' } : Value.Decode(Kept, parseJson(value)) }
})

export const maintenanceOf = (ctx: Ctx): Maintenance => kept(ctx).now

export function setMaintenance(ctx: Ctx, next: Maintenance): void {
  noteValue(ctx.db, name, JSON.stringify(next))
  kept(ctx).now = next
}

/** The calls that end something begun: payments, signing in, streams, uploads. */
const goesOn =
  /^\/api\/(?:auth\/(?:login|logout|passkeys\/sign-in|second-step|confirm|apple\/callback|password\/(?:forgot|reset))|checkout\/.*(?:verify|confirm)$|audio\/token$|withdraw$|orders\/[^/]+\/give-back$|studio\/casset\/[^/]+\/tracks\/[^/]+$)/

/** Returns whether somebody can open the site again, and so is not kept out. */
const mayOpen = (viewer: Viewer | null | undefined) => viewer != null && mayUse(viewer, 'site')

const isRead = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/**
 * Throws UNAVAILABLE for a request that changes something while the site is closed for work
 * (rule: maintenance), unless whoever may open it again sends it or it ends what has begun.
 */
export function refuseChange(
  ctx: Ctx,
  request: Pick<Request, 'method' | 'url'>,
  viewer: Viewer | null | undefined,
): void {
  if (maintenanceOf(ctx).since === null || isRead(request.method) || mayOpen(viewer)) return
  const path = pathOf(request.url)
  if (!path.startsWith('/api/') || isWebhook(path) || goesOn.test(path)) return
  throw closed(ctx)
}

const openPages =
  /^\/(?:login|receipts?|claim|imprint|privacy|terms|unsubscribe|withdraw|reset|account\/verify)(?:\/|$)/

/**
 * Throws UNAVAILABLE for a page while the site is closed for work, unless whoever may open it again
 * asks for it, or somebody who comes back from paying.
 */
export function refusePage(ctx: Ctx, request: Request, viewer: Viewer | null | undefined): void {
  if (maintenanceOf(ctx).since === null || mayOpen(viewer)) return
  if (openPages.test(pathOf(request.url)) || request.url.includes('payment_intent=')) return
  throw closed(ctx)
}

function closed(ctx: Ctx): AppError {
  const { text } = maintenanceOf(ctx)
  const hint = say('What you have begun to pay or to hear goes on.')
  return new AppError('UNAVAILABLE', text || say('This site is being worked on. Come back in a little while.'), {
    hint,
    retryAfter: retryAfterSec,
  })
}
