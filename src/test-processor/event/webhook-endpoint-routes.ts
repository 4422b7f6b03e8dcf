import { Type as t } from '@sinclair/typebox'
import type { AccountContext } from '../context.ts'
import { listPage, v2Page } from '../request/list-page.ts'
import { Metadata } from '../request/metadata.ts'
import { Expand, Paging, strictObject, V2Paging } from '../request/read-params.ts'
import { requireConnect } from '../restrictions.ts'
import { type ApiRequest, route } from '../route.ts'
import { sendEvent, storeThinEvent } from './event.ts'
import {
  createEndpoint,
  retrieveEndpoint,
  toEventDestination,
  toV1Endpoint,
  updateEndpoint,
} from './webhook-endpoint.ts'

function remove(ctx: AccountContext, id: string): string {
  ctx.store.webhook_endpoint.delete(retrieveEndpoint(ctx, id).id)
  return id
}

const Events = t.Array(t.String(), { minItems: 1 })
const optional = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : { [key]: value })

const v1Routes = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    strictObject({
      url: t.String({ minLength: 1 }),
      enabled_events: Events,
      api_version: t.Optional(t.String()),
      connect: t.Optional(t.Boolean()),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (ctx, { url, enabled_events, api_version, connect = false, description, metadata }) => {
      if (connect) requireConnect(ctx.server.restrictions)
      const endpoint = createEndpoint(ctx, 'we', {
        object: 'webhook_endpoint',
        payload: 'snapshot',
        url,
        events: enabled_events,
        from: [connect ? 'accounts' : 'self'],
        ...optional('apiVersion', api_version),
        ...optional('description', description),
        ...optional('metadata', metadata),
      })
      return toV1Endpoint(endpoint, true)
    },
  ),
  route('GET', '/v1/webhook_endpoints/:id', strictObject(Expand), (ctx, _, id) =>
    toV1Endpoint(retrieveEndpoint(ctx, id)),
  ),
  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    strictObject({
      url: t.Optional(t.String({ minLength: 1 })),
      enabled_events: t.Optional(Events),
      disabled: t.Optional(t.Boolean()),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (ctx, { url, enabled_events, disabled, description, metadata }, id) =>
      toV1Endpoint(
        updateEndpoint(ctx, id, {
          ...optional('url', url),
          ...optional('events', enabled_events),
          ...optional('description', description),
          ...optional('metadata', metadata),
          ...(disabled === undefined ? {} : { isEnabled: !disabled }),
        }),
      ),
  ),
  route('DELETE', '/v1/webhook_endpoints/:id', strictObject({}), (ctx, _, id) => ({
    id: remove(ctx, id),
    object: 'webhook_endpoint',
    deleted: true,
  })),
  route('GET', '/v1/webhook_endpoints', strictObject(Paging), (request, params) => {
    const page = listPage(request.path, request.store.webhook_endpoint, params, { object: 'webhook_endpoint' })
    return { ...page, data: page.data.map((endpoint) => toV1Endpoint(endpoint)) }
  }),
]

const Include = { include: t.Optional(t.Array(t.String())) }
const AtUrl = strictObject({ url: t.String({ minLength: 1 }) })

const enable = (isEnabled: boolean) => (ctx: ApiRequest, _: unknown, id: string) =>
  toEventDestination(updateEndpoint(ctx, id, { isEnabled }), [])

const v2Routes = [
  route(
    'POST',
    '/v2/core/event_destinations',
    strictObject({
      name: t.String({ minLength: 1 }),
      type: t.Literal('webhook_endpoint'),
      event_payload: t.Union([t.Literal('thin'), t.Literal('snapshot')]),
      enabled_events: Events,
      events_from: t.Optional(t.Array(t.Union([t.Literal('@self'), t.Literal('@accounts')]))),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      webhook_endpoint: AtUrl,
      ...Include,
    }),
    (ctx, { events_from = ['@self'], include = [], description, metadata, ...params }) => {
      if (events_from.includes('@accounts')) requireConnect(ctx.server.restrictions)
      const endpoint = createEndpoint(ctx, 'ed_test', {
        object: 'v2.core.event_destination',
        payload: params.event_payload,
        url: params.webhook_endpoint.url,
        events: params.enabled_events,
        from: events_from.map((source) => (source === '@self' ? 'self' : 'accounts')),
        name: params.name,
        ...optional('description', description),
        ...optional('metadata', metadata),
      })
      return toEventDestination(endpoint, include)
    },
  ),
  route('GET', '/v2/core/event_destinations/:id', strictObject(Include), (ctx, { include = [] }, id) =>
    toEventDestination(retrieveEndpoint(ctx, id), include),
  ),
  route(
    'POST',
    '/v2/core/event_destinations/:id',
    strictObject({
      name: t.Optional(t.String()),
      enabled_events: t.Optional(Events),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      webhook_endpoint: t.Optional(AtUrl),
      ...Include,
    }),
    (ctx, { include = [], ...params }, id) => {
      const change = {
        ...optional('name', params.name),
        ...optional('events', params.enabled_events),
        ...optional('description', params.description),
        ...optional('metadata', params.metadata),
        ...optional('url', params.webhook_endpoint?.url),
      }
      return toEventDestination(updateEndpoint(ctx, id, change), include)
    },
  ),
  route('POST', '/v2/core/event_destinations/:id/disable', strictObject({}), enable(false)),
  route('POST', '/v2/core/event_destinations/:id/enable', strictObject({}), enable(true)),
  route('POST', '/v2/core/event_destinations/:id/ping', strictObject({}), (ctx, _, id) => {
    const { url } = retrieveEndpoint(ctx, id)
    const related = { id, type: 'v2.core.event_destination', url: `/v2/core/event_destinations/${id}` }
    const event = storeThinEvent(ctx, 'v2.core.event_destination.ping', related, { url })
    sendEvent(ctx, event.id, id)
    return event
  }),
  route('DELETE', '/v2/core/event_destinations/:id', strictObject({}), (ctx, _, id) => ({
    id: remove(ctx, id),
    object: 'v2.core.event_destination',
  })),
  route(
    'GET',
    '/v2/core/event_destinations',
    strictObject({ ...V2Paging, ...Include }),
    (request, { include = [], ...paging }) =>
      v2Page(request.store.webhook_endpoint, paging, {
        path: request.path,
        where: { object: 'v2.core.event_destination' },
        show: (endpoint) => toEventDestination(endpoint, include),
      }),
  ),
]

export const webhookEndpointRoutes = [...v1Routes, ...v2Routes]
