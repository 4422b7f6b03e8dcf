import { webhookSecrets } from '../../../src/platform/payment/event/listen-for-events.ts'
import type { EventSource } from '../../../src/platform/payment/event/stored-event.ts'
import { signPayload } from '../../../src/test-processor/event/deliver.ts'
import type { Answer, TestServer } from '../server.ts'
import { shopOf } from '../shop/checkout.ts'

/** An event as the processor would send it about one of its things. */
export const eventOf = (type: string, object: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  id: `evt_${type.replaceAll(/\W/g, '')}`,
  object: 'event',
  api_version: '2026-01-01',
  created: 1,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type,
  ...changes,
})

/** The secret that signs what comes to a server. */
export const secretOf = (svc: TestServer, source: EventSource = 'platform'): string =>
  webhookSecrets(svc.ctx, shopOf(svc).mode, source)[0] ?? ''

/** Delivers a body, signed well unless told otherwise. */
export async function deliver(
  svc: TestServer,
  event: object,
  { source = 'platform', ...how }: Delivery = {},
): Promise<Answer> {
  const { secret = secretOf(svc, source), atMs = svc.ctx.now(), signature, body = JSON.stringify(event) } = how
  const response = await svc.fetch(source === 'platform' ? '/api/webhooks/stripe' : '/api/studio/stripe/webhook', {
    method: 'POST',
    body,
    headers: { 'stripe-signature': signature ?? signPayload(JSON.stringify(event), secret, atMs) },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
}

export type Delivery = { source?: EventSource; secret?: string; atMs?: number; signature?: string; body?: string }
