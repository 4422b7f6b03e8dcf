import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { emit } from '../event/event.ts'
import { ApiError, invalidRequest, resourceMissing } from '../request/api-error.ts'
import { listRoute } from '../request/list-route.ts'
import { Metadata, withChanges } from '../request/metadata.ts'
import { Expand, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'
import { randomString } from '../server.ts'
import { searchCustomersRoute } from './search-customers.ts'

const About = {
  description: t.Optional(t.String()),
  email: t.Optional(t.String({ maxLength: 512 })),
  name: t.Optional(t.String({ maxLength: 256 })),
  phone: t.Optional(t.String()),
  metadata: t.Optional(Metadata),
  ...Expand,
}
const Params_ = strictObject(About)
type Params_ = typeof Params_.static

/** Returns a customer of this account. Throws resource_missing. */
function retrieveCustomer(ctx: AccountContext, id: string): Stripe.Customer {
  const customer = ctx.store.customer.get(id)
  if (!customer) throw resourceMissing('customer', id)
  return customer
}

/** Throws resource_missing for a customer that is deleted or another mode's. */
export function namedCustomer(ctx: AccountContext, id: string): string {
  const customer = ctx.store.customer.get(id)
  if (customer) return customer.id
  const { body } = resourceMissing('customer', id, 'customer')
  throw new ApiError(400, body)
}

/** Throws email_invalid for what is no email address; the empty text unsets it. */
function checkEmail({ email }: Params_): void {
  if (!email || /^[!-~]+@[!-~]+\.[!-~]+$/.test(email)) return
  throw invalidRequest(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' })
}

function create(ctx: AccountContext, params: Params_): Stripe.Customer {
  checkEmail(params)
  const customer = ctx.store.customer.put({
    id: newId(ctx, 'cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: nowSec(ctx),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: params.description ?? null,
    discount: null,
    email: params.email || null,
    invoice_prefix: randomString(ctx.server.random, 8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    next_invoice_sequence: 1,
    phone: params.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  })
  emit(ctx, 'customer.created', customer)
  return customer
}

function update(ctx: AccountContext, id: string, { expand: _, metadata, ...params }: Params_): Stripe.Customer {
  checkEmail(params)
  const before = retrieveCustomer(ctx, id)
  const email = params.email === undefined ? before.email : params.email || null
  const customer = ctx.store.customer.put({
    ...before,
    ...params,
    email,
    metadata: withChanges(before.metadata, metadata),
  })
  emit(ctx, 'customer.updated', customer)
  return customer
}

function remove(ctx: AccountContext, id: string) {
  const customer = retrieveCustomer(ctx, id)
  ctx.store.customer.delete(id)
  emit(ctx, 'customer.deleted', customer)
  return { id, object: 'customer', deleted: true }
}

/** Operations on customers. The first that fits a path is taken. */
export const customerRoutes = [
  searchCustomersRoute,
  route('POST', '/v1/customers', Params_, create),
  route('GET', '/v1/customers/:id', strictObject(Expand), (ctx, _, id) => retrieveCustomer(ctx, id)),
  route('POST', '/v1/customers/:id', Params_, (ctx, params, id) => update(ctx, id, params)),
  route('DELETE', '/v1/customers/:id', strictObject({}), (ctx, _, id) => remove(ctx, id)),
  listRoute('/v1/customers', ['email'], (request) => request.store.customer),
]
