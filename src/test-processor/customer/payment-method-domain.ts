import { Type as t } from '@sinclair/typebox'
import type Stripe from 'stripe'
import { type AccountContext, newId, nowSec } from '../context.ts'
import { invalidRequest, resourceMissing } from '../request/api-error.ts'
import { listPage } from '../request/list-page.ts'
import { Expand, Paging, strictObject } from '../request/read-params.ts'
import { route } from '../route.ts'

const hostName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

function retrieve(ctx: AccountContext, id: string): Stripe.PaymentMethodDomain {
  const domain = ctx.store.payment_method_domain.get(id)
  if (!domain) throw resourceMissing('payment_method_domain', id)
  return domain
}

/** Returns the domain as it is when it was registered before. */
function register(ctx: AccountContext, name: string, enabled: boolean): Stripe.PaymentMethodDomain {
  const domainName = name.toLowerCase()
  if (!hostName.test(domainName)) {
    throw invalidRequest(`Invalid domain name: ${name}. It must be a domain that is reachable from the internet.`, {
      param: 'domain_name',
    })
  }
  const known = ctx.store.payment_method_domain.all().find((row) => row.domain_name === domainName)
  if (known) return known
  return ctx.store.payment_method_domain.put({
    id: newId(ctx, 'pmd'),
    object: 'payment_method_domain',
    created: nowSec(ctx),
    domain_name: domainName,
    enabled,
    livemode: false,
    ...walletsOf(enabled),
  })
}

function walletsOf(enabled: boolean) {
  const status = { status: enabled ? ('active' as const) : ('inactive' as const) }
  return { amazon_pay: status, apple_pay: status, google_pay: status, klarna: status, link: status, paypal: status }
}

export const paymentMethodDomainRoutes = [
  route(
    'POST',
    '/v1/payment_method_domains',
    strictObject({ domain_name: t.String({ minLength: 1 }), enabled: t.Optional(t.Boolean()), ...Expand }),
    (ctx, { domain_name, enabled = true }) => register(ctx, domain_name, enabled),
  ),
  route('GET', '/v1/payment_method_domains/:id', strictObject(Expand), (ctx, _, id) => retrieve(ctx, id)),
  route(
    'POST',
    '/v1/payment_method_domains/:id',
    strictObject({ enabled: t.Optional(t.Boolean()), ...Expand }),
    (ctx, { enabled }, id) => {
      const before = retrieve(ctx, id)
      const isEnabled = enabled ?? before.enabled
      return ctx.store.payment_method_domain.put({ ...before, enabled: isEnabled, ...walletsOf(isEnabled) })
    },
  ),
  route('POST', '/v1/payment_method_domains/:id/validate', strictObject(Expand), (ctx, _, id) => retrieve(ctx, id)),
  route(
    'GET',
    '/v1/payment_method_domains',
    strictObject({
      domain_name: t.Optional(t.String()),
      enabled: t.Optional(t.Boolean()),
      ...Paging,
    }),
    (request, params) => {
      return listPage(
        request.path,
        request.store.payment_method_domain,
        params,
        { domain_name: params.domain_name?.toLowerCase() },
        (row) => params.enabled === undefined || row.enabled === params.enabled,
      )
    },
  ),
]
