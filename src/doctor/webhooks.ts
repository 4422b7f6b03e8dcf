import type { Ctx } from '../context.ts'
import { checkEndpoints, type EndpointCheck, repairEndpoints } from '../payment/check-endpoints.ts'
import type { Processor } from '../payment/processor.ts'
import type { Check } from './check.ts'

const loopback = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/

/** Returns why the processor cannot reach this instance; null when it can, as far as the URL shows. */
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
const atStripe = ({ processor }: Ctx) => (processor?.mode === 'stripe' ? processor : undefined)

const saying = ({ endpoint, url, ...check }: EndpointCheck): string[] => {
  const what = `${endpoint.payload === 'thin' ? 'thin events' : 'events'} of ${endpoint.source} at ${url}`
  if (check.status === 'ok') return []
  return check.status === 'missing'
    ? [`no endpoint is registered for ${what}`]
    : [`the endpoint for ${what} has another URL or event list`]
}

/**
 * Checks that our webhook endpoints are registered at the processor. The fix registers them and keeps their secrets.
 */
export const webhooks: Check = {
  name: 'webhooks',
  async look(ctx) {
    const processor = atStripe(ctx)
    if (!processor) return {}
    const fault = unreachable(ctx, processor)
    if (fault !== null) {
      const mend = 'set BASE_URL to the https address that people use (or, to try things out, use PAYMENTS=test)'
      return { problem: fault, mend }
    }
    const checks = await checkEndpoints(ctx, processor, ctx.config.baseUrl?.origin ?? '')
    const problems = checks.flatMap(saying)
    if (problems.length === 0) return { note: `${checks.length} endpoints are registered at the processor` }
    return { problem: problems.join('; '), mend: 'tapedeck doctor --fix registers them and keeps their secrets' }
  },
  async fix(ctx) {
    const processor = atStripe(ctx)
    if (!processor || unreachable(ctx, processor) !== null) return
    await repairEndpoints(ctx, processor, await checkEndpoints(ctx, processor, ctx.config.baseUrl?.origin ?? ''))
  },
}
