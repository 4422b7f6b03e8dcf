import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, nowSec } from '../context.ts'
import { invalidRequest } from '../request/api-error.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'

const path = '/v1/customers/search'
const Search = strictObject({
  query: t.String({ maxLength: 5_000 }),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  page: t.Optional(t.String({ maxLength: 5_000 })),
  ...Expand,
})

// Stripe shows what was made or deleted in less than a minute, when all is well.
const lagSec = 60

/** Of the query language only what asks for one value of metadata. */
const clause = /^metadata\[(["'])([^"'[\]]{1,40})\1\]:(["'])([^"']{1,500})\3$/

/** Returns customers as they were a minute ago, those included that have been deleted since. */
function* searchable(ctx: AccountContext): Iterable<Stripe.Customer> {
  const shownUntil = nowSec(ctx) - lagSec
  for (const event of ctx.store.event.rows()) {
    if (event.object !== 'event') continue
    if (event.created < shownUntil) break
    const { object } = event.data
    if (event.type === 'customer.deleted' && isCustomer(object) && object.created <= shownUntil) yield object
  }
  for (const customer of ctx.store.customer.rows()) if (customer.created <= shownUntil) yield customer
}

const isCustomer = (thing: object): thing is Stripe.Customer => 'object' in thing && thing.object === 'customer'

function search(ctx: AccountContext, { query, limit = 10, page = '0' }: typeof Search.static) {
  const [, , key, , value] = clause.exec(query) ?? []
  if (key === undefined || value === undefined) {
    const message = 'We were unable to parse your search query. Try using the format `metadata["key"]:"value"`.'
    throw invalidRequest(message, { param: 'query' })
  }
  if (!/^\d{1,9}$/.test(page)) throw invalidRequest(`Invalid page: ${page}`, { param: 'page' })
  const wanted = value.toLowerCase()
  const found = [...searchable(ctx)].filter(
    ({ metadata }) => Object.hasOwn(metadata, key) && metadata[key]?.toLowerCase() === wanted,
  )
  const next = Number(page) + limit
  const hasMore = found.length > next
  const data = found.slice(Number(page), next)
  return { object: 'search_result', url: path, has_more: hasMore, next_page: hasMore ? String(next) : null, data }
}

export const searchCustomersRoute = route('GET', path, Search, search)
