import { Counter, Histogram, Registry } from 'prom-client'
import type { Ctx } from '../../context.ts'
import { sameText } from '../../lib/hash/hmac.ts'
import type { RequestWatch } from '../../platform/http/request/request-watch.ts'
import type { Usage } from '../../platform/usage.ts'
import { addState } from './add-state.ts'

export type Metrics = RequestWatch & {
  answer(request: Request): Promise<Response>
  stop(): void
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const lookMs = 100
// A request may have any method: a label must not.
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The scraper sends `METRICS_TOKEN` as a bearer token (rule: metrics). */
export function createMetrics(present: () => Ctx, usage: () => Usage): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const answered = new Counter({
    name: 'tapedeck_http_requests_total',
    help: 'Requests that were answered, by route; those without one were refused before, or found none.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const took = new Histogram({
    name: 'tapedeck_http_request_duration_seconds',
    help: 'Time until an answer begins, by route.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  })
  const lag = new Histogram({
    name: 'tapedeck_loop_lag_seconds',
    help: 'How late a timer came: so long nobody was served.',
    buckets: seconds,
    registers,
  })
  addState(present, registry, usage)

  let due = performance.now() + lookMs
  const looking = setInterval(() => {
    lag.observe(Math.max(0, performance.now() - due) / 1_000)
    due = performance.now() + lookMs
  }, lookMs)
  looking.unref()

  const refused = () =>
    Response.json(
      { error: 'Send METRICS_TOKEN as a bearer token.' },
      { status: 401, headers: { 'www-authenticate': 'Bearer', 'cache-control': 'no-store' } },
    )
  return {
    answered({ method }, route, { status }, ms) {
      const name = route ?? 'none'
      answered.inc({ method: methods.has(method) ? method : 'other', route: name, status: `${status}` })
      took.observe({ route: name }, ms / 1_000)
    },
    async answer(request) {
      const token = present().config.metricsToken
      if (!sameText(request.headers.get('authorization') ?? '', `Bearer ${token}`)) return refused()
      const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' }
      return new Response(await registry.metrics(), { headers })
    },
    stop: () => clearInterval(looking),
  }
}
