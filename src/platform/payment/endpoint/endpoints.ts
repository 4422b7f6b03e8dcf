import type Stripe from 'stripe'
import { accountEventTypes, connectEventTypes, eventTypes, payoutEventTypes } from '../event/event-types.ts'
import type { EventSource } from '../event/stored-event.ts'

/**
 * A webhook endpoint of ours and its events. A snapshot event contains its object, a thin event
 * only names it; each kind needs its own endpoint.
 */
export type Endpoint = { name: string; source: EventSource; path: string } & (
  | { payload: 'snapshot'; events: readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[] }
  | { payload: 'thin'; events: readonly string[] }
)

/** All endpoints to register at the processor (rule: webhooks). */
export const endpoints: readonly Endpoint[] = [
  {
    name: 'tapedeck',
    source: 'platform',
    payload: 'snapshot',
    path: '/api/webhooks/stripe',
    events: [...eventTypes, ...payoutEventTypes],
  },
  {
    name: 'tapedeck-accounts',
    source: 'accounts',
    payload: 'thin',
    path: '/api/studio/stripe/webhook',
    events: accountEventTypes,
  },
  {
    name: 'tapedeck-connect',
    source: 'accounts',
    payload: 'snapshot',
    path: '/api/studio/stripe/webhook',
    events: [...connectEventTypes, ...payoutEventTypes],
  },
]
