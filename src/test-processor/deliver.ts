import type { Delivery } from './errand.ts'
import type { KeptEvent } from './event.ts'
import type { Till } from './till.ts'

const answerWithinMs = 20_000

// Soon at first, then rarer, about three days in all, as Stripe does with live events.
const restsMs = [
  1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000, 86_400_000, 86_400_000,
]

/** The longest wait between two attempts. */
export const longestRetryMs = Math.max(...restsMs)

/** How long to wait after so many failed attempts; undefined when it is time to give up. */
export const retryAfterMs = (attempt: number): number | undefined => restsMs[attempt - 1]

/** The Stripe-Signature of a body: time and HMAC-SHA-256, as `constructEventAsync` checks it. */
export function signPayload(body: string, secret: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000)
  const signature = new Bun.CryptoHasher('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}

/** Carries one event to one endpoint. Only a 2xx answer in time counts. */
export async function deliver(till: Till, task: Delivery, stop: AbortSignal): Promise<'done' | 'failed'> {
  const shelf = till.store.book(task.account).event
  const event = shelf.get(task.event)
  const destination = till.store.book(till.platform).destination.get(task.destination)
  if (!event || !destination?.isEnabled) return 'done'
  const body = JSON.stringify(asSent(event), null, 2)
  const isTaken = await post(destination.url, body, signPayload(body, destination.secret, till.nowMs()), stop)
  if (!isTaken) return 'failed'
  const now = shelf.get(task.event)
  if (now?.object === 'event') shelf.put({ ...now, pending_webhooks: Math.max(0, now.pending_webhooks - 1) })
  return 'done'
}

/** A thin event travels without its data. */
function asSent(event: KeptEvent): object {
  if (event.object === 'event') return event
  const { data: _, ...thin } = event
  return thin
}

async function post(url: string, body: string, signature: string, stop: AbortSignal): Promise<boolean> {
  // By hand: a signal made of two would stay with the runner's for as long as it runs, and its timer for the whole while.
  const limit = new AbortController()
  const end = () => limit.abort()
  const timer = setTimeout(end, answerWithinMs)
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
