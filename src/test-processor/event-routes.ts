import { Type as t } from '@sinclair/typebox'
import { destinationOf } from './destination.ts'
import { type SnapshotEvent, sendOut, type ThinEvent } from './event.ts'
import { noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import type { Desk } from './till.ts'

function snapshotOf(desk: Desk, id: string): SnapshotEvent {
  const event = desk.book.event.get(id)
  if (event?.object !== 'event') throw noSuch('event', id)
  return event
}

function thinOf(desk: Desk, id: string): ThinEvent {
  const event = desk.book.event.get(id)
  if (event?.object !== 'v2.core.event') throw noSuch('v2.core.event', id)
  return event
}

const snapshots = (desk: Desk) =>
  desk.book.event.newestFirst().flatMap((event) => (event.object === 'event' ? [event] : []))
const thins = (desk: Desk) =>
  desk.book.event.newestFirst().flatMap((event) => (event.object === 'event' ? [] : [event]))

/** Events of both kinds: to be read and listed. */
export const eventRoutes = [
  route('GET', '/v1/events/:id', only(Expand), (desk, _, id) => snapshotOf(desk, id)),
  route(
    'GET',
    '/v1/events',
    only({ type: t.Optional(t.String()), types: t.Optional(t.Array(t.String())), created: Created, ...Paging }),
    (call, { type, types, ...params }) => {
      const rows = snapshots(call).filter(
        (event) =>
          (type === undefined || matches(event.type, type)) &&
          (types === undefined || types.includes(event.type)) &&
          isWithin(event.created, params.created),
      )
      return listPage(call.path, rows, params)
    },
  ),
  route('POST', '/v1/events/:id/retry', only({ webhook_endpoint: t.String(), ...Expand }), (desk, params, id) => {
    sendOut(desk, snapshotOf(desk, id).id, destinationOf(desk, params.webhook_endpoint).id)
    return snapshotOf(desk, id)
  }),
  route('GET', '/v2/core/events/:id', only({}), (desk, _, id) => thinOf(desk, id)),
  route(
    'GET',
    '/v2/core/events',
    only({ object_id: t.Optional(t.String()), types: t.Optional(t.Array(t.String())), limit: t.Optional(t.Integer()) }),
    (call, { object_id, types, limit = 20 }) => {
      const data = thins(call)
        .filter((event) => object_id === undefined || event.related_object?.id === object_id)
        .filter((event) => types === undefined || types.includes(event.type))
        .slice(0, limit)
      return { data, next_page_url: null, previous_page_url: null }
    },
  ),
]

const matches = (type: string, wanted: string) =>
  wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
