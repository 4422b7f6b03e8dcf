import type Stripe from 'stripe'
import { type AccountContext, inPlatform, newId } from '../context.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { withChanges } from '../request/metadata.ts'
import { apiVersion, randomString } from '../server.ts'

export type WebhookEndpoint = {
  id: string
  object: 'webhook_endpoint' | 'v2.core.event_destination'
  payload: 'snapshot' | 'thin'
  url: string
  secret: string
  events: string[]
  /** The source of events: the platform's own, or those of connected accounts. */
  from: ('self' | 'accounts')[]
  isEnabled: boolean
  name: string
  description: string | null
  apiVersion: string | null
  metadata: Record<string, string>
  createdMs: number
  updatedMs: number
}

/**
 * Returns the enabled endpoints that listen for an event type of this account. v2 events about a
 * connected account count as that account's, although the platform's store holds them.
 */
export function endpointsFor(
  ctx: AccountContext,
  payload: WebhookEndpoint['payload'],
  type: string,
): WebhookEndpoint[] {
  const isOwn = ctx.account === ctx.server.platform && !type.startsWith('v2.core.account')
  const source = isOwn ? 'self' : 'accounts'
  return inPlatform(ctx)
    .store.webhook_endpoint.all()
    .filter((endpoint) => endpoint.isEnabled && endpoint.payload === payload && endpoint.from.includes(source))
    .filter((endpoint) => endpoint.events.some((pattern) => pattern === '*' || pattern === type))
}

/** Returns an endpoint of the platform. Throws resource_missing. */
export function retrieveEndpoint(ctx: AccountContext, id: string): WebhookEndpoint {
  const endpoint = inPlatform(ctx).store.webhook_endpoint.get(id)
  if (!endpoint) throw resourceMissing('webhook endpoint', id)
  return endpoint
}

type Draft = Pick<WebhookEndpoint, 'object' | 'payload' | 'url' | 'events' | 'from'> & Partial<WebhookEndpoint>

/** Throws invalid_request_error for a bad URL. */
export function createEndpoint(ctx: AccountContext, idPrefix: string, draft: Draft): WebhookEndpoint {
  const nowMs = ctx.server.nowMs()
  return ctx.store.webhook_endpoint.put({
    id: newId(ctx, idPrefix),
    secret: `whsec_${randomString(ctx.server.random, 32)}`,
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

/** Updates an endpoint, but not its signing secret, and returns it. Throws resource_missing. */
export function updateEndpoint(ctx: AccountContext, id: string, change: Partial<WebhookEndpoint>): WebhookEndpoint {
  const before = retrieveEndpoint(ctx, id)
  return ctx.store.webhook_endpoint.put({
    ...before,
    ...change,
    url: change.url === undefined ? before.url : checkedUrl(change.url),
    metadata: withChanges(before.metadata, change.metadata),
    updatedMs: ctx.server.nowMs(),
  })
}

/** An endpoint that the program registers by name when it starts. */
export type WebhookRegistration = Pick<WebhookEndpoint, 'name' | 'payload' | 'url' | 'events' | 'from'>

/** Returns its signing secret, which stays the same. */
export function registerEndpoint(ctx: AccountContext, registration: WebhookRegistration): string {
  const known = ctx.store.webhook_endpoint.all().find((endpoint) => endpoint.name === registration.name)
  if (known) return updateEndpoint(ctx, known.id, registration).secret
  const object = registration.payload === 'thin' ? 'v2.core.event_destination' : 'webhook_endpoint'
  return createEndpoint(ctx, object === 'webhook_endpoint' ? 'we' : 'ed_test', { ...registration, object }).secret
}

function checkedUrl(url: string): string {
  const isValid = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  if (!isValid)
    throw invalidRequest('Invalid URL: An explicit scheme (such as https) must be provided.', { param: 'url' })
  return url
}

/** Returns the endpoint in its v1 shape; only the response to its creation has the secret. */
export const toV1Endpoint = (endpoint: WebhookEndpoint, isNew = false): Stripe.WebhookEndpoint => ({
  id: endpoint.id,
  object: 'webhook_endpoint',
  api_version: endpoint.apiVersion,
  application: null,
  created: Math.floor(endpoint.createdMs / 1000),
  description: endpoint.description,
  enabled_events: endpoint.events,
  livemode: false,
  metadata: endpoint.metadata,
  status: endpoint.isEnabled ? 'enabled' : 'disabled',
  url: endpoint.url,
  ...(isNew ? { secret: endpoint.secret } : {}),
})

/** Returns the endpoint in its v2 shape; URL and secret only when `include` names them. */
export const toEventDestination = (
  endpoint: WebhookEndpoint,
  include: readonly string[],
): Stripe.V2.Core.EventDestination => ({
  id: endpoint.id,
  object: 'v2.core.event_destination',
  created: new Date(endpoint.createdMs).toISOString(),
  description: endpoint.description ?? '',
  enabled_events: endpoint.events,
  event_payload: endpoint.payload,
  events_from: endpoint.from.map((whose) => (whose === 'self' ? '@self' : '@accounts')),
  livemode: false,
  metadata: endpoint.metadata,
  name: endpoint.name,
  ...(endpoint.apiVersion === null ? {} : { snapshot_api_version: endpoint.apiVersion }),
  status: endpoint.isEnabled ? 'enabled' : 'disabled',
  type: 'webhook_endpoint',
  updated: new Date(endpoint.updatedMs).toISOString(),
  webhook_endpoint: {
    ...(include.includes('webhook_endpoint.signing_secret') ? { signing_secret: endpoint.secret } : {}),
    ...(include.includes('webhook_endpoint.url') ? { url: endpoint.url } : {}),
  },
})
