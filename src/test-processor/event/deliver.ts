import type { Delivery } from '../schedule/schedule.ts'
import type { Server } from '../server.ts'
import type { StoredEvent } from './event.ts'

const responseTimeoutMs = 20_000

// Increasing delays, about three days in all, as Stripe retries live events.
const retryDelaysMs = [
  1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000, 86_400_000,
]

export const longestRetryMs = Math.max(...retryDelaysMs)

/** Returns the delay after this many failed attempts; undefined after the last. */
export const retryAfterMs = (attempt: number): number | undefined => retryDelaysMs[attempt - 1]

/** Returns a body's Stripe-Signature: time and HMAC-SHA-256, for `constructEventAsync`. */
export function signPayload(body: string, secret: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000)
  const signature = new Bun.CryptoHasher('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}

/** Returns 'failed' unless a 2xx response arrives in time; never throws. */
export async function deliver(
  server: Server,
  delivery: Pick<Delivery, 'account' | 'event' | 'endpoint'>,
  stop: AbortSignal,
): Promise<'done' | 'failed'> {
  const events = server.stores.of(delivery.account).event
  const event = events.get(delivery.event)
  const endpoint = server.stores.of(server.platform).webhook_endpoint.get(delivery.endpoint)
  if (!event || !endpoint?.isEnabled) return 'done'
  const body = JSON.stringify(toPayload(event), null, 2)
  const isAccepted = await post(endpoint.url, body, signPayload(body, endpoint.secret, server.nowMs()), stop)
  if (!isAccepted) return 'failed'
  const now = events.get(delivery.event)
  if (now?.object === 'event') events.put({ ...now, pending_webhooks: Math.max(0, now.pending_webhooks - 1) })
  return 'done'
}

/** Returns what is sent: a thin event without its `data`, which receivers fetch. */
function toPayload(event: StoredEvent): object {
  if (event.object === 'event') return event
  const { data: _, ...thin } = event
  return thin
}

async function post(url: string, body: string, signature: string, stop: AbortSignal): Promise<boolean> {
  // Not AbortSignal.any: its result stays registered with `stop` as long as the scheduler runs, and
  // its timer keeps running.
  const limit = new AbortController()
  const end = () => limit.abort()
  const timer = setTimeout(end, responseTimeoutMs)
  stop.addEventListener('abort', end)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: limit.signal,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}
