import { and, count as countRows, eq, gt, lt } from 'drizzle-orm'
import { orders } from '../../../db/schema/order/order.ts'
import { hasAccounts } from '../../books/seller/account/seller-account.ts'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { hourMs } from '../../lib/time/calendar.ts'
import type { Check, Finding } from '../../platform/check.ts'
import {
  checkEndpoints,
  type EndpointCheck,
  isNeeded,
  repairEndpoints,
} from '../../platform/payment/endpoint/check-endpoints.ts'
import { lastEventMs, lastHeardMs } from '../../platform/payment/event/stored-event.ts'
import type { Processor } from '../../platform/payment/processor.ts'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Returns null when it can, as far as the URL shows. */
function unreachable({ config: { baseUrl } }: Ctx, { isLive, apiBase }: Processor): string | null {
  if (baseUrl === undefined) return say('BASE_URL is not set, so the processor cannot be told where to send events')
  if (isLive && baseUrl.protocol !== 'https:') {
    return say('BASE_URL is {address}: with real money the processor sends events only to https', {
      address: baseUrl.origin,
    })
  }
  const isHere = loopback.test(baseUrl.hostname)
  if (!isHere || loopback.test(apiBase.hostname)) return null
  return say('BASE_URL is {address}, which only this machine can reach: the processor cannot reach it', {
    address: baseUrl.origin,
  })
}

// The test processor gets our URLs at each start, so it needs no check.
const atStripe = ({ processor }: Ctx) => (processor?.kind === 'stripe' ? processor : undefined)

const saying = ({ endpoint, url, ...check }: EndpointCheck): string[] => {
  const of = { source: endpoint.source, url }
  const what =
    endpoint.payload === 'thin' ? say('thin events of {source} at {url}', of) : say('events of {source} at {url}', of)
  if (check.status === 'ok') return []
  if (check.status === 'unseen') return [say('the processor refuses to list the endpoint for {what}', { what })]
  return check.status === 'missing'
    ? [say('no endpoint is registered for {what}', { what })]
    : [say('the endpoint for {what} has another URL or event list', { what })]
}

const graceMs = 10 * 60_000

/** Counts this mode's orders that were paid some time after the last processed event. */
function countUnheard({ db, now }: Ctx, { mode }: Processor, sinceMs: number): number {
  const isUnheard = and(gt(orders.paidAt, sinceMs + graceMs), lt(orders.paidAt, now() - graceMs))
  const which = and(eq(orders.mode, mode), eq(orders.state, 'PAID'), isUnheard)
  return db.select({ n: countRows() }).from(orders).where(which).get()?.n ?? 0
}

function whenHeard(ctx: Ctx, processor: Processor): Finding {
  const lastMs = lastEventMs(ctx)
  const hours = lastMs === null ? 0 : Math.floor((ctx.now() - lastMs) / hourMs)
  const note = lastMs === null ? say('no event has come yet') : heardText(hours)
  // While the processor is down, received events wait to be processed.
  const unheard = countUnheard(ctx, processor, lastHeardMs(ctx) ?? 0)
  if (unheard === 0) return { note }
  return {
    problem: say(
      '{payments, plural, one {# payment} other {# payments}} went through without an event from the processor: {note}',
      { payments: unheard, note },
    ),
    fix: say(
      'look for "webhook refused" in the log (a wrong secret, or a clock that is off), and for failed deliveries in the processor’s dashboard',
    ),
  }
}

const heardText = (hours: number) =>
  hours < 1
    ? say('the last event came within the last hour')
    : say('the last event came {hours, plural, one {# hour} other {# hours}} ago', { hours })

/**
 * Checks that our webhook endpoints are registered at the processor and events arrive. The fix
 * registers them and keeps their secrets.
 */
export const webhookCheck: Check = {
  name: 'webhooks',
  place: 140,
  ofSite: true,
  async look(ctx) {
    const processor = atStripe(ctx)
    if (!processor) return {}
    const fault = unreachable(ctx, processor)
    if (fault !== null) {
      const fix = say('set BASE_URL to the https address that people use (or, to try things out, use PAYMENTS=test)')
      return { problem: fault, fix }
    }
    const checks = await checkEndpoints(ctx, processor, ctx.config.baseUrl?.origin ?? '')
    const bad = checks.filter(({ status }) => status !== 'ok')
    if (bad.some((check) => isNeeded(ctx, processor, check, hasAccounts(ctx, processor.mode)))) {
      const fix = say('tapedeck doctor --fix registers them and keeps their secrets')
      return { problem: bad.flatMap(saying).join('; '), fix }
    }
    const registered = say('{endpoints, plural, one {# endpoint} other {# endpoints}} registered at the processor', {
      endpoints: checks.length - bad.length,
    })
    const later = bad.length > 0 ? `; ${say('those for other artists’ accounts follow with the first of them')}` : ''
    const { note, ...rest } = whenHeard(ctx, processor)
    return rest.problem === undefined ? { note: `${registered}${later}; ${note}` } : rest
  },
  fixesAhead: true,
  async fix(ctx) {
    const processor = atStripe(ctx)
    if (!processor || unreachable(ctx, processor) !== null) return
    const checks = await checkEndpoints(ctx, processor, ctx.config.baseUrl?.origin ?? '')
    await repairEndpoints(ctx, processor, checks, hasAccounts(ctx, processor.mode))
  },
}
