import { and, count as countRows, eq, gt, lt } from 'drizzle-orm'
import { orders } from '../../../db/schema/money/order.ts'
import type { Ctx } from '../../context.ts'
import { hourMs } from '../../lib/calendar.ts'
import { count } from '../../lib/count.ts'
import type { Check, Finding } from '../../platform/check.ts'
import {
  checkEndpoints,
  type EndpointCheck,
  isNeeded,
  repairEndpoints,
} from '../../platform/payment/check-endpoints.ts'
import type { Processor } from '../../platform/payment/processor.ts'
import { lastEventMs, lastHeardMs } from '../../platform/payment/stored-event.ts'
import { hasAccounts } from '../seller/seller-account.ts'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Returns why the processor cannot reach this instance; null when it can, as far as the URL shows.
 */
function unreachable({ config: { baseUrl } }: Ctx, { isLive, apiBase }: Processor): string | null {
  if (baseUrl === undefined) return 'BASE_URL is not set, so the processor cannot be told where to send events'
  if (isLive && baseUrl.protocol !== 'https:') {
    return `BASE_URL is ${baseUrl.origin}: with real money the processor sends events only to https`
  }
  const isHere = loopback.test(baseUrl.hostname)
  if (!isHere || loopback.test(apiBase.hostname)) return null
  return `BASE_URL is ${baseUrl.origin}, which only this machine can reach: the processor cannot reach it`
}

// The test processor gets our URLs at each start, so it needs no check.
const atStripe = ({ processor }: Ctx) => (processor?.kind === 'stripe' ? processor : undefined)

const saying = ({ endpoint, url, ...check }: EndpointCheck): string[] => {
  const what = `${endpoint.payload === 'thin' ? 'thin events' : 'events'} of ${endpoint.source} at ${url}`
  if (check.status === 'ok') return []
  if (check.status === 'unseen') return [`the processor refuses to list the endpoint for ${what}`]
  return check.status === 'missing'
    ? [`no endpoint is registered for ${what}`]
    : [`the endpoint for ${what} has another URL or event list`]
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
  const note = lastMs === null ? 'no event has come yet' : `the last event came ${ago(hours)}`
  // While the processor is down, received events wait to be processed.
  const unheard = countUnheard(ctx, processor, lastHeardMs(ctx) ?? 0)
  if (unheard === 0) return { note }
  return {
    problem: `${count(unheard, 'payment')} went through without an event from the processor: ${note}`,
    fix: 'look for "webhook refused" in the log (a wrong secret, or a clock that is off), and for failed deliveries in the processor’s dashboard',
  }
}

const ago = (hours: number) => (hours < 1 ? 'within the last hour' : `${count(hours, 'hour')} ago`)

/**
 * Checks that our webhook endpoints are registered at the processor and events arrive. The fix
 * registers them and keeps their secrets.
 */
export const webhookCheck: Check = {
  name: 'webhooks',
  async look(ctx) {
    const processor = atStripe(ctx)
    if (!processor) return {}
    const fault = unreachable(ctx, processor)
    if (fault !== null) {
      const fix = 'set BASE_URL to the https address that people use (or, to try things out, use PAYMENTS=test)'
      return { problem: fault, fix }
    }
    const checks = await checkEndpoints(ctx, processor, ctx.config.baseUrl?.origin ?? '')
    const bad = checks.filter(({ status }) => status !== 'ok')
    if (bad.some((check) => isNeeded(ctx, processor, check, hasAccounts(ctx, processor.mode)))) {
      const fix = 'tapedeck doctor --fix registers them and keeps their secrets'
      return { problem: bad.flatMap(saying).join('; '), fix }
    }
    const registered = `${count(checks.length - bad.length, 'endpoint')} registered at the processor`
    const later = bad.length > 0 ? '; those for other artists’ accounts follow with the first of them' : ''
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
