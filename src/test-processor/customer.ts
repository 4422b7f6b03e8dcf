import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { emit } from './event.ts'
import { noSuch } from './fault.ts'
import { isWithin, listPage } from './list-page.ts'
import { Created, Expand, Metadata, only, Paging } from './read-params.ts'
import { route } from './route.ts'
import { type Desk, letters, newId, nowSec } from './till.ts'

const About = {
  description: t.Optional(t.String()),
  email: t.Optional(t.String({ maxLength: 512 })),
  name: t.Optional(t.String({ maxLength: 256 })),
  phone: t.Optional(t.String()),
  metadata: t.Optional(Metadata),
  ...Expand,
}
const Asked = only(About)
type Asked = typeof Asked.static

/** A customer of this account. Throws resource_missing. */
export function customerOf(desk: Desk, id: string, param = 'customer'): Stripe.Customer {
  const customer = desk.book.customer.get(id)
  if (!customer) throw noSuch('customer', id, param)
  return customer
}

function create(desk: Desk, asked: Asked): Stripe.Customer {
  const customer = desk.book.customer.put({
    id: newId(desk, 'cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSec(desk),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: asked.description ?? null,
    discount: null,
    email: asked.email ?? null,
    invoice_prefix: letters(desk.till.random, 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: asked.metadata ?? {},
    name: asked.name ?? null,
    next_invoice_sequence: 1,
    phone: asked.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  emit(desk, 'customer.created', customer)
  return customer
}

function update(desk: Desk, id: string, { expand: _, metadata, ...asked }: Asked): Stripe.Customer {
  const before = customerOf(desk, id, 'id')
  const customer = desk.book.customer.put({ ...before, ...asked, metadata: { ...before.metadata, ...metadata } })
  emit(desk, 'customer.updated', customer)
  return customer
}

function remove(desk: Desk, id: string) {
  const customer = customerOf(desk, id, 'id')
  desk.book.customer.delete(id)
  emit(desk, 'customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

/** Customers: create, read, change, list and delete. */
export const customerRoutes = [
  route('POST', '/v1/customers', Asked, create),
  route('GET', '/v1/customers/:id', only(Expand), (desk, _, id) => customerOf(desk, id, 'id')),
  route('POST', '/v1/customers/:id', Asked, (desk, asked, id) => update(desk, id, asked)),
  route('DELETE', '/v1/customers/:id', only({}), (desk, _, id) => remove(desk, id)),
  route(
    'GET',
    '/v1/customers',
    only({ email: t.Optional(t.String()), created: Created, ...Paging }),
    (call, params) => {
      const rows = call.book.customer
        .newestFirst()
        .filter(
          (row) => (params.email === undefined || row.email === params.email) && isWithin(row.created, params.created),
        )
      return listPage(call.path, rows, params)
    },
  ),
]
