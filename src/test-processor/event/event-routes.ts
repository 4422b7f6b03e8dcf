import { Type as t } from '@sinclair/typebox'
import type { AccountContext } from '../context.ts'
import { resourceMissing } from '../request/api-error.ts'
import { isWithin, listPage, v2Page } from '../request/list-page.ts'
import { Created, Expand, Paging, strictObject, V2Paging } from '../request/read-params.ts'
import { route } from '../route.ts'
import { type SnapshotEvent, type StoredEvent, sendEvent, type ThinEvent } from './event.ts'
import { retrieveEndpoint } from './webhook-endpoint.ts'

function retrieveSnapshotEvent(ctx: AccountContext, id: string): SnapshotEvent {
  const event = ctx.store.event.get(id)
  if (event?.object !== 'event') throw resourceMissing('event', id)
  return event
}

function retrieveThinEvent(ctx: AccountContext, id: string): ThinEvent {
  const event = ctx.store.event.get(id)
  if (event?.object !== 'v2.core.event') throw resourceMissing('v2.core.event', id)
  return event
}

export const eventRoutes = [
  route('GET', '/v1/events/:id', strictObject(Expand), (ctx, _, id) => retrieveSnapshotEvent(ctx, id)),
  route(
    'GET',
    '/v1/events',
    strictObject({ type: t.Optional(t.String()), types: t.Optional(t.Array(t.String())), created: Created, ...Paging }),
    (request, { type, types, ...params }) => {
      const isAsked = (event: StoredEvent) =>
        (type === undefined || matches(event.type, type)) &&
        (types === undefined || types.includes(event.type)) &&
        event.object === 'event' &&
        isWithin(event.created, params.created)
      return listPage(request.path, request.store.event, params, {}, isAsked)
    },
  ),
  route(
    'POST',
    '/v1/events/:id/retry',
    strictObject({ webhook_endpoint: t.String(), ...Expand }),
    (ctx, params, id) => {
      sendEvent(ctx, retrieveSnapshotEvent(ctx, id).id, retrieveEndpoint(ctx, params.webhook_endpoint).id)
      return retrieveSnapshotEvent(ctx, id)
    },
  ),
  route('GET', '/v2/core/events/:id', strictObject({}), (ctx, _, id) => retrieveThinEvent(ctx, id)),
  route(
    'GET',
    '/v2/core/events',
    strictObject({
      object_id: t.Optional(t.String()),
      types: t.Optional(t.Array(t.String())),
      ...V2Paging,
    }),
    (request, { object_id, types, ...paging }) => {
      const isAsked = (event: StoredEvent) =>
        event.object === 'v2.core.event' &&
        (object_id === undefined || event.related_object?.id === object_id) &&
        (types === undefined || types.includes(event.type))
      return v2Page(request.store.event, paging, { path: request.path, isAsked, show: (event) => event })
    },
  ),
]

const matches = (type: string, pattern: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
