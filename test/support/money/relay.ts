import { signPayload } from '../../../src/test-processor/deliver.ts'

/** How webhooks travel: they arrive, are refused at the door, arrive with the answer lost, or are held up on the way. */
export type Travel = 'arrive' | 'refused' | 'answer lost' | 'held up'

/** Stands between the processor and the program's webhook, and disturbs what travels. */
export type Relay = Disposable & {
  readonly url: string
  /** Where the program listens now; undefined while it is down. */
  target: string | undefined
  secret: string
  travel: Travel
  /** Lets what was held up arrive, in another order: by these numbers. */
  release(order: readonly number[]): Promise<void>
  /** Lets something arrive once more that was on its way before. */
  repeat(nth: number): Promise<void>
}

/** Starts a relay. Bodies that come later than they were sent are signed anew, as the processor signs each attempt. */
export function startRelay(nowMs: () => number): Relay {
  const seen: string[] = []
  let held: string[] = []

  async function pass(body: string): Promise<number> {
    const { target } = relay
    if (target === undefined) return 502
    const headers = { 'stripe-signature': signPayload(body, relay.secret, nowMs()) }
    const response = await fetch(`${target}/api/webhooks/stripe`, { method: 'POST', body, headers }).catch(() => null)
    await response?.text().catch(() => '')
    // Whoever was killed meanwhile has not answered.
    return relay.target === target ? (response?.status ?? 502) : 502
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text()
      seen.push(body)
      if (relay.travel === 'held up') held.push(body)
      if (relay.travel === 'refused' || relay.travel === 'held up') return new Response('no', { status: 500 })
      const status = await pass(body)
      return new Response('', { status: relay.travel === 'answer lost' ? 500 : status })
    },
  })
  const relay: Relay = {
    url: `http://127.0.0.1:${server.port}`,
    target: undefined,
    secret: '',
    travel: 'arrive',
    async release(order) {
      const late = held.map((body, index) => ({ body, at: order[index % order.length] ?? 0 }))
      held = []
      for (const { body } of late.toSorted((a, b) => a.at - b.at)) await pass(body)
    },
    async repeat(nth) {
      const body = seen[nth % Math.max(1, seen.length)]
      if (body !== undefined) await pass(body)
    },
    [Symbol.dispose]: () => void server.stop(true),
  }
  return relay
}
