import { Type as t } from '@sinclair/typebox'
import { type ApiRequest, type Route, route } from '../route.ts'
import type { Collection, Where } from '../store/collection.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Paging, strictObject } from './read-params.ts'

/** Returns the operation that lists a collection, by these fields and by time of creation. */
export function listRoute<T extends { id: string; created: number }>(
  path: string,
  fields: readonly string[],
  collection: (request: ApiRequest) => Collection<T>,
  show: (request: ApiRequest, row: T) => T = (_, row) => row,
): Route {
  const filters = Object.fromEntries(fields.map((field) => [field, t.Optional(t.String())]))
  const schema = strictObject({ ...filters, created: Created, ...Paging })
  return route('GET', path, schema, (request, { created, ...params }) => {
    const where: Where = Object.fromEntries(fields.map((field) => [field, Reflect.get(params, field)]))
    const page = listPage(request.path, collection(request), params, where, (row) => isWithin(row.created, created))
    return { ...page, data: page.data.map((row) => show(request, row)) }
  })
}
