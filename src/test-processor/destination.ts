import type Stripe from 'stripe'
import { invalidRequest, noSuch } from './fault.ts'
import { type Desk, letters, newId } from './till.ts'
import { apiVersion } from './version.ts'

/** Where events are sent: a v1 webhook endpoint or a v2 event destination. */
export type Destination = {
  id: string
  object: 'webhook_endpoint' | 'v2.core.event_destination'
  payload: 'snapshot' | 'thin'
  url: string
  secret: string
  events: string[]
  /** Whose events: the platform's own, or those of connected accounts. */
  from: ('self' | 'accounts')[]
  isEnabled: boolean
  name: string
  description: string | null
  apiVersion: string | null
  metadata: Record<string, string>
  createdMs: number
  updatedMs: number
}

/** Who wants an event of this type from this desk's account. What is told of an account comes from that account. */
export function destinationsFor(desk: Desk, payload: Destination['payload'], type: string): Destination[] {
  const { till, account } = desk
  const source = account === till.platform && !type.startsWith('v2.core.account') ? 'self' : 'accounts'
  return till.store
    .book(till.platform)
    .destination.all()
    .filter((one) => one.isEnabled && one.payload === payload && one.from.includes(source))
    .filter((one) => one.events.some((wanted) => wanted === '*' || wanted === type))
}

/** A destination of the platform. */
export function destinationOf(desk: Desk, id: string): Destination {
  const destination = desk.till.store.book(desk.till.platform).destination.get(id)
  if (!destination) throw noSuch('webhook endpoint', id)
  return destination
}

type Draft = Pick<Destination, 'object' | 'payload' | 'url' | 'events' | 'from'> & Partial<Destination>

/** Makes a destination with a secret of its own. */
export function createDestination(desk: Desk, idPrefix: string, draft: Draft): Destination {
  const nowMs = desk.till.nowMs()
  return desk.book.destination.put({
    id: newId(desk, idPrefix),
    secret: `whsec_${letters(desk.till.random, 32)}`,
    isEnabled: true,
    name: '',
    description: null,
    apiVersion: draft.payload === 'thin' ? null : apiVersion,
    metadata: {},
    createdMs: nowMs,
    updatedMs: nowMs,
    ...draft,
    url: checkedUrl(draft.url),
  })
}

/** Changes a destination; its secret stays. */
export function updateDestination(desk: Desk, id: string, change: Partial<Destination>): Destination {
  const before = destinationOf(desk, id)
  return desk.book.destination.put({
    ...before,
    ...change,
    url: change.url === undefined ? before.url : checkedUrl(change.url),
    metadata: { ...before.metadata, ...change.metadata },
    updatedMs: desk.till.nowMs(),
  })
}

function checkedUrl(url: string): string {
  const fits = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!fits) throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', { param: 'url' })
  return url
}

/** A webhook endpoint as v1 answers it; the secret is told once, on creation. */
export const toEndpoint = (one: Destination, isNew = false): Stripe.WebhookEndpoint => ({
  id: one.id,
  object: 'webhook_endpoint',
  api_version: one.apiVersion,
  application: null,
  created: Math.floor(one.createdMs / 1000),
  description: one.description,
  enabled_events: one.events,
  livemode: false,
  metadata: one.metadata,
  status: one.isEnabled ? 'enabled' : 'disabled',
  url: one.url,
  ...(isNew ? { secret: one.secret } : {}),
})

/** An event destination as v2 answers it; address and secret only when asked to be included. */
export const toEventDestination = (one: Destination, include: readonly string[]): Stripe.V2.Core.EventDestination => ({
  id: one.id,
  object: 'v2.core.event_destination',
  created: new Date(one.createdMs).toISOString(),
  description: one.description ?? '',
  enabled_events: one.events,
  event_payload: one.payload,
  events_from: one.from.map((whose) => (whose === 'self' ? '@self' : '@accounts')),
  livemode: false,
  metadata: one.metadata,
  name: one.name,
  ...(one.apiVersion === null ? {} : { snapshot_api_version: one.apiVersion }),
  status: one.isEnabled ? 'enabled' : 'disabled',
  type: 'webhook_endpoint',
  updated: new Date(one.updatedMs).toISOString(),
  webhook_endpoint: {
    ...(include.includes('webhook_endpoint.signing_secret') ? { signing_secret: one.secret } : {}),
    ...(include.includes('webhook_endpoint.url') ? { url: one.url } : {}),
  },
})
