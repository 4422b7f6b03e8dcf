import { signPayload } from '../../../src/test-processor/event/deliver.ts'
import type { Wire } from '../test-processor/stripe-wire.ts'

/**
 * How webhooks travel: they arrive, are refused at the door, arrive with the answer lost, are held
 * up on the way, or are lost for ever although the processor believes that they arrived.
 */
export type Travel = 'arrive' | 'refused' | 'answer lost' | 'held up' | 'lost'

type Sent = { path: string; body: string }

/** Stands between the processor and the program's webhooks, and disturbs what travels. */
export type Relay = Disposable & {
  readonly url: string
  /** Where the program listens now; undefined while it is down. */
  target: string | undefined
  /** The secret that signs at each path. */
  readonly secrets: Map<string, string>
  travel: Travel
  /** Whether any was lost for ever. */
  readonly hasLost: boolean
  /** Says that what arrived was lost after all, as with a restored copy of the database. */
  lose(): void
  /** Lets what was held up arrive, in another order: by these numbers. */
  release(order: readonly number[]): Promise<void>
  /** Lets something arrive once more that was on its way before. */
  repeat(nth: number): Promise<void>
}

/**
 * Starts a relay; `wire` looks at what passes. Bodies that come later than they were sent are
 * signed again, as the processor signs each attempt.
 */
export function startRelay(nowMs: () => number, wire?: Wire): Relay {
  const seen: Sent[] = []
  let hasLost = false
  let held: Sent[] = []

  async function pass({ path, body }: Sent): Promise<number> {
    const { target } = relay
    if (target === undefined) return 502
    const headers = { 'stripe-signature': signPayload(body, relay.secrets.get(path) ?? '', nowMs()) }
    const response = await fetch(target + path, { method: 'POST', body, headers }).catch(() => null)
    await response?.text().catch(() => '')
    // A program that was killed meanwhile has not answered.
    return relay.target === target ? (response?.status ?? 502) : 502
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const sent = { path: new URL(request.url).pathname, body: await request.text() }
      wire?.event(sent.body)
      if (relay.travel === 'lost') {
        hasLost = true
        return new Response('')
      }
      seen.push(sent)
      if (relay.travel === 'held up') held.push(sent)
      if (relay.travel === 'refused' || relay.travel === 'held up') return new Response('no', { status: 500 })
      const status = await pass(sent)
      return new Response('', { status: relay.travel === 'answer lost' ? 500 : status })
    },
  })
  const relay: Relay = {
    url: `http://127.0.0.1:${server.port}`,
    target: undefined,
    secrets: new Map(),
    travel: 'arrive',
    get hasLost() {
      return hasLost
    },
    lose() {
      hasLost = true
    },
    async release(order) {
      const late = held.map((sent, index) => ({ sent, at: order[index % order.length] ?? 0 }))
      held = []
      for (const { sent } of late.toSorted((a, b) => a.at - b.at)) await pass(sent)
    },
    async repeat(nth) {
      const sent = seen[nth % Math.max(1, seen.length)]
      if (sent !== undefined) await pass(sent)
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
  return relay
}
