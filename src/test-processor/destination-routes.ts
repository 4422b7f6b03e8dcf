import { Type as t } from '@sinclair/typebox'
import {
  createDestination,
  type Destination,
  destinationOf,
  toEndpoint,
  toEventDestination,
  updateDestination,
} from './destination.ts'
import { keepThin, sendOut } from './event.ts'
import { listPage } from './list-page.ts'
import { Expand, Metadata, only, Paging } from './read-params.ts'
import { type Call, route } from './route.ts'
import type { Desk } from './till.ts'

function remove(desk: Desk, id: string): string {
  desk.book.destination.delete(destinationOf(desk, id).id)
  return id
}

const ofKind = (desk: Desk, object: Destination['object']) =>
  desk.book.destination.newestFirst().filter((one) => one.object === object)

const Events = t.Array(t.String(), { minItems: 1 })
const given = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : { [key]: value })

const endpointRoutes = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    only({
      url: t.String({ minLength: 1 }),
      enabled_events: Events,
      api_version: t.Optional(t.String()),
      connect: t.Optional(t.Boolean()),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (desk, { url, enabled_events, api_version, connect = false, description, metadata }) => {
      const endpoint = createDestination(desk, 'we', {
        object: 'webhook_endpoint',
        payload: 'snapshot',
        url,
        events: enabled_events,
        from: [connect ? 'accounts' : 'self'],
        ...given('apiVersion', api_version),
        ...given('description', description),
        ...given('metadata', metadata),
      })
      return toEndpoint(endpoint, true)
    },
  ),
  route('GET', '/v1/webhook_endpoints/:id', only(Expand), (desk, _, id) => toEndpoint(destinationOf(desk, id))),
  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    only({
      url: t.Optional(t.String({ minLength: 1 })),
      enabled_events: t.Optional(Events),
      disabled: t.Optional(t.Boolean()),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      ...Expand,
    }),
    (desk, { url, enabled_events, disabled, description, metadata }, id) =>
      toEndpoint(
        updateDestination(desk, id, {
          ...given('url', url),
          ...given('events', enabled_events),
          ...given('description', description),
          ...given('metadata', metadata),
          ...(disabled === undefined ? {} : { isEnabled: !disabled }),
        }),
      ),
  ),
  route('DELETE', '/v1/webhook_endpoints/:id', only({}), (desk, _, id) => ({
    id: remove(desk, id),
    object: 'webhook_endpoint',
    deleted: true,
  })),
  route('GET', '/v1/webhook_endpoints', only(Paging), (call, params) => {
    const page = listPage(call.path, ofKind(call, 'webhook_endpoint'), params)
    return { ...page, data: page.data.map((one) => toEndpoint(one)) }
  }),
]

const Include = { include: t.Optional(t.Array(t.String())) }
const AtUrl = only({ url: t.String({ minLength: 1 }) })

const enable = (isEnabled: boolean) => (desk: Call, _: unknown, id: string) =>
  toEventDestination(updateDestination(desk, id, { isEnabled }), [])

const eventDestinationRoutes = [
  route(
    'POST',
    '/v2/core/event_destinations',
    only({
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
    (desk, { events_from = ['@self'], include = [], description, metadata, ...asked }) => {
      const destination = createDestination(desk, 'ed_test', {
        object: 'v2.core.event_destination',
        payload: asked.event_payload,
        url: asked.webhook_endpoint.url,
        events: asked.enabled_events,
        from: events_from.map((whose) => (whose === '@self' ? 'self' : 'accounts')),
        name: asked.name,
        ...given('description', description),
        ...given('metadata', metadata),
      })
      return toEventDestination(destination, include)
    },
  ),
  route('GET', '/v2/core/event_destinations/:id', only(Include), (desk, { include = [] }, id) =>
    toEventDestination(destinationOf(desk, id), include),
  ),
  route(
    'POST',
    '/v2/core/event_destinations/:id',
    only({
      name: t.Optional(t.String()),
      enabled_events: t.Optional(Events),
      description: t.Optional(t.String()),
      metadata: t.Optional(Metadata),
      webhook_endpoint: t.Optional(AtUrl),
      ...Include,
    }),
    (desk, { include = [], ...asked }, id) => {
      const change = {
        ...given('name', asked.name),
        ...given('events', asked.enabled_events),
        ...given('description', asked.description),
        ...given('metadata', asked.metadata),
        ...given('url', asked.webhook_endpoint?.url),
      }
      return toEventDestination(updateDestination(desk, id, change), include)
    },
  ),
  route('POST', '/v2/core/event_destinations/:id/disable', only({}), enable(false)),
  route('POST', '/v2/core/event_destinations/:id/enable', only({}), enable(true)),
  route('POST', '/v2/core/event_destinations/:id/ping', only({}), (desk, _, id) => {
    const { url } = destinationOf(desk, id)
    const related = { id, type: 'v2.core.event_destination', url: `/v2/core/event_destinations/${id}` }
    const event = keepThin(desk, 'v2.core.event_destination.ping', related, { url })
    sendOut(desk, event.id, id)
    return event
  }),
  route('DELETE', '/v2/core/event_destinations/:id', only({}), (desk, _, id) => ({
    id: remove(desk, id),
    object: 'v2.core.event_destination',
  })),
  route('GET', '/v2/core/event_destinations', only({ limit: t.Optional(t.Integer()), ...Include }), (call, params) => ({
    data: ofKind(call, 'v2.core.event_destination')
      .slice(0, params.limit ?? 20)
      .map((one) => toEventDestination(one, params.include ?? [])),
    next_page_url: null,
    previous_page_url: null,
  })),
]

/** Where events go: webhook endpoints, and event destinations for thin events. */
export const destinationRoutes = [...endpointRoutes, ...eventDestinationRoutes]
