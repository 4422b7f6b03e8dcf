import type Stripe from 'stripe'
import { isRefused } from '../ask-processor.ts'
import type { Endpoint } from './endpoints.ts'

export type Registered = {
  id: string
  payload: Endpoint['payload']
  url: string
  events: string[]
  isEnabled: boolean
}

const withUrl: Stripe.V2.Core.EventDestinationListParams.Include[] = ['webhook_endpoint.url']

/**
 * Every endpoint of both kinds that the key's account has, ours or not; without those of thin
 * events when the processor refuses to list them (`isWhole` false), as it may where accounts cannot
 * be connected, or for another reason.
 */
export async function listRegistered(stripe: Stripe): Promise<{ all: Registered[]; isWhole: boolean }> {
  const all: Registered[] = []
  for await (const { id, url, enabled_events: events, status } of stripe.webhookEndpoints.list({ limit: 100 })) {
    all.push({ id, payload: 'snapshot', url, events, isEnabled: status === 'enabled' })
  }
  try {
    for await (const one of stripe.v2.core.eventDestinations.list({ include: withUrl })) {
      const { id, enabled_events: events, status, webhook_endpoint: endpoint } = one
      if (one.event_payload !== 'thin' || !endpoint?.url) continue
      all.push({ id, payload: 'thin', url: endpoint.url, events, isEnabled: status === 'enabled' })
    }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { all, isWhole: false }
  }
  return { all, isWhole: true }
}

/** Makes an endpoint. Its secret is told this once and never again. */
export async function createEndpoint(stripe: Stripe, endpoint: Endpoint, url: string) {
  const { name, source } = endpoint
  const about = { description: 'Tapedeck', metadata: { tapedeck: name } }
  if (endpoint.payload === 'snapshot') {
    const { id, secret } = await stripe.webhookEndpoints.create({
      url,
      enabled_events: [...endpoint.events],
      connect: source === 'accounts',
      ...about,
    })
    return { id, secret: told(secret) }
  }
  const { id, webhook_endpoint: made } = await stripe.v2.core.eventDestinations.create({
    name,
    type: 'webhook_endpoint',
    event_payload: 'thin',
    events_from: [source === 'accounts' ? '@accounts' : '@self'],
    enabled_events: [...endpoint.events],
    webhook_endpoint: { url },
    include: ['webhook_endpoint.signing_secret'],
    ...about,
  })
  return { id, secret: told(made?.signing_secret) }
}

function told(secret: string | undefined): string {
  if (secret) return secret
  throw new Error('The processor did not tell the secret of a new endpoint.')
}

/** Changes an endpoint to what is wanted and switches it on; its secret stays. */
export async function updateEndpoint(stripe: Stripe, id: string, endpoint: Endpoint, url: string): Promise<void> {
  if (endpoint.payload === 'snapshot') {
    await stripe.webhookEndpoints.update(id, { url, enabled_events: [...endpoint.events], disabled: false })
    return
  }
  const { eventDestinations } = stripe.v2.core
  const { status } = await eventDestinations.update(id, {
    enabled_events: [...endpoint.events],
    webhook_endpoint: { url },
  })
  if (status === 'disabled') await eventDestinations.enable(id)
}

export async function deleteEndpoint(stripe: Stripe, { id, payload }: Registered): Promise<void> {
  if (payload === 'snapshot') await stripe.webhookEndpoints.del(id)
  else await stripe.v2.core.eventDestinations.del(id)
}
